import { beforeAll, describe, expect, it } from 'vitest';
import { buildScenario, scenarioPassword as password, type Role, type SocietyScenario } from '#gateway/testing/scenario';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { requestOf, validHeaders, validInput } from '#gateway/testing/valid-inputs';
import { erasureJobId, restorationJobId, withdrawalJobId } from '#models/bus/account-deletion';
import { queue } from '#models/bus/jobs';
import { drain } from '#models/bus/publish';
import { deleteAccount } from '#models/contract/account';
import { login, restoreAccount, sessionEnded } from '#models/contract/auth';
import { createComment } from '#models/contract/comments';
import { calls } from '#models/contract/index';
import { createPost, getAllPosts } from '#models/contract/posts';
import { getLedger } from '#models/contract/privacy';
import { register } from '#models/contract/sign-up';
import { createTicket } from '#models/contract/support';
import { getUserInfo } from '#models/contract/users';
import { Attendances } from '#models/db/attendances';
import { Comments } from '#models/db/comments';
import { EventFeedbacks } from '#models/db/event-feedback';
import { EventQuestions } from '#models/db/event-questions';
import { Events } from '#models/db/events';
import { Follows } from '#models/db/follows';
import { HeldDocuments } from '#models/db/held-documents';
import { JoinRequests } from '#models/db/join-requests';
import { Mails } from '#models/db/mails';
import { Memberships } from '#models/db/memberships';
import { models } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { RosterEntries } from '#models/db/roster-entries';
import { Societies } from '#models/db/societies';
import { type UserDoc, Users } from '#models/db/users';
import {
  buildAttendance,
  buildBan,
  buildEvent,
  buildEventQuestion,
  buildFeedback,
  buildFollow,
  buildJoinRequest,
  buildMember,
  buildMembership,
  buildSociety,
  buildUser,
} from '#models/testing/builders';
import { testSettings } from '#models/testing/settings';
import { erasePerson } from '#workers/accounts/erase-person';
import { restorePerson } from '#workers/accounts/restore-person';
import { withdrawPerson } from '#workers/accounts/withdraw-person';
import { silent } from '#workers/log';
import { sweep, sweepDefaults } from '#workers/sweeper/sweeper';
import { runTask } from '#workers/upkeep/tidy';

const test = setUpTestApp({ deletionGraceDays: 14 });
const dayMs = 86_400_000;
const { mailer } = testSettings;

const sweepNow = () => sweep({ ...sweepDefaults, dueAfterMs: 0, freshMs: 0 }, { timeZone: 'UTC', trendingEveryMs: 3_600_000 }, silent);
const remove = async (user: UserDoc, keep_posts = false) => test.call(deleteAccount, { password, keep_posts }, await test.tokenFor(user));
/** Both rounds of the withdrawal, as the workers run them. */
async function withdraw({ _id }: UserDoc): Promise<void> {
  for (let round = 0; round < 2; round++) await withdrawPerson(String(_id), 0);
  await sweepNow();
}
async function restore(user: UserDoc) {
  const answer = await test.call(restoreAccount, { email: user.email, password });
  await restorePerson(String(user._id));
  await sweepNow();
  return answer;
}
const endGraceOf = ({ _id }: UserDoc) => Users.updateOne({ _id }, { $set: { 'grace.until': new Date(Date.now() - 1) } });
const codeOf = ({ status, error }: { status: number; error: { code: string } }) => [status, error.code];

