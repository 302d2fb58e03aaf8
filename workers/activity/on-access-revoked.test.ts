import { describe, expect, it } from 'vitest';
import { queue } from '#models/bus/jobs';
import { recordActivity, refOf } from '#models/bus/records';
import { stewardChanged } from '#models/contract/door';
import { notificationRead } from '#models/contract/notifications';
import { Activities, type Verb } from '#models/db/activities';
import { Attendances } from '#models/db/attendances';
import { Events } from '#models/db/events';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { transaction } from '#models/db/transaction';
import {
  buildAttendance,
  buildEvent,
  buildMember,
  buildMembership,
  buildNotification,
  buildSociety,
  buildStaff,
  buildUser,
} from '#models/testing/builders';
import { setUpTestBus } from '#models/testing/bus';
import { dispatch } from './dispatch.js';
import { recheckAccess, revokeAccess } from './on-access-revoked.js';

const bus = setUpTestBus();

const stateOf = async (event: { _id: Id }, user: { _id: Id }) =>
  (await Attendances.findOne({ event: event._id, user: user._id }).lean())?.state;
const notificationTypesOf = async (user: { _id: Id }) =>
  (await Notifications.find({ user: user._id }).lean()).map(({ type }) => type).toSorted();
const leave = (society: SocietyDoc, user: { _id: Id }) => Memberships.deleteOne({ society: society._id, user: user._id });

describe('stewards of a society that is private now', () => {
  it('lose the role where they are no members, for good, and members keep it', async () => {
    const society = await buildSociety();
    const [member, guest] = [await buildMember(society), await buildUser()];
    const event = await buildEvent({ society, stewards: [member._id, guest._id] });
    await Societies.updateOne({ _id: society._id }, { 'privacy.visibility': 'private' });
    await bus.sent();
    for (let twice = 0; twice < 2; twice++) await revokeAccess(society._id, null);
    expect((await Events.findById(event._id).lean())?.stewards).toEqual([member._id]);
    const announced = { event_id: String(event._id), user_id: String(guest._id), steward: false, version: 1 };
    expect((await bus.sentOf(stewardChanged)).map(({ payload }) => payload)).toEqual([announced]);
  });

  it('lose it with the scope by which they saw the event', async () => {
    const society = await buildSociety({ privacy: { visibility: 'private' } });
    const user = await buildUser();
    const event = await buildEvent({ society, stewards: [user._id] });
    await recheckAccess(user._id);
    expect((await Events.findById(event._id).lean())?.stewards).toEqual([]);
  });
});

describe('leaving a private society', () => {
  it('leaving gives upcoming seats to the waiting list, and keeps past and other seats', async () => {
    const society = await buildSociety({ privacy: { visibility: 'private' } });
    const [gone, stays, waits] = [await buildMember(society), await buildMember(society), await buildMember(society)];
    const event = await buildEvent({ society, seats: 2, seatsLeft: 2 });
    const over = await buildEvent({ society, startsAt: new Date(Date.now() - 3 * 3_600_000) });
    const elsewhere = await buildEvent();
    for (const each of [event, over, elsewhere]) await buildAttendance({ event: each, user: gone });
    await buildAttendance({ event, user: stays });
    await buildAttendance({ event, user: waits, state: 'waiting' });
    await leave(society, gone);
    for (let twice = 0; twice < 2; twice++) await revokeAccess(society._id, gone._id);
    expect(await Promise.all([event, over, elsewhere].map((each) => stateOf(each, gone)))).toEqual(['none', 'going', 'going']);
    expect([await stateOf(event, stays), await stateOf(event, waits)]).toEqual(['going', 'going']);
    expect(await Events.findById(event._id).lean()).toMatchObject({ attendees: 2, seatsLeft: 0 });
  });

  it('leaving deletes notifications about the inside, except personal ones', async () => {
    const society = await buildSociety({ privacy: { visibility: 'private' } });
    const [gone, stays] = [await buildMember(society), await buildMember(society)];
    for (const user of [gone, stays]) {
      for (const type of ['post_created', 'event_changed', 'join_requested'] as const)
        await buildNotification({ user, type, society: society._id });
      await buildNotification({ user, type: 'member_removed', society: null });
      await buildNotification({ user, type: 'post_liked', society: (await buildSociety())._id });
    }
    await leave(society, gone);
    await bus.sent();
    await revokeAccess(society._id, gone._id);
    expect(await notificationTypesOf(gone)).toEqual(['member_removed', 'post_liked']);
    expect(await notificationTypesOf(stays)).toHaveLength(5);
    expect(await bus.sentOf(notificationRead)).toHaveLength(3);
  });

  it('seats and notifications stay for people who rejoined, and in a public society', async () => {
    const society = await buildSociety();
    const user = await buildUser();
    const event = await buildEvent({ society });
    await buildAttendance({ event, user });
    await buildNotification({ user, type: 'post_created', society: society._id });
    await buildNotification({ user, type: 'join_requested', society: society._id });
    await revokeAccess(society._id, user._id);
    expect(await stateOf(event, user)).toBe('going');
    expect(await notificationTypesOf(user)).toEqual(['post_created']);
  });
});

