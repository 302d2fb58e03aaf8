import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { erasureJobId } from '#models/bus/account-deletion';
import { queue } from '#models/bus/jobs';
import { recordMail } from '#models/bus/mails';
import { drain } from '#models/bus/publish';
import { deleteAccount, exportData } from '#models/contract/account';
import { login, sessionEnded } from '#models/contract/auth';
import { createComment } from '#models/contract/comments';
import { membershipChanged } from '#models/contract/members';
import { planPost } from '#models/contract/planned-posts';
import { votePoll } from '#models/contract/polls';
import { createPost, getAllPosts } from '#models/contract/posts';
import { register } from '#models/contract/sign-up';
import { uploadPath } from '#models/contract/uploads';
import { getUserInfo } from '#models/contract/users';
import { Activities } from '#models/db/activities';
import { Attendances } from '#models/db/attendances';
import { newCalendarKey } from '#models/db/calendar-keys';
import { Cards } from '#models/db/cards';
import { storeConsent } from '#models/db/consents';
import { EventMessages } from '#models/db/event-messages';
import { EventQuestions } from '#models/db/event-questions';
import { Events } from '#models/db/events';
import { newFactorChallenge } from '#models/db/factor-challenges';
import { Memberships } from '#models/db/memberships';
import { models, newId, toId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { makeToken } from '#models/db/one-time-tokens';
import { SecondFactors } from '#models/db/second-factors';
import '#models/db/all';
import { describedCollections } from '#models/db/collections';
import { Posts } from '#models/db/posts';
import { PushSubscriptions } from '#models/db/push-subscriptions';
import { RosterEntries } from '#models/db/roster-entries';
import { Shares } from '#models/db/shares';
import { Societies } from '#models/db/societies';
import { SupportRequests } from '#models/db/support-requests';
import { transaction } from '#models/db/transaction';
import { Uploads } from '#models/db/uploads';
import { type UserDoc, Users } from '#models/db/users';
import {
  buildAttendance,
  buildBan,
  buildBlock,
  buildBookmark,
  buildClaim,
  buildComment,
  buildDemotion,
  buildEvent,
  buildEventQuestion,
  buildEventSeries,
  buildFeedback,
  buildFollow,
  buildInvitation,
  buildJoinRequest,
  buildLike,
  buildMeeting,
  buildMember,
  buildMembership,
  buildNotification,
  buildPost,
  buildReport,
  buildSociety,
  buildSocietyFollow,
  buildStaffProposal,
  buildUser,
  somePoll,
} from '#models/testing/builders';
import { erasePerson } from '#workers/accounts/erase-person';
import { dispatch } from '#workers/activity/dispatch';
import { silent } from '#workers/log';
import { type Mailer, makeMailer } from '#workers/mail/mailer';
import { sendMail } from '#workers/mail/send';
import { sweep, sweepDefaults } from '#workers/sweeper/sweeper';

const test = setUpTestApp();
let dataDir: string;
let mailer: Mailer;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'nadi-deleted-'));
  mailer = makeMailer({ from: 'Nadi <nadi@uni.example>', dataDir, publicUrl: 'http://localhost' });
});
afterAll(async () => {
  await rm(dataDir, { recursive: true });
});

const password = 'knafeh-2026';
const traces = ['zaynab', 'quxwood', 'sid-77812345', '790001122'];
const personal = {
  name: 'Zaynab Quxwood',
  email: 'Zaynab.Quxwood@uni.example',
  pendingEmail: 'zaynab.new@uni.example',
  studentId: 'SID-77812345',
  phone: '+962790001122',
  bio: 'I am Zaynab.',
  image: 'https://img.example/zaynab.jpg',
};
const bio = 'Zaynab Quxwood here, call me: +962790001122';

/** The whole store, as text. */
async function everything(): Promise<[collection: string, text: string][]> {
  const all: [string, string][] = [];
  for (const [name, model] of models) all.push([name, JSON.stringify(await model.collection.find({}).toArray()).toLowerCase()]);
  for (const file of await readdir(path.join(dataDir, 'mail')).catch(() => []))
    all.push([file, (await readFile(path.join(dataDir, 'mail', file), 'utf8')).toLowerCase()]);
  return all;
}
const tracesLeft = async (words = traces) =>
  (await everything()).flatMap(([name, text]) => words.filter((word) => text.includes(word)).map((word) => `${word} in ${name}`));

