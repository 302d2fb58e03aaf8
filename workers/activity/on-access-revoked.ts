import { appendMessages } from '#models/bus/live-stream';
import { notificationReadLive } from '#models/bus/notifications';
import { publishAndEnqueue, publishOrRetry } from '#models/bus/publish';
import { inBatches } from '#models/bus/verb';
import { endStewardships } from '#models/commands/end-stewardships';
import { giveUpSeat, viewersAmong } from '#models/commands/seats';
import type { SocietyRole } from '#models/contract/societies';
import { Attendances } from '#models/db/attendances';
import { comingAt, readsOfWindow } from '#models/db/event-window';
import { type EventDoc, Events } from '#models/db/events';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { isOpenInside, Societies, type SocietyDoc } from '#models/db/societies';
import { staffAmong } from '#models/db/staff.loaders';
import { transaction } from '#models/db/transaction';
import { endFollows } from './end-follows.js';
import { requiredAccess } from './recipients.js';

/**
 * Revokes what depended on seeing the inside of a society, for one person or for everybody who lost access (null): seats at its
 * upcoming events, the role of a steward, notifications about its inside, and follows. Leaves a removed society alone, since it may be restored.
 */
export async function revokeAccess(id: Id, user: Id | null): Promise<void> {
  const society = await Societies.findById(id).lean();
  if (!society || society.removedAt) return;
  if (!user && !isOpenInside(society).posts) await endFollows(id);
  await freeSeats(society, user);
  await endHiddenStewardships(society, user);
  await deleteHiddenNotifications(society, user);
}

/** Societies in which a person has a seat at a coming event or is a steward, or whose notifications they have. */
async function societiesOf(user: Id): Promise<Id[]> {
  const [taken, notifications, stewarded] = await Promise.all([
    Attendances.find({ user, state: { $in: ['going', 'waiting'] } }, { event: 1 }).lean(),
    Notifications.find({ user }, { society: 1 }).lean(),
    Events.find({ stewards: user }, { society: 1 }).lean(),
  ]);
  const coming = { _id: { $in: taken.map(({ event }) => event) }, removedAt: null, endsAt: { $gt: new Date() } };
  const events = await Events.find(coming, { society: 1 }).lean();
  const found = [...events, ...stewarded, ...notifications].flatMap(({ society }) => (society ? [society] : []));
  return [...new Map(found.map((society) => [String(society), society])).values()];
}

/** Revokes what a person who lost staff scopes has inside societies that they no longer see, as `revokeAccess` does. */
export async function recheckAccess(user: Id): Promise<void> {
  for (const society of await societiesOf(user)) await revokeAccess(society, user);
}

async function freeSeats({ _id }: SocietyDoc, user: Id | null): Promise<void> {
  const reads = readsOfWindow(comingAt(new Date())).map((read) =>
    Events.find({ ...read, society: _id, removedAt: null }, { society: 1 }).lean<Pick<EventDoc, '_id' | 'society'>[]>(),
  );
  for (const event of (await Promise.all(reads)).flat()) {
    const taken = { event: event._id, state: { $in: ['going', 'waiting'] }, ...(user && { user }) } as const;
    for await (const batch of inBatches(Attendances.find(taken, { user: 1 }).lean())) {
      const users = batch.map((attendance) => attendance.user);
      const viewers = await viewersAmong(null, event, users);
      for (const each of users) if (!viewers.has(String(each))) await giveUp(event, each);
    }
  }
}

/** Check again inside the transaction: the person may have access again. */
async function giveUp(event: { _id: Id; society: Id }, user: Id): Promise<void> {
  const records = await transaction(async (session) => {
    const viewers = await viewersAmong(session, event, [user]);
    return viewers.has(String(user)) ? [] : giveUpSeat(session, event._id, user);
  });
  for (const record of records) await publishAndEnqueue(record);
}

/** Takes the role of a steward from those who no longer see the event. Checks again inside the transaction, as for a seat. */
async function endHiddenStewardships({ _id: society }: SocietyDoc, user: Id | null): Promise<void> {
  const named = { society, removedAt: null, stewards: user ?? { $exists: true } };
  for await (const batch of inBatches(Events.find(named, { stewards: 1 }).lean<Pick<EventDoc, '_id' | 'stewards'>[]>()))
    for (const { _id: event, stewards = [] } of batch)
      for (const each of stewards.filter((steward) => !user || steward.equals(user))) {
        const records = await transaction(async (session) => {
          const viewers = await viewersAmong(session, { society }, [each]);
          return viewers.has(String(each)) ? [] : endStewardships(session, { society, user: each, by: each, event });
        });
        for (const record of records) await publishAndEnqueue(record);
      }
}

type InsideNotification = Pick<NotificationDoc, '_id' | 'user' | 'type'>;

async function deleteHiddenNotifications(society: SocietyDoc, user: Id | null): Promise<void> {
  const filter = { society: society._id, ...(user && { user }) };
  for await (const batch of inBatches<InsideNotification>(Notifications.find(filter, { user: 1, type: 1 }).lean())) {
    const isLost = await loadAccessCheck(society, batch);
    const lost = batch.filter(isLost);
    if (lost.length === 0) continue;
    await Notifications.deleteMany({ _id: { $in: lost.map(({ _id }) => _id) } });
    const gone = lost.map(({ _id, user: whose }) => notificationReadLive(String(whose), [String(_id)]));
    await publishOrRetry(() => appendMessages(gone));
  }
}

/** Predicate: whether a person may no longer have a notification. */
async function loadAccessCheck(
  society: SocietyDoc,
  notifications: readonly InsideNotification[],
): Promise<(each: InsideNotification) => boolean> {
  const open = isOpenInside(society);
  const users = notifications.map(({ user }) => user);
  const [members, admins, moderators] = await Promise.all([
    Memberships.find({ society: society._id, user: { $in: users } }, { user: 1, role: 1 }).lean(),
    staffAmong(users, 'all'),
    staffAmong(users, 'moderate'),
  ]);
  const roles = new Map<string, SocietyRole>(members.map(({ user, role }) => [String(user), role]));
  for (const id of moderators) if (roles.get(String(id)) !== 'admin') roles.set(String(id), 'moderator');
  for (const id of admins) roles.set(String(id), 'admin');
  return ({ type, user }) => {
    const [required, role] = [requiredAccess(type), roles.get(String(user))];
    if (required === 'admins') return role !== 'admin';
    if (required === 'moderators') return role !== 'admin' && role !== 'moderator';
    return required !== null && role === undefined && !open[required];
  };
}
