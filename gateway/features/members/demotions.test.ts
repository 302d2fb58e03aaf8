import { describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { drain } from '#models/bus/publish';
import { getSocietyHistory } from '#models/contract/audit';
import { answerDemotion, askDemotion, demoteAdmin, demotionChanged, getDemotions } from '#models/contract/demotions';
import { stepDown } from '#models/contract/member-list';
import { roomOf } from '#models/contract/rooms';
import { Activities } from '#models/db/activities';
import { AuditEntries } from '#models/db/audit-entries';
import { Demotions } from '#models/db/demotions';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { Users } from '#models/db/users';
import * as build from '#models/testing/builders';
import { dispatch } from '#workers/activity/dispatch';
import { expireDemotions } from '#workers/upkeep/expire-demotions';

const test = setUpTestApp();
const reason = 'Away since spring.';

const roleOf = async (society: { _id: Id }, user: { _id: Id }) =>
  (await Memberships.findOne({ society: society._id, user: user._id }).lean())?.role ?? null;
const suspend = (user: { _id: Id } | undefined) => Users.updateOne({ _id: user?._id }, { $set: { suspendedAt: new Date() } });
async function dispatchAll(): Promise<void> {
  await drain();
  for (const { _id } of await Activities.find({ due: { $lte: new Date() } }).lean())
    await dispatch({ kind: 'activity', id: String(_id), version: 1 });
}

/** A society with this many admins; the last one is whom it is about. */
async function scene(count = 3) {
  const society = await build.buildSociety();
  const people = [{ _id: society.creator }];
  while (people.length < count) people.push(await build.buildMember(society, 'admin'));
  const tokens = await Promise.all(people.map((person) => test.tokenFor(person)));
  const subject = people.at(-1) as { _id: Id };
  const society_id = String(society._id);
  const ask = (by = 0) => test.call(askDemotion, { society_id, user_id: String(subject._id), reason }, tokens[by]);
  const answer = (demotion_id: string, by: number, agree = true) => test.call(answerDemotion, { demotion_id, agree }, tokens[by]);
  const list = (by: number) => test.call(getDemotions, { society_id }, tokens[by]);
  return { society, society_id, people, tokens, subject, ask, answer, list };
}

describe('a request that an admin be demoted', () => {
  it('is made once, and counts the one who asked', async () => {
    const { ask, list, people } = await scene();
    const first = await ask();
    expect(first.data).toMatchObject({ Reason: reason, Agreed: [String(people[0]?._id)], Needed: 2, Status: 'open', version: 1 });
    expect((await ask()).data).toEqual(first.data);
    expect((await list(1)).data).toEqual([first.data]);
    expect(await Demotions.countDocuments({})).toBeGreaterThan(0);
  });

  it('is hidden from the admin it is about, in the list and in the history', async () => {
    const { ask, answer, list, society_id, tokens } = await scene();
    const { ID } = (await ask()).data;
    expect((await list(2)).data).toEqual([]);
    expect((await answer(ID, 2)).status).toBe(404);
    expect(await AuditEntries.countDocuments({ call: 'askDemotion', outcome: 'ok' })).toBeGreaterThan(0);
    const history = (await test.call(getSocietyHistory, { society_id }, tokens[2])).data;
    expect(history.filter((entry) => JSON.stringify(entry).includes('askDemotion'))).toEqual([]);
  });

  it.each(['moderate', 'all'] as const)('reaches no socket of the admin it is about, who has the scope %s', async (scope) => {
    const { society, society_id, tokens } = await scene();
    const subject = await build.buildStaff(scope);
    await build.buildMembership({ society, user: subject, role: 'admin' });
    const connect = async (token: string | undefined) => {
      const socket = await openSocket(test.url, token ? { token } : {});
      await socket.join(roomOf('societyAdmins', society_id));
      return socket;
    };
    const [theirs, other] = [await connect(await test.tokenFor(subject)), await connect(tokens[1])];
    await test.call(askDemotion, { society_id, user_id: String(subject._id), reason }, tokens[0]);
    await other.next(demotionChanged);
    await theirs.ask('leave', 'nothing');
    expect(theirs.count(demotionChanged)).toBe(0);
    for (const socket of [theirs, other]) socket.close();
  });

  it.each([
    [2, 'too_few_admins'],
    [1, 'forbidden'],
  ])('is refused among %i admins: %s', async (count, code) => {
    const { ask } = await scene(count);
    expect((await ask()).error.code).toBe(code);
  });

  it('is refused where too few of the other admins can sign in', async () => {
    const { ask, people } = await scene();
    await suspend(people[1]);
    expect((await ask()).error.code).toBe('too_few_admins');
  });

  it('needs more than half of the other admins who can sign in, and never the one who asked alone', async () => {
    const { ask, answer, people, society, subject } = await scene(5);
    const { ID } = (await ask()).data;
    await suspend(people[2]);
    await suspend(people[3]);
    expect((await answer(ID, 1)).data).toMatchObject({ Status: 'done' });
    expect(await roleOf(society, subject)).toBe('member');
    const alone = await scene();
    await alone.ask();
    await suspend(alone.people[1]);
    expect((await alone.list(0)).data).toMatchObject([{ Needed: 2, Agreed: [String(alone.people[0]?._id)] }]);
    await alone.answer((await alone.list(0)).data[0]?.ID ?? '', 0);
    expect(await roleOf(alone.society, alone.subject)).toBe('admin');
  });

  it('can be about a suspended admin', async () => {
    const { ask, answer, society, subject } = await scene();
    await suspend(subject);
    expect((await answer((await ask()).data.ID, 1)).data.Status).toBe('done');
    expect(await roleOf(society, subject)).toBe('member');
  });

  it('is refused about a member, and where another admin has asked', async () => {
    const { ask, society, society_id, tokens } = await scene();
    const member = await build.buildMember(society);
    const about = await test.call(askDemotion, { society_id, user_id: String(member._id), reason }, tokens[0]);
    expect(about.error.code).toBe('not_admin');
    await ask();
    expect((await ask(1)).error.code).toBe('demotion_open');
  });

  it.each([
    [3, 1],
    [4, 1],
    [5, 2],
  ])('of %i admins demotes with %i more who agree', async (count, more) => {
    const { society, subject, ask, answer } = await scene(count);
    const { ID } = (await ask()).data;
    for (let by = 1; by <= more; by++) {
      expect(await roleOf(society, subject)).toBe('admin');
      expect((await answer(ID, by)).status).toBe(200);
    }
    expect(await roleOf(society, subject)).toBe('member');
    expect(await Demotions.findById(ID).lean()).toMatchObject({ status: 'done' });
    expect((await answer(ID, 1)).error.code).toBe('demotion_closed');
    expect(await Activities.countDocuments({ object: subject._id, verb: 'member.role' })).toBe(1);
  });

  it('notifies the others of the question, and the demoted person of the reason without a name', async () => {
    const { people, subject, ask, answer } = await scene();
    const { ID } = (await ask()).data;
    await dispatchAll();
    const asked = await Notifications.find({ type: 'demotion_asked', key: `demotion:${ID}` }).lean();
    expect(asked.map(({ user }) => String(user))).toEqual([String(people[1]?._id)]);
    await answer(ID, 1);
    await dispatchAll();
    const found = await Notifications.findOne({ user: subject._id, type: 'role_member' }).lean();
    expect(found).toMatchObject({ params: { admin: 'true', reason }, actors: [] });
    expect(await Notifications.countDocuments({ key: `demotion:${ID}`, unread: true })).toBe(0);
  });

  it('is withdrawn by the one who asked, and loses the agreement that another takes back', async () => {
    const { ask, answer } = await scene(5);
    const { ID } = (await ask()).data;
    expect((await answer(ID, 1)).data.Agreed).toHaveLength(2);
    expect((await answer(ID, 1, false)).data.Agreed).toHaveLength(1);
    expect((await answer(ID, 0, false)).data.Status).toBe('withdrawn');
  });

  it.each([
    ['the one who asked', 0],
    ['the one it is about', 4],
  ])('ends when %s steps down', async (_name, who) => {
    const { society_id, tokens, ask } = await scene(5);
    const { ID } = (await ask()).data;
    expect((await test.call(stepDown, { society_id, role: 'member' }, tokens[who])).status).toBe(200);
    expect(await Demotions.findById(ID).lean()).toMatchObject({ status: 'ended' });
  });

  it.each([
    ['ends by a departure', false],
    ['was deleted with the account of the one who asked', true],
  ])('is taken back from the others when it %s', async (_title, isDeleted) => {
    const { society_id, tokens, ask } = await scene(5);
    const { ID } = (await ask()).data;
    const asked = { key: `demotion:${ID}`, unread: true } as const;
    await dispatchAll();
    expect(await Notifications.countDocuments(asked)).toBe(3);
    await test.call(stepDown, { society_id, role: 'member' }, tokens[0]);
    if (isDeleted) await Demotions.deleteOne({ _id: ID });
    await dispatchAll();
    expect(await Notifications.countDocuments(asked)).toBe(0);
  });

  it('is taken back from an admin who steps down while it is open', async () => {
    const { society_id, people, tokens, ask } = await scene(5);
    const asked = { key: `demotion:${(await ask()).data.ID}` };
    await dispatchAll();
    await test.call(stepDown, { society_id, role: 'member' }, tokens[1]);
    await dispatchAll();
    const left = (await Notifications.find(asked).lean()).map(({ user }) => String(user));
    expect(left.toSorted()).toEqual([people[2], people[3]].map((person) => String(person?._id)).toSorted());
  });

  it('does not demote by a departure, but counts anew with the next answer', async () => {
    const { society, society_id, subject, tokens, ask, answer } = await scene(5);
    const { ID } = (await ask()).data;
    await test.call(stepDown, { society_id, role: 'member' }, tokens[3]);
    await test.call(stepDown, { society_id, role: 'member' }, tokens[2]);
    expect(await roleOf(society, subject)).toBe('admin');
    expect((await answer(ID, 1)).data.Status).toBe('done');
    expect(await roleOf(society, subject)).toBe('member');
  });

  it('ends when only two admins remain', async () => {
    const { society_id, tokens, ask } = await scene();
    const { ID } = (await ask()).data;
    await test.call(stepDown, { society_id, role: 'member' }, tokens[1]);
    expect(await Demotions.findById(ID).lean()).toMatchObject({ status: 'ended' });
  });

  it('expires after 14 days, once, and can be made again', async () => {
    const { ask, answer, list } = await scene();
    const { ID } = (await ask()).data;
    await Demotions.updateOne({ _id: ID }, { $set: { expiresAt: new Date(Date.now() - 1) } });
    expect((await answer(ID, 1)).error.code).toBe('demotion_closed');
    expect((await list(1)).data).toEqual([]);
    await Promise.all([expireDemotions(), expireDemotions()]);
    expect(await Demotions.findById(ID).lean()).toMatchObject({ status: 'expired', version: 2 });
    expect((await ask()).data.ID).not.toBe(ID);
  });
});

describe('a platform admin', () => {
  const staff = async () => test.tokenFor(await build.buildUser({ role: 'admin' }));

  it('demotes an admin with a reason, of which the person is notified', async () => {
    const { society, society_id, subject } = await scene(2);
    const input = { society_id, user_id: String(subject._id), reason };
    const token = await staff();
    expect((await test.call(demoteAdmin, input, token)).data).toMatchObject({ Role: 'member' });
    expect((await test.call(demoteAdmin, input, token)).error.code).toBe('not_admin');
    expect(await roleOf(society, subject)).toBe('member');
    await dispatchAll();
    expect(await Notifications.findOne({ user: subject._id, type: 'role_member' }).lean()).toMatchObject({ params: { reason } });
  });

  it('demotes the last admin who can sign in only with a successor', async () => {
    const { society_id, people, subject } = await scene(2);
    await suspend(people[0]);
    const input = { society_id, user_id: String(subject._id), reason };
    expect((await test.call(demoteAdmin, input, await staff())).error.code).toBe('last_admin');
  });

  it('demotes the last admin only with a successor', async () => {
    const { society, society_id, subject } = await scene(1);
    const heir = await build.buildMember(society);
    const token = await staff();
    const input = { society_id, user_id: String(subject._id), reason };
    expect((await test.call(demoteAdmin, input, token)).error.code).toBe('last_admin');
    expect((await test.call(demoteAdmin, { ...input, successor: input.user_id }, token)).error.code).toBe('last_admin');
    const stranger = await build.buildUser();
    expect((await test.call(demoteAdmin, { ...input, successor: String(stranger._id) }, token)).status).toBe(404);
    expect((await test.call(demoteAdmin, { ...input, successor: String(heir._id) }, token)).status).toBe(200);
    expect([await roleOf(society, subject), await roleOf(society, heir)]).toEqual(['member', 'admin']);
  });
});