describe('a deletion with a grace', () => {
  it('cuts the sockets and sessions at once, says until when, and erases nothing', async () => {
    const user = await buildUser({ password, name: 'Nadia Graceful', bio: 'Here for now.' });
    const token = await test.tokenFor(user);
    const socket = await openSocket(test.url, { token });
    const begun = Date.now();
    const { status, data } = await test.call(deleteAccount, { password }, token);
    expect(status).toBe(200);
    const until = Date.parse(data.Restorable_Until ?? '');
    expect(until - begun).toBeGreaterThanOrEqual(14 * dayMs);
    expect(until - begun).toBeLessThan(14 * dayMs + 60_000);
    expect((await socket.next(sessionEnded)).payload).toEqual({ reason: 'account_deleted', session_ids: 'all' });
    await socket.closed();
    expect(Date.now() - begun).toBeLessThan(5000);
    expect((await test.call(getUserInfo, {}, token)).status).toBe(401);
    const hidden = await Users.findById(user._id).lean();
    expect(hidden).toMatchObject({ name: 'Deleted user', email: '-', bio: '', phone: '', deletedAt: expect.any(Date) });
    expect(hidden?.grace?.account).toMatchObject({ name: 'Nadia Graceful', bio: 'Here for now.' });
    const mail = await Mails.findOne({ kind: 'account_leaving', address: user.email }).lean();
    expect(mail?.params).toMatchObject({ name: 'Nadia Graceful', path: '/login', date: expect.stringMatching(/day, /) });
  });

  it('offers the restoration to the right password only; other log-ins answer as before, and the address stays taken', async () => {
    const [user, other] = [await buildUser({ password }), await buildUser({ password })];
    await remove(user);
    expect(codeOf(await test.call(login, { email: user.email, password }))).toEqual([403, 'deletion_pending']);
    expect(codeOf(await test.call(login, { email: user.email, password: 'wrong' }))).toEqual([401, 'wrong_credentials']);
    expect(codeOf(await test.call(restoreAccount, { email: user.email, password: 'wrong' }))).toEqual([401, 'wrong_credentials']);
    expect((await test.call(login, { email: other.email, password })).status).toBe(200);
    const again = { name: 'Somebody Else', email: user.email, password, student_id: 'N-77', photo: 'drawn' };
    expect(codeOf(await test.call(register, again))).toEqual([409, 'registration_conflict']);
  });

  it('is refused to the only admin of a society, and changes nothing', async () => {
    const user = await buildUser({ password });
    const society = await buildSociety({ admin: user });
    expect(codeOf(await remove(user))).toEqual([409, 'only_admin']);
    expect((await test.call(login, { email: user.email, password })).status).toBe(200);
    const second = await buildMember(society, 'admin');
    expect((await remove(user)).status).toBe(200);
    expect((await Memberships.find({ society: society._id, role: 'admin' }).lean()).map((each) => String(each.user))).toEqual([
      String(second._id),
    ]);
  });

  it('passes seats on and withdraws requests, which a restoration does not bring back', async () => {
    const [user, next] = [await buildUser({ password }), await buildUser()];
    const event = await buildEvent({ seats: 1, seatsLeft: 1 });
    await buildAttendance({ event, user });
    const waiting = await buildAttendance({ event, user: next, state: 'waiting' });
    const request = await buildJoinRequest({ user });
    await remove(user);
    await withdraw(user);
    expect(await Attendances.findById(waiting._id).lean()).toMatchObject({ state: 'going' });
    expect(await JoinRequests.findById(request._id).lean()).toBeNull();
    expect((await restore(user)).status).toBe(200);
    expect(await Attendances.findOne({ event: event._id, user: user._id }).lean()).toMatchObject({ state: 'none' });
    expect(await Events.findById(event._id).lean()).toMatchObject({ attendees: 1, seatsLeft: 0 });
    expect(await JoinRequests.findById(request._id).lean()).toMatchObject({ status: 'withdrawn' });
  });
});