describe('closing a society', () => {
  it.each([
    ['the society', { visibility: 'private' }, []],
    ['its events', { eventsVisible: false }, ['post_created']],
  ] as const)(
    'closing %s takes seats and notifications from outsiders; members and platform admins keep theirs',
    async (_what, privacy, left) => {
      const society = await buildSociety();
      const [outsider, member, admin] = [await buildUser(), await buildMember(society), await buildUser({ role: 'admin' })];
      const event = await buildEvent({ society });
      for (const user of [outsider, member, admin]) {
        await buildAttendance({ event, user });
        for (const type of ['post_created', 'event_changed'] as const) await buildNotification({ user, type, society: society._id });
      }
      await Societies.updateOne({ _id: society._id }, { $set: { privacy: { ...society.privacy, ...privacy } } });
      await revokeAccess(society._id, null);
      expect(await Promise.all([outsider, member, admin].map((user) => stateOf(event, user)))).toEqual(['none', 'going', 'going']);
      expect(await notificationTypesOf(outsider)).toEqual(left);
      expect((await notificationTypesOf(member)).length + (await notificationTypesOf(admin)).length).toBe(4);
      expect((await Events.findById(event._id).lean())?.attendees).toBe(2);
    },
  );

  it('removing a society takes nothing, since it may be restored', async () => {
    const society = await buildSociety();
    const user = await buildUser();
    const event = await buildEvent({ society });
    await buildAttendance({ event, user });
    await buildNotification({ user, type: 'post_created', society: society._id });
    await Societies.updateOne({ _id: society._id }, { $set: { removedAt: new Date() } });
    await revokeAccess(society._id, null);
    expect([await stateOf(event, user), await notificationTypesOf(user)]).toEqual(['going', ['post_created']]);
  });
});

describe('a staff scope that is gone', () => {
  /** Somebody with a seat and notifications in a private society, a private one of which they are a member, and a public one. */
  async function scene(user: { _id: Id }) {
    const privacy = { visibility: 'private' } as const;
    const [closed, own, open] = [await buildSociety({ privacy }), await buildSociety({ privacy }), await buildSociety()];
    await buildMembership({ society: own, user });
    const events: { _id: Id }[] = [];
    for (const society of [closed, own, open]) {
      const event = await buildEvent({ society });
      await buildAttendance({ event, user });
      for (const type of ['post_created', 'report_opened'] as const) await buildNotification({ user, type, society: society._id });
      events.push(event);
    }
    return async () => [await Promise.all(events.map((event) => stateOf(event, user))), await notificationTypesOf(user)];
  }
  const all = ['post_created', 'post_created', 'post_created', 'report_opened', 'report_opened', 'report_opened'];

  it('takes seats at events of closed societies and notifications from inside, except a member’s', async () => {
    const user = await buildUser();
    const left = await scene(user);
    for (let twice = 0; twice < 2; twice++) await recheckAccess(user._id);
    expect(await left()).toEqual([
      ['none', 'going', 'going'],
      ['post_created', 'post_created'],
    ]);
  });

  it('takes nothing from somebody who still has one that opens them', async () => {
    const user = await buildStaff('moderate');
    const left = await scene(user);
    await recheckAccess(user._id);
    expect(await left()).toEqual([['going', 'going', 'going'], all]);
  });

  it.each([
    ['take', 'moderate', 'none'],
    ['give up', 'support,all', 'none'],
    ['take', 'support', 'going'],
    ['give', 'moderate', 'going'],
  ])('is followed up at once and 15 seconds later where it showed societies: %s %s', async (kind, scopes, state) => {
    const user = await buildUser();
    const left = await scene(user);
    const changed = { actor: user._id, verb: 'staff.changed', object: user._id, society: null, open: false } as const;
    const record = await transaction((session) => recordActivity(session, { ...changed, params: { kind, scopes } }));
    await dispatch(refOf(record));
    expect((await left())[0]).toEqual([state, 'going', 'going']);
    const job = await queue('activity').getJob(`recheck-${record.doc._id}`);
    expect(job && { data: job.data, delay: job.opts.delay }).toEqual(
      state === 'going' ? undefined : { data: { user: String(user._id) }, delay: 15_000 },
    );
  });
});

describe('access revocation follow-up, at once and 15 seconds later', () => {
  it.each<[Verb, Record<string, string> | undefined, boolean]>([
    ['member.left', undefined, true],
    ['member.removed', undefined, true],
    ['member.role', { role: 'member' }, true],
    ['society.updated', { was: 'public' }, true],
    ['society.updated', undefined, false],
    ['member.joined', undefined, false],
  ])('%s %j enqueues the follow-up: %s', async (verb, params, isAsked) => {
    const society = await buildSociety();
    const isPerson = verb.startsWith('member');
    const object = isPerson ? (await buildUser())._id : society._id;
    const record = await transaction((session) =>
      recordActivity(session, { actor: society.creator, verb, object, society: society._id, open: false, ...(params && { params }) }),
    );
    await dispatch(refOf(record));
    const job = await queue('activity').getJob(`shut-${record.doc._id}`);
    const data = { society: String(society._id), user: isPerson ? String(object) : null };
    expect(job && { data: job.data, delay: job.opts.delay }).toEqual(isAsked ? { data, delay: 15_000 } : undefined);
  });

  it('access is revoked after leaving even if the queue is emptied right after', async () => {
    const society = await buildSociety({ privacy: { visibility: 'private' } });
    const gone = await buildUser();
    const event = await buildEvent({ society });
    await buildAttendance({ event, user: gone });
    await buildNotification({ user: gone, type: 'post_created', society: society._id });
    const left = { actor: gone._id, verb: 'member.left', object: gone._id, society: society._id, open: false } as const;
    const ref = refOf(await transaction((session) => recordActivity(session, left)));
    await dispatch(ref);
    await bus.redis.flushdb();
    expect((await Activities.findById(ref.id).lean())?.due).toBeUndefined();
    expect([await stateOf(event, gone), await notificationTypesOf(gone)]).toEqual(['none', []]);
  });
});
