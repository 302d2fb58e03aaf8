import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { restoreFromGrace } from '#models/commands/account-grace';
import { deleteAccount } from '#models/contract/account';
import { restoreAccount } from '#models/contract/auth';
import { resolveReport } from '#models/contract/reports';
import { Attendances } from '#models/db/attendances';
import { Comments } from '#models/db/comments';
import { Consents } from '#models/db/consents';
import { Events } from '#models/db/events';
import { HeldDocuments } from '#models/db/held-documents';
import { Memberships } from '#models/db/memberships';
import { newId } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { transaction } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';
import {
  buildAttendance,
  buildBan,
  buildComment,
  buildConsent,
  buildEvent,
  buildMember,
  buildMembership,
  buildPost,
  buildReport,
  buildSociety,
  buildUser,
} from '#models/testing/builders';
import { restorePerson } from '#workers/accounts/restore-person';
import { withdrawPerson } from '#workers/accounts/withdraw-person';

const test = setUpTestApp({ deletionGraceDays: 14 });
const password = 'knafeh-2026';
const hourMs = 3_600_000;

/** Deletes the account; both rounds of its withdrawal run. */
async function leave(user: UserDoc): Promise<void> {
  expect((await test.call(deleteAccount, { password }, await test.tokenFor(user))).status).toBe(200);
  for (let round = 0; round < 2; round++) await withdrawPerson(String(user._id), 0);
}
async function comeBack({ _id, email }: UserDoc): Promise<void> {
  expect((await test.call(restoreAccount, { email, password })).status).toBe(200);
  await restorePerson(String(_id));
}

describe('content that moderators removed during the grace of its author', () => {
  it.each(['post', 'comment'] as const)('a %s stays removed when the author comes back', async (kind) => {
    const author = await buildUser({ password });
    const society = await buildSociety();
    const post = await buildPost({ society });
    const write = () => (kind === 'post' ? buildPost({ society, author }) : buildComment({ post, author }));
    const [other, reported] = [await write(), await write()];
    const report = await buildReport({ kind, object: reported, society, about: author });
    await leave(author);
    const moderator = await test.tokenFor(await buildMember(society, 'moderator'));
    const { status } = await test.call(resolveReport, { report_id: String(report._id), action: 'remove' }, moderator);
    expect(status).toBe(200);
    await comeBack(author);
    const shown = async ({ _id }: { _id: unknown }) =>
      ((kind === 'post' ? await Posts.findById(_id).lean() : await Comments.findById(_id).lean())?.removedAt ?? null) === null;
    expect([await shown(other), await shown(reported)]).toEqual([true, false]);
  });
});

describe('rights of staff', () => {
  it('do not come back with a deleted account, so that nobody has to take them during its grace', async () => {
    await buildUser({ role: 'admin' });
    for (const scope of ['moderate', 'all'] as const) {
      const staff = [{ scope, by: newId(), confirmedBy: newId(), at: new Date() }];
      const person = await buildUser({ password, staff, role: scope === 'all' ? 'admin' : 'user' });
      await leave(person);
      await comeBack(person);
      const restored = await Users.findById(person._id).lean();
      expect([restored?.role, restored?.staff]).toEqual(['user', undefined]);
    }
  });

  it('come back with the last person who has every scope', async () => {
    await Users.updateMany({ role: 'admin' }, { $set: { role: 'user' }, $unset: { staff: 1 } });
    const [last, other] = [await buildUser({ password, role: 'admin' }), await buildUser({ role: 'admin' })];
    await leave(last);
    await Users.updateOne({ _id: other._id }, { $set: { suspendedAt: new Date() } });
    await comeBack(last);
    expect(await Users.findById(last._id).lean()).toMatchObject({ role: 'admin' });
  });
});