describe('a restoration', () => {
  it('brings questions about events back, with their answers', async () => {
    const user = await buildUser({ password });
    const question = await buildEventQuestion({ asker: user, answer: 'Behind the hall.' });
    await remove(user);
    await withdraw(user);
    expect(await EventQuestions.findById(question._id).lean()).toBeNull();
    expect((await restore(user)).status).toBe(200);
    expect(await EventQuestions.findById(question._id).lean()).toMatchObject({ text: question.text, answer: 'Behind the hall.' });
  });

  it('brings answers to the questions after events back', async () => {
    const user = await buildUser({ password });
    const feedback = await buildFeedback({ user, rating: 2 });
    await remove(user);
    await withdraw(user);
    expect(await EventFeedbacks.findById(feedback._id).lean()).toBeNull();
    expect((await restore(user)).status).toBe(200);
    expect(await EventFeedbacks.findById(feedback._id).lean()).toMatchObject({ rating: 2 });
  });

  it('brings a place on a waiting list back without the offer of a seat', async () => {
    const user = await buildUser({ password });
    const event = await buildEvent({ seats: 1, seatsLeft: 0, cancelledAt: new Date(), offerZone: 'Asia/Amman' });
    await buildAttendance({ event, user, state: 'waiting', offeredUntil: new Date(Date.now() + 3_600_000) });
    await remove(user);
    await withdraw(user);
    await restore(user);
    await restorePerson(String(user._id));
    const found = await Attendances.findOne({ event: event._id, user: user._id }).lean();
    expect(found).toMatchObject({ state: 'waiting' });
    expect(found).not.toHaveProperty('offeredUntil');
  });

  it('brings settings, memberships with their roles, content, follows and counters back', async () => {
    const user = await buildUser({ password, name: 'Rana Returning', phone: '+962790001122' });
    const society = await buildSociety({ contactEmail: user.email });
    await buildMembership({ society, user, role: 'moderator' });
    const led = await buildSociety({ admin: user });
    await buildMember(led, 'admin');
    const friend = await buildUser();
    await buildFollow({ from: friend, to: user });
    const token = await test.tokenFor(user);
    const { data: post } = await test.call(createPost, { society_id: String(society._id), content: 'I wrote this.' }, token);
    const comment = await test.call(createComment, { post_id: post.ID, content: 'And this.' }, token);
    await Users.updateOne({ _id: user._id }, { $set: { 'preferences.theme': 'dark' } });
    await sweepNow();
    const before = await Societies.findById(society._id).lean();

    await remove(user);
    await withdraw(user);
    expect(await Societies.findById(society._id).lean()).toMatchObject({
      members: (before?.members ?? 0) - 1,
      posts: (before?.posts ?? 0) - 1,
      contactEmail: '',
    });
    expect(await Memberships.countDocuments({ user: user._id })).toBe(0);
    expect(await Posts.findById(post.ID).lean()).toMatchObject({ removedAt: expect.any(Date), content: 'I wrote this.' });
    expect(await Users.findById(friend._id).lean()).toMatchObject({ following: 0 });

    const { status, data: restored } = await restore(user);
    expect(status).toBe(200);
    expect((await test.call(getUserInfo, {}, restored)).data).toMatchObject({ Name: 'Rana Returning' });
    expect(await Users.findById(user._id).lean()).toMatchObject({
      name: 'Rana Returning',
      phone: '+962790001122',
      preferences: { theme: 'dark' },
      followers: 1,
      deletedAt: null,
    });
    expect(await Memberships.findOne({ society: society._id, user: user._id }).lean()).toMatchObject({ role: 'moderator' });
    expect(await Memberships.findOne({ society: led._id, user: user._id }).lean()).toMatchObject({ role: 'admin' });
    expect(await Societies.findById(society._id).lean()).toMatchObject({
      members: before?.members,
      posts: before?.posts,
      contactEmail: user.email,
    });
    expect(await Posts.findById(post.ID).lean()).toMatchObject({ removedAt: null, comments: 1 });
    expect(await Comments.findById(comment.data.ID).lean()).toMatchObject({ removedAt: null });
    expect(await Follows.countDocuments({ to: user._id, on: true })).toBe(1);
    expect(await Users.findById(friend._id).lean()).toMatchObject({ following: 1 });
    expect(await HeldDocuments.countDocuments({ user: user._id })).toBe(0);
    const after = await Users.findById(user._id).lean();
    expect([after?.grace, after?.returning, after?.due]).toEqual([undefined, undefined, undefined]);
    expect((await test.call(login, { email: user.email, password })).status).toBe(200);
  });

  it('signs in as usual when it is repeated', async () => {
    const user = await buildUser({ password });
    await remove(user);
    const answers = await Promise.all([1, 2].map(() => test.callWithRetry(restoreAccount, { email: user.email, password })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await test.call(restoreAccount, { email: user.email, password })).status).toBe(200);
  });

  it('does not bring back a membership that was banned meanwhile, or what was removed before', async () => {
    const user = await buildUser({ password });
    const society = await buildSociety();
    await buildMembership({ society, user });
    const token = await test.tokenFor(user);
    const { data: post } = await test.call(createPost, { society_id: String(society._id), content: 'Gone before.' }, token);
    await Posts.updateOne({ _id: post.ID }, { $set: { removedAt: new Date(Date.now() - 1000), removedBy: user._id } });
    await remove(user);
    await withdraw(user);
    await buildBan({ society, user });
    await restore(user);
    expect(await Memberships.countDocuments({ user: user._id })).toBe(0);
    expect(await Posts.findById(post.ID).lean()).toMatchObject({ removedAt: expect.any(Date) });
  });

  it('suspends a person who has left the university meanwhile', async () => {
    const user = await buildUser({ password });
    await RosterEntries.create({
      key: 'g-1',
      number: 'G-1',
      name: user.name,
      email: user.email,
      emailFolded: user.emailFolded,
      account: user._id,
    });
    await remove(user);
    await RosterEntries.updateOne({ key: 'g-1' }, { $set: { leftAt: new Date(), account: null } });
    expect(codeOf(await test.call(restoreAccount, { email: user.email, password }))).toEqual([403, 'suspended']);
    expect(codeOf(await test.call(login, { email: user.email, password }))).toEqual([403, 'suspended']);
  });

  it('overtakes the withdrawal, which then stops; both jobs are enqueued again where they were lost', async () => {
    const user = await buildUser({ password });
    const { society } = await buildMembership({ user });
    await remove(user);
    await drain();
    const since = (await Users.findById(user._id).lean())?.grace?.since ?? new Date(0);
    const jobs = queue('accounts');
    await (await jobs.getJob(withdrawalJobId(user._id, since, 0)))?.remove();
    await sweepNow();
    expect((await jobs.getJob(withdrawalJobId(user._id, since, 0)))?.data).toMatchObject({ user: String(user._id) });
    expect((await test.call(restoreAccount, { email: user.email, password })).status).toBe(200);
    await drain();
    await withdrawPerson(String(user._id), 0);
    expect(await Memberships.countDocuments({ user: user._id, society })).toBe(1);
    await (await jobs.getJob(restorationJobId(user._id, since)))?.remove();
    await sweepNow();
    expect((await jobs.getJob(restorationJobId(user._id, since)))?.data).toMatchObject({ user: String(user._id) });
  });
});

