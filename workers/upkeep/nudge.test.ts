import { beforeEach, describe, expect, it } from 'vitest';
import { recordActivity, refOf } from '#models/bus/records';
import { type JoinRequestDoc, JoinRequests } from '#models/db/join-requests';
import type { Id } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { transaction } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';
import { buildJoinRequest, buildMember, buildMembership, buildSociety, buildUser } from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { dispatch, dispatchDefaults } from '../activity/dispatch.js';
import { nudge } from './nudge.js';

setUpTestBus();
beforeEach(() => Promise.all([Notifications.deleteMany({}), JoinRequests.deleteMany({})]));

const hourMs = 3600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs);
const of = (user: { _id: Id }): Promise<NotificationDoc[]> => Notifications.find({ user: user._id }).sort({ _id: 1 }).lean();

/** A society with an admin, and a request that has waited for these hours. */
async function waiting(hours: number, over: Partial<SocietyDoc> = {}) {
  const society = await buildSociety(over);
  const admin = await buildUser();
  await buildMembership({ society, user: admin, role: 'admin' });
  const request = await ask(society, hours);
  return { society, admin, request };
}

const ask = (society: SocietyDoc, hours: number): Promise<JoinRequestDoc> => buildJoinRequest({ society, createdAt: hoursAgo(hours) });

/** State after a decision or a withdrawal, with its record dispatched. */
async function end(request: JoinRequestDoc, verb: 'request.decided' | 'request.withdrawn'): Promise<void> {
  const status = verb === 'request.decided' ? 'approved' : 'withdrawn';
  const record = await transaction(async (session) => {
    await JoinRequests.updateOne({ _id: request._id }, { $set: { status }, $unset: { pending: 1 } }, { session });
    return recordActivity(session, { actor: request.user, verb, object: request._id, society: request.society, open: false });
  });
  await dispatch(refOf(record));
}

describe('a join request that has waited for a day', () => {
  it('a waiting request reminds every admin once, and nobody else', async () => {
    const { society, admin } = await waiting(24.1);
    const second = await buildUser();
    await buildMembership({ society, user: second, role: 'admin' });
    const others = [await buildMember(society), await buildUser()];
    for (let i = 0; i < 2; i++) await nudge();
    for (const user of [admin, second])
      expect(await of(user)).toMatchObject([
        {
          type: 'requests_waiting',
          actors: [],
          unread: true,
          why: 'admin',
          link: `/societies/${society._id}/join-requests`,
          params: { society: society.name },
        },
      ]);
    for (const user of others) expect(await of(user)).toEqual([]);
  });

  it('a request is not reminded of before a day', async () => {
    const { admin } = await waiting(23.9);
    await nudge();
    expect(await of(admin)).toEqual([]);
    await nudge(Date.now() + hourMs);
    expect(await of(admin)).toHaveLength(1);
  });

  it('waiting requests of a society share one notification', async () => {
    const { society, admin, request } = await waiting(80);
    const later = await ask(society, 73);
    await nudge();
    expect(await of(admin)).toMatchObject([{ tellings: [`nudge-${request._id}`, `nudge-${later._id}`] }]);
  });

  it('three concurrent workers remind once', async () => {
    const { admin, request } = await waiting(80);
    await Promise.all([1, 2, 3].map(() => nudge()));
    expect(await of(admin)).toMatchObject([{ tellings: [`nudge-${request._id}`] }]);
    expect((await JoinRequests.findById(request._id).lean())?.nudgedAt).toBeInstanceOf(Date);
  });

  it('after a killed worker the remaining admins are reminded', async () => {
    const { society, admin, request } = await waiting(80);
    await nudge();
    await JoinRequests.updateOne({ _id: request._id }, { $set: { nudgedAt: null } });
    const second = await buildUser();
    await buildMembership({ society, user: second, role: 'admin' });
    await nudge(Date.now(), { ...dispatchDefaults, batch: 1 });
    expect([(await of(admin)).length, (await of(second)).length]).toEqual([1, 1]);
  });

  const off: [name: string, set: (society: SocietyDoc, admin: UserDoc) => Promise<unknown>][] = [
    [
      "the society's newMemberNotifications off",
      ({ _id }) => Societies.updateOne({ _id }, { $set: { 'notifications.newMemberNotifications': false } }),
    ],
    ['the type off', (_society, { _id }) => Users.updateOne({ _id }, { $set: { 'preferences.offTypes': ['requests_waiting'] } })],
    ['the society removed', ({ _id }) => Societies.updateOne({ _id }, { $set: { removedAt: new Date() } })],
  ];
  it.each(off)('no reminder of a request with %s', async (_name, set) => {
    const { society, admin } = await waiting(80);
    await set(society, admin);
    await nudge();
    expect(await of(admin)).toEqual([]);
  });

  it('reminders continue after a request that fails', async () => {
    const broken = await waiting(90);
    // Make the society unreadable for the worker.
    await JoinRequests.collection.updateOne({ _id: broken.request._id }, { $set: { society: 'nothing' as never } });
    const { admin } = await waiting(80);
    await expect(nudge()).rejects.toThrow();
    expect(await of(admin)).toHaveLength(1);
  });
});

describe("retraction of a request's reminder", () => {
  it.each(['request.decided', 'request.withdrawn'] as const)('the reminder is retracted by %s', async (verb) => {
    const { admin, request } = await waiting(80);
    await nudge();
    await end(request, verb);
    await nudge();
    expect((await of(admin)).filter(({ type }) => type === 'requests_waiting')).toEqual([]);
  });

  it('the reminder stays while another request waits', async () => {
    const { society, admin, request } = await waiting(80);
    const other = await ask(society, 75);
    await nudge();
    await end(request, 'request.decided');
    expect(await of(admin)).toMatchObject([{ type: 'requests_waiting', tellings: [`nudge-${other._id}`] }]);
  });

  it('the reminder is retracted if the request is decided before it is marked', async () => {
    const { admin, request } = await waiting(80);
    await nudge();
    await JoinRequests.updateOne({ _id: request._id }, { $set: { nudgedAt: null } });
    await end(request, 'request.decided');
    expect(await of(admin)).toEqual([]);
  });
});