describe('a consent to be named in a sensitive society', () => {
  const inForce = async (user: UserDoc) =>
    (await Consents.find({ user: user._id, active: true }).lean()).map(({ version, at }) => [version, at]);
  const consenting = async (role: 'member' | 'admin') => {
    const user = await buildUser({ password });
    const society = await buildSociety({ category: 'Religious' });
    await buildMembership({ society, user, role });
    return { user, society, consent: await buildConsent({ society, user }) };
  };

  it.each(['member', 'admin'] as const)('of a %s is in force again with the membership, as it was given', async (role) => {
    const { user, consent } = await consenting(role);
    await leave(user);
    expect(await inForce(user)).toEqual([]);
    await comeBack(user);
    expect(await inForce(user)).toEqual([[consent.version, consent.at]]);
    expect((await Consents.findById(consent._id).lean())?.withdrawnAt).toBeNull();
  });

  it('stays ended where its text has another version now', async () => {
    const { user, consent } = await consenting('member');
    await Consents.updateOne({ _id: consent._id }, { $set: { version: consent.version + 1 } });
    await leave(user);
    await comeBack(user);
    expect(await inForce(user)).toEqual([]);
  });

  it('stays withdrawn where the person withdrew it before', async () => {
    const { user, consent } = await consenting('member');
    await Consents.updateOne({ _id: consent._id }, { $set: { withdrawnAt: new Date() }, $unset: { active: 1 } });
    await leave(user);
    await comeBack(user);
    expect(await inForce(user)).toEqual([]);
  });

  it('stays ended where the society has banned the person meanwhile', async () => {
    const { user, society } = await consenting('member');
    await leave(user);
    await buildBan({ society, user });
    await comeBack(user);
    expect(await inForce(user)).toEqual([]);
  });
});

describe('a restoration that is overtaken by another deletion', () => {
  it('leaves a membership for the next restoration', async () => {
    const user = await buildUser({ password });
    const society = await buildSociety();
    await buildMembership({ society, user, role: 'moderator' });
    await leave(user);
    expect(await transaction((session) => restoreFromGrace(session, user._id))).toBeTruthy();
    const { returning } = (await Users.findById(user._id).lean()) ?? {};
    await leave(user);
    // The job of the first restoration goes on after the second deletion, with what it read before.
    await Users.updateOne({ _id: user._id }, { $set: { returning } });
    await restorePerson(String(user._id));
    await Users.updateOne({ _id: user._id }, { $unset: { returning: 1 } });
    expect(await Memberships.countDocuments({ user: user._id })).toBe(0);
    expect(await HeldDocuments.countDocuments({ user: user._id, from: Memberships.modelName })).toBe(1);
    await comeBack(user);
    expect(await Memberships.findOne({ user: user._id, society: society._id }).lean()).toMatchObject({ role: 'moderator' });
  });
});

describe('a seat at an event that was over', () => {
  async function seatAtOver() {
    const user = await buildUser({ password });
    const [startsAt, endsAt] = [new Date(Date.now() - 3 * hourMs), new Date(Date.now() - hourMs)];
    const event = await buildEvent({ seats: 1, seatsLeft: 0, attendees: 1, startsAt, endsAt });
    const { _id } = await buildAttendance({ event, user, checkedInAt: startsAt });
    await leave(user);
    return { user, event, _id };
  }

  it('comes back with its check-in', async () => {
    const { user, _id } = await seatAtOver();
    await comeBack(user);
    expect(await Attendances.findById(_id).lean()).toMatchObject({ state: 'going', checkedInAt: expect.any(Date) });
  });

  it('does not come back where the event was moved and others took the seats', async () => {
    const { user, event, _id } = await seatAtOver();
    const moved = { startsAt: new Date(Date.now() + hourMs), endsAt: new Date(Date.now() + 2 * hourMs) };
    await Events.updateOne({ _id: event._id }, { $set: moved });
    await buildAttendance({ event });
    await comeBack(user);
    expect(await Attendances.findById(_id).lean()).toMatchObject({ state: 'none', checkedInAt: null });
    expect(await Attendances.countDocuments({ event: event._id, state: 'going' })).toBe(1);
    expect(await HeldDocuments.countDocuments({ user: user._id })).toBe(0);
  });
});