describe('the end of a grace', () => {
  /** The whole store, as text. */
  const everything = async (): Promise<string> =>
    JSON.stringify(await Promise.all([...models.values()].map((model) => model.collection.find({}).toArray()))).toLowerCase();

  it('erases everything once, lists it in the ledger, and allows no restoration', async () => {
    const user = await buildUser({ password, name: 'Zaynab Quxwood', email: 'quxwood@uni.example', studentId: 'SID-4455' });
    const society = await buildSociety({ contactEmail: user.email });
    await buildMembership({ society, user });
    const token = await test.tokenFor(user);
    await test.call(createPost, { society_id: String(society._id), content: 'Zaynab Quxwood was here.' }, token);
    await test.call(createTicket, { category: 'general', subject: 'Zaynab asks', content: 'Quxwood here.' }, token);
    await remove(user);
    await withdraw(user);
    await runTask('accounts', silent, mailer);
    expect((await Users.findById(user._id).lean())?.grace).toBeDefined();

    await endGraceOf(user);
    expect(codeOf(await test.call(login, { email: user.email, password }))).toEqual([401, 'wrong_credentials']);
    expect(codeOf(await test.call(restoreAccount, { email: user.email, password }))).toEqual([401, 'wrong_credentials']);
    // Two workers at once, as after a kill.
    await Promise.all([runTask('accounts', silent, mailer), runTask('accounts', silent, mailer)]);
    await drain();
    const ended = await Users.findById(user._id).lean();
    expect([ended?.grace, ended?.leaving?.rounds]).toEqual([undefined, 0]);
    const job = queue('accounts');
    expect((await job.getJob(erasureJobId(user._id, 0)))?.data).toMatchObject({ user: String(user._id) });
    await (await job.getJob(erasureJobId(user._id, 0)))?.remove();
    await sweepNow();
    expect(await (await job.getJob(erasureJobId(user._id, 0)))?.getState()).toBe('waiting');

    for (let round = 0; round < 2; round++) await erasePerson(String(user._id), mailer, 0);
    await sweepNow();
    const left = await everything();
    for (const trace of ['zaynab', 'quxwood', 'sid-4455']) expect([trace, left.includes(trace)]).toEqual([trace, false]);
    await runTask('accounts', silent, mailer);
    const { data: ledger } = await test.call(getLedger, {});
    expect(ledger.Lines).toContainEqual({ Collection: 'users', Last_Run: expect.any(String), Deleted: 0 });
  });

  it('keeps posts on request, without a name', async () => {
    const user = await buildUser({ password, name: 'Kept Graceful' });
    const society = await buildSociety();
    await buildMembership({ society, user });
    const { data: post } = await test.call(
      createPost,
      { society_id: String(society._id), content: 'This stays.' },
      await test.tokenFor(user),
    );
    await remove(user, true);
    await withdraw(user);
    const shown = async () => (await test.call(getAllPosts, {})).data.find(({ ID }) => ID === post.ID);
    expect(await shown()).toMatchObject({ Content: 'This stays.', User_Name: 'Deleted user' });
    await endGraceOf(user);
    await runTask('accounts', silent, mailer);
    for (let round = 0; round < 2; round++) await erasePerson(String(user._id), mailer, 0);
    expect(await shown()).toMatchObject({ Content: 'This stays.', User_Name: 'Deleted user' });
  });
});