const sweepNow = () => sweep({ ...sweepDefaults, dueAfterMs: 0, freshMs: 0 }, { timeZone: 'UTC', trendingEveryMs: 3_600_000 }, silent);
async function dispatchAll(): Promise<void> {
  await drain();
  for (const { _id } of await Activities.find({ due: { $lte: new Date() } }).lean())
    await dispatch({ kind: 'activity', id: String(_id), version: 1 });
}
/** Runs the clean-up as the workers do, without the wait between the rounds. */
async function forget(user: Pick<UserDoc, '_id'>): Promise<void> {
  for (let round = 0; round < 2; round++) await erasePerson(String(user._id), mailer, 0);
  await sweepNow();
}

/** Creates data of a person in every collection that can have some. */
async function fillEverything(user: UserDoc, token: string) {
  const society = await buildSociety({ contactEmail: personal.email });
  await buildMembership({ society, user });
  await Memberships.updateOne({ society: society._id, user: society.creator }, { $set: { successor: user._id, roleUntil: '2031-06-30' } });
  const led = await buildSociety({ admin: user });
  await buildMeeting(await buildEventSeries({ society: led, creator: user }));
  await buildMember(led, 'admin');
  const other = await buildMember(society);
  const theirs = await buildPost({ society, author: other });
  const mine = (await test.call(createPost, { society_id: String(society._id), content: bio }, token)).data;
  expect((await test.call(planPost, { society_id: String(society._id), content: bio }, token)).status).toBe(201);
  const polled = await buildPost({ society, author: other, poll: somePoll() });
  expect((await test.call(votePoll, { post_id: String(polled._id), choices: [0] }, token)).status).toBe(200);
  const comment = await test.call(createComment, { post_id: String(theirs._id), content: bio }, token);
  expect(comment.status).toBe(201);
  await buildComment({ post: toId(mine.ID), author: other });
  await dispatchAll();
  const liked = await buildLike({ post: theirs, user });
  await buildFollow({ from: user, to: other });
  await buildFollow({ from: other, to: user });
  await buildSocietyFollow({ user });
  await newCalendarKey(user._id);
  const agreed = { version: 1, language: 'en' } as const;
  await transaction((session) => storeConsent(session, { user: user._id, subject: 'terms', society: null }, agreed));
  const factor = { user: user._id, kind: 'passkey', name: 'zaynab', credential: String(user._id), createdAt: new Date() } as const;
  await SecondFactors.create(factor);
  await newFactorChallenge({ purpose: 'signIn', user: user._id, boundTo: 'zaynab' });
  await buildBlock({ from: user });
  await buildBlock({ to: user });
  await buildBan({ user });
  await buildJoinRequest({ user, answer: bio });
  await buildJoinRequest({ user, answer: bio, status: 'rejected' });
  await buildStaffProposal({ user });
  await buildInvitation({ user });
  await buildInvitation({ emailFolded: personal.email.toLowerCase() });
  const event = await buildEvent({ society, seats: 1, seatsLeft: 1 });
  await buildAttendance({ event, user });
  await Events.updateOne({ _id: event._id }, { stewards: [user._id, other._id], stewardsVersion: 2 });
  const waiting = await buildAttendance({ event, user: other, state: 'waiting' });
  const past = await buildEvent({ society, startsAt: new Date(Date.now() - 10 * 86_400_000) });
  await buildAttendance({ event: past, user });
  await buildFeedback({ event: past, user, text: bio });
  await buildBookmark({ event, user });
  await EventMessages.create({ event: event._id, society: society._id, by: user._id, to: 'going', text: bio, at: new Date() });
  await buildEventQuestion({ event, asker: user, text: bio });
  const answered = await buildEventQuestion({ event, asker: other, answer: 'In the garden.', answeredBy: user._id });
  await Shares.create({ event: event._id, user: user._id, day: '2026-01-01', at: new Date() });
  await buildDemotion({ by: user, reason: bio });
  await buildDemotion({ user, reason: 'Zaynab Quxwood is away.' });
  await buildClaim({ user, words: bio });
  await buildReport({ by: user, reason: bio });
  await buildReport({ kind: 'user', object: user, reason: 'Zaynab Quxwood is rude.' });
  const appeal = { message: bio, at: new Date(), status: 'upheld', note: '', by: other._id, decidedAt: new Date() } as const;
  await buildReport({ object: newId(), about: user, status: 'removed', reason: 'This was rude too.', by: other, appeal });
  await buildNotification({ user, params: { excerpt: bio } });
  await Cards.create({ _id: `recommendations:${user._id}`, items: [], computedAt: new Date() });
  const keys = { p256dh: 'zaynab', auth: 'quxwood' };
  await PushSubscriptions.create({
    user: user._id,
    session: 's',
    endpoint: `https://push.example/${user._id}`,
    keys,
    createdAt: new Date(),
  });
  const ticket = { category: 'General', subject: bio, content: bio, status: 'open' as const, createdAt: new Date() };
  await SupportRequests.create([
    { ...ticket, user: user._id },
    { ...ticket, user: null, email: user.emailFolded },
  ]);
  const picture = { type: 'image/png', bytes: Buffer.from('zaynab'), width: 1, height: 1, createdAt: new Date(), orphanedAt: null };
  const [unused, shown] = [newId(), newId()];
  await Uploads.create([
    { ...picture, _id: unused, owner: user._id },
    { ...picture, _id: shown, owner: user._id },
  ]);
  await Societies.updateOne({ _id: society._id }, { $set: { image: uploadPath(String(shown)) } });
  await RosterEntries.create({ key: 'sid-77812345', number: personal.studentId, name: user.name, email: user.email, account: user._id });
  await makeToken({ purpose: 'reset', user: user._id, emailFolded: user.emailFolded });
  const mails = [
    await recordMail({ kind: 'password_changed', user: user._id }),
    await recordMail({ kind: 'invitation', address: user.email, params: { by: 'Omar', society: 'Chess' } }),
    await recordMail({ kind: 'invitation', address: 'guest@uni.example', params: { by: user.name, society: 'Chess' }, about: [user._id] }),
  ];
  for (const { _id } of mails) await sendMail(String(_id), silent, { timeZone: 'UTC', mailer });
  await recordMail({ kind: 'verify_email', user: user._id, address: personal.pendingEmail });
  return { society, led, other, theirs, mine, liked, event, waiting, answered, unused, shown };
}

