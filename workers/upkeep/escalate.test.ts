import { beforeEach, describe, expect, it } from 'vitest';
import { recordActivity, refOf } from '#models/bus/records';
import { JoinRequests } from '#models/db/join-requests';
import type { Id } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { transaction } from '#models/db/transaction';
import { Users } from '#models/db/users';
import { buildJoinRequest, buildMembership, buildSociety, buildUser } from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { dispatch } from '../activity/dispatch.js';
import { escalate } from './escalate.js';

setUpTestBus();
beforeEach(() => Promise.all([Notifications, JoinRequests, Users].map((model) => model.deleteMany({} as never))));

const dayMs = 24 * 3600_000;
const of = (user: { _id: Id }) => Notifications.find({ user: user._id }).lean();

/** A request that has waited for these days, in a society whose one admin was given the role by somebody, if anybody. */
async function waiting(days: number, isAppointed = true) {
  const [appointer, admin, staff] = [await buildUser(), await buildUser(), await buildUser({ role: 'admin' })];
  const society = await buildSociety({ admin });
  const role = { actor: appointer._id, verb: 'member.role', object: admin._id, society: society._id, open: false } as const;
  if (isAppointed) await transaction((session) => recordActivity(session, { ...role, params: { role: 'admin', before: 'member' } }));
  const request = await buildJoinRequest({ society, createdAt: new Date(Date.now() - days * dayMs) });
  return { society, appointer, admin, staff, request };
}

describe('a join request that nobody answers', () => {
  it('is told after a week to whoever made the admins, once', async () => {
    const { society, appointer, admin, staff } = await waiting(7.1);
    await Promise.all([1, 2].map(() => escalate()));
    await escalate();
    expect(await of(appointer)).toMatchObject([
      { type: 'requests_overdue', actors: [], why: 'appointer', link: `/societies/${society._id}`, params: { society: society.name } },
    ]);
    expect([await of(admin), await of(staff)]).toEqual([[], []]);
  });

  it('is told after two weeks to the platform admins, too', async () => {
    const { appointer, staff } = await waiting(7.1);
    await escalate();
    await escalate(Date.now() + 7 * dayMs);
    await escalate(Date.now() + 8 * dayMs);
    expect([(await of(appointer)).length, (await of(staff)).length]).toEqual([1, 1]);
  });

  it('is told after a week to the platform admins where nobody else is left', async () => {
    const { society, appointer, staff } = await waiting(7.1);
    await buildMembership({ society, user: appointer, role: 'admin' });
    const founded = await waiting(7.1, false);
    await escalate();
    expect(await of(appointer)).toEqual([]);
    expect((await of(staff)).map(({ params }) => params.society).toSorted()).toEqual([society.name, founded.society.name].toSorted());
  });

  it('is not told before a week', async () => {
    const { appointer, staff } = await waiting(6.9);
    await escalate();
    expect([await of(appointer), await of(staff)]).toEqual([[], []]);
  });

  it('is told to the same people after a kill before the mark', async () => {
    const { appointer, request } = await waiting(7.1);
    await escalate();
    await JoinRequests.updateOne({ _id: request._id }, { $unset: { escalation: 1 } });
    await escalate();
    expect(await of(appointer)).toHaveLength(1);
    expect(await JoinRequests.findById(request._id).lean()).toMatchObject({ escalation: 1, escalatedTo: [appointer._id] });
  });

  it.each(['request.decided', 'request.withdrawn'] as const)('is retracted by %s', async (verb) => {
    const { appointer, society, request } = await waiting(7.1);
    await escalate();
    const status = verb === 'request.decided' ? 'approved' : 'withdrawn';
    const record = await transaction(async (session) => {
      await JoinRequests.updateOne({ _id: request._id }, { $set: { status }, $unset: { pending: 1 } }, { session });
      return recordActivity(session, { actor: request.user, verb, object: request._id, society: society._id, open: false });
    });
    await dispatch(refOf(record));
    expect(await of(appointer)).toEqual([]);
  });
});