describe('during a grace, nobody reads the name', () => {
  const readers: readonly Role[] = ['visitor', 'outsider', 'member', 'moderator', 'admin', 'blocked', 'platform admin'];
  const reads = calls.filter(({ method, rate }) => method === 'GET' && rate !== 'signIn');
  const traces = ['zahra', 'hiddenperson'];
  let place: SocietyScenario;

  /** Reads whose answer to somebody has a trace of the person. */
  async function readsWithTrace(): Promise<string[]> {
    const found: string[] = [];
    for (const call of reads)
      for (const role of readers) {
        const token = role === 'visitor' || call.auth === 'none' ? undefined : place.tokens[role as Exclude<Role, 'visitor'>];
        const request = await requestOf(call, validInput(call.name, place, role), token, validHeaders(call.name, place));
        const answer = (await test.app.inject(request)).body.toLowerCase();
        if (traces.some((trace) => answer.includes(trace))) found.push(`${call.name} by ${role}`);
      }
    return found;
  }

  beforeAll(async () => {
    place = await buildScenario(test, 'public');
    const { author, member } = place.people;
    const named = {
      name: 'Zahra Hiddenperson',
      email: 'zahra@uni.example',
      emailFolded: 'zahra@uni.example',
      nameGrams: ['zah', 'ahr', 'hra'],
    };
    await Users.updateOne({ _id: author._id }, { $set: named });
    await buildFollow({ from: member, to: author });
    await buildFollow({ from: author, to: member });
  });

  it('in no answer of any read call, for any role', { tags: ['long'] }, async () => {
    const { author } = place.people;
    expect((await readsWithTrace()).length).toBeGreaterThan(10);
    expect((await remove(author, true)).status).toBe(200);
    await withdraw(author);
    // Cached reads live for less than a second.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await readsWithTrace()).toEqual([]);
  });
});