describe('a deleted account', () => {
  it('leaves no personal data; counters are right, freed seats move on, and open screens are updated', async () => {
    const user = await buildUser({ ...personal, password });
    const token = await test.tokenFor(user);
    const filled = await fillEverything(user, token);
    const { society, led, other, theirs, mine, event, waiting, answered, unused, shown } = filled;
    expect((await tracesLeft()).length).toBeGreaterThan(12);
    // Every collection with personal data must be filled by this test before it is searched.
    for (const [name, { exportFilter, exportedPart }] of describedCollections())
      for (const own of [exportFilter, exportedPart?.filter])
        if (own) expect([name, await models.get(name)?.countDocuments(own(user._id))]).not.toEqual([name, 0]);
    const [mySocket, watcher] = [await openSocket(test.url, { token }), await openSocket(test.url, { token: await test.tokenFor(other) })];
    await watcher.join(`society:${society._id}`);

    const wrong = await test.call(deleteAccount, { password: 'wrong-password' }, token);
    expect([wrong.status, wrong.error.code]).toEqual([401, 'wrong_password']);
    expect((await test.call(deleteAccount, { password, keep_posts: false }, token)).status).toBe(200);
    expect((await mySocket.next(sessionEnded)).payload).toEqual({ reason: 'account_deleted', session_ids: 'all' });
    await mySocket.closed();
    expect((await test.call(getUserInfo, {}, token)).status).toBe(401);
    expect((await test.call(login, { email: personal.email, password })).status).toBe(401);

    await forget(user);
    const left = await watcher.next(membershipChanged, ({ user_id }) => user_id === String(user._id));
    expect(left.payload).toMatchObject({ society_id: String(society._id), Role: null });
    expect(await tracesLeft()).toEqual([]);

    const truly = {
      members: await Memberships.countDocuments({ society: society._id }),
      posts: await Posts.countDocuments({ society: society._id, removedAt: null }),
    };
    expect(await Societies.findById(society._id).lean()).toMatchObject({ ...truly, contactEmail: '' });
    expect(await Societies.findById(led._id).lean()).toMatchObject({ members: 1 });
    expect(await Posts.findById(theirs._id).lean()).toMatchObject({ likes: 0, comments: 0 });
    expect(await Posts.findById(mine.ID).lean()).toMatchObject({ content: '', words: [], removedAt: expect.any(Date) });
    expect(await Users.findById(other._id).lean()).toMatchObject({ followers: 0, following: 0 });
    expect(await Attendances.findById(waiting._id).lean()).toMatchObject({ state: 'going' });
    expect(await Events.findById(event._id).lean()).toMatchObject({ attendees: 1, seatsLeft: 0, interested: 0, stewards: [other._id] });
    expect(await EventQuestions.find({ event: event._id }).lean()).toMatchObject([
      { _id: answered._id, answer: 'In the garden.', answeredBy: null },
    ]);
    expect(await Notifications.countDocuments({ user: user._id })).toBe(0);
    // A society's picture stays, whoever uploaded it.
    expect([await Uploads.exists({ _id: unused }), await Uploads.exists({ _id: shown })]).toEqual([null, expect.anything()]);
    const remains = await Users.findById(user._id).lean();
    expect(remains).toMatchObject({ name: 'Deleted user', studentId: '', phone: '', bio: '', image: '', deletedAt: expect.any(Date) });
    expect([remains?.leaving, remains?.due]).toEqual([undefined, undefined]);
    const again = { name: personal.name, email: personal.email, password, student_id: personal.studentId, photo: 'drawn' };
    expect((await test.call(register, again)).status).toBe(201);
    watcher.close();
  });

  it('keeps posts on request, without a name', async () => {
    const user = await buildUser({ name: 'Kept Writer', password });
    const society = await buildSociety();
    await buildMembership({ society, user });
    const post = await buildPost({ society, author: user, content: 'This stays.' });
    await buildComment({ post, author: user, content: 'This too.' });
    expect((await test.call(deleteAccount, { password, keep_posts: true }, await test.tokenFor(user))).status).toBe(200);
    await forget(user);
    const { data } = await test.call(getAllPosts, {});
    expect(data.find(({ ID }) => ID === String(post._id))).toMatchObject({
      Content: 'This stays.',
      User_Name: 'Deleted user',
      Comments: 1,
    });
    expect(await tracesLeft(['kept writer'])).toEqual([]);
  });

  it('reads the password from the body alone, never from the address', async () => {
    const user = await buildUser({ password });
    const headers = { authorization: `Bearer ${await test.tokenFor(user)}` };
    const byAddress = await fetch(`${test.url}${deleteAccount.path}?password=${password}&keep_posts=true`, { method: 'DELETE', headers });
    expect([byAddress.status, await byAddress.json()]).toEqual([
      400,
      expect.objectContaining({ fields: { password: 'Password is required' } }),
    ]);
    expect((await Users.findById(user._id).lean())?.deletedAt).toBeNull();
    const body = JSON.stringify({ password, keep_posts: true });
    const asked = { method: 'DELETE', headers: { ...headers, 'content-type': 'application/json' }, body };
    expect((await fetch(`${test.url}${deleteAccount.path}`, asked)).status).toBe(200);
    expect((await Users.findById(user._id).lean())?.leaving).toMatchObject({ keepPosts: true });
  });

  it('needs other admins in its societies: the only admin gets 409 and nothing changes', async () => {
    const user = await buildUser({ password });
    const society = await buildSociety({ admin: user });
    const token = await test.tokenFor(user);
    const refused = await test.call(deleteAccount, { password }, token);
    expect([refused.status, refused.error.code]).toEqual([409, 'only_admin']);
    expect((await test.call(getUserInfo, {}, token)).status).toBe(200);
    await buildMember(society, 'admin');
    expect((await test.call(deleteAccount, { password }, token)).status).toBe(200);
  });

  it('of the last two admins of a society at once: one is refused', async () => {
    const society = await buildSociety({ admin: await buildUser({ password }) });
    const second = await buildUser({ password });
    await buildMembership({ society, user: second, role: 'admin' });
    const tokens = [await test.tokenFor(second), await test.tokenFor({ _id: society.creator })];
    const answers = await Promise.all(tokens.map((token) => test.callWithRetry(deleteAccount, { password }, token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await Memberships.countDocuments({ society: society._id, role: 'admin' })).toBe(1);
  });

  it('is cleaned up completely after a crash in between, and where its job was lost', async () => {
    const user = await buildUser({ name: 'Crashed Person', password });
    const post = await buildPost({ content: 'Crashed Person wrote this.', author: user });
    await buildMembership({ society: post.society, user });
    await buildLike({ post, user });
    await test.call(deleteAccount, { password }, await test.tokenFor(user));
    await drain();
    const job = await queue('accounts').getJob(erasureJobId(user._id, 0));
    expect(job?.data).toMatchObject({ user: String(user._id) });
    await job?.remove();
    await sweepNow();
    expect(await (await queue('accounts').getJob(erasureJobId(user._id, 0)))?.getState()).toBe('waiting');
    const mail = await recordMail({ kind: 'password_changed', user: user._id });
    const broken = makeMailer({ from: 'x@uni.example', dataDir: '/dev/null', publicUrl: '' });
    await expect(erasePerson(String(user._id), broken, 0)).rejects.toThrow();
    expect((await Users.findById(user._id).lean())?.leaving).toMatchObject({ rounds: 0 });
    await forget(user);
    expect(await models.get('mails')?.findById(mail._id)).toBeNull();
    expect(await tracesLeft(['crashed person'])).toEqual([]);
    expect(await Posts.findById(post._id).lean()).toMatchObject({ likes: 0 });
  });

  it('is cleaned up again for a call that was still writing after the first round', async () => {
    const user = await buildUser({ password });
    await test.call(deleteAccount, { password }, await test.tokenFor(user));
    await erasePerson(String(user._id), mailer, 0);
    const { post } = await buildLike({ user });
    await erasePerson(String(user._id), mailer, 0);
    await sweepNow();
    expect((await Posts.findById(post).lean())?.likes).toBe(0);
  });
});

describe('a data export', () => {
  it('has all personal data, and nothing else', async () => {
    const user = await buildUser({ ...personal, email: 'export@uni.example', studentId: 'E-1', password });
    const token = await test.tokenFor(user);
    const { mine } = await fillEverything(user, token);
    const { status, data } = await test.call(exportData, {}, token);
    expect(status).toBe(200);
    const { collections } = data;
    expect(collections.users).toEqual([
      expect.objectContaining({ name: personal.name, email: 'export@uni.example', studentId: 'E-1', phone: personal.phone }),
    ]);
    expect(collections.posts).toEqual([expect.objectContaining({ _id: mine.ID, content: bio })]);
    for (const name of [
      'comments',
      'likes',
      'follows',
      'societyFollows',
      'consents',
      'calendarKeys',
      'secondFactors',
      'blocks',
      'memberships',
      'joinRequests',
      'invitations',
      'attendances',
      'bookmarks',
      'shares',
      'reports',
      'notifications',
      'sessions',
      'cards',
      'tickets',
      'uploads',
      'pushSubscriptions',
    ])
      expect([name, collections[name]?.length]).not.toEqual([name, 0]);
    expect(collections.appeals).toEqual([
      {
        kind: 'post',
        object: expect.any(String),
        appeal: { message: bio, at: expect.any(String), status: 'upheld', note: '', decidedAt: expect.any(String) },
      },
    ]);
    const text = JSON.stringify(data);
    expect(text).not.toContain(user.passwordHash);
    for (const reported of ['is rude', 'was rude too']) expect(text).not.toContain(reported);
  });

  it('names nobody else of a sensitive society that the person has left', async () => {
    const society = await buildSociety({ category: 'Religious' });
    const user = await buildUser();
    const membership = await buildMembership({ society, user });
    const other = await buildMember(society, 'admin');
    await buildClaim({ society, user, absent: other._id, decidedBy: other._id });
    await buildDemotion({ society, by: user, user: other, agreed: [user._id, other._id] });
    const token = await test.tokenFor(user);
    const exported = async () => JSON.stringify((await test.call(exportData, {}, token)).data.collections);
    expect((await exported()).split(String(other._id))).toHaveLength(5);
    await Memberships.deleteOne({ _id: membership._id });
    expect(await exported()).not.toContain(String(other._id));
  });

  it('needs a session', async () => {
    expect((await test.call(exportData, {})).status).toBe(401);
  });
});
