import { deliver } from '#models/bus/activity';
import { notificationReadLive } from '#models/bus/notifications';
import { append } from '#models/bus/push';
import { inBatches } from '#models/bus/verb';
import { giveUpSeat, seersOf } from '#models/commands/free-seat';
import type { SocietyRole } from '#models/contract/societies';
import { Attendances } from '#models/db/attendances';
import { comingAt, readsOfWindow } from '#models/db/event-window';
import { type EventDoc, Events } from '#models/db/events';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { isOpenInside, Societies, type SocietyDoc } from '#models/db/societies';
import { transaction } from '#models/db/transaction';
import { Users } from '#models/db/users';
import { meantFor } from './audience.js';

/**
 * Who can no longer see what lies in a society (one person, or null for everybody) gives up the seats at its coming events,
 * and has what was told of its inside no more. Of one that was removed nothing is taken: it may be restored.
 */
export async function shutOut(id: Id, user: Id | null): Promise<void> {
  const society = await Societies.findById(id).lean();
  if (!society || society.removedAt) return;
  await freeSeats(society, user);
  await forgetTold(society, user);
}

async function freeSeats({ _id }: SocietyDoc, user: Id | null): Promise<void> {
  const reads = readsOfWindow(comingAt(new Date())).map((read) =>
    Events.find({ ...read, society: _id, removedAt: null }, { society: 1 }).lean<Pick<EventDoc, '_id' | 'society'>[]>(),
  );
  for (const event of (await Promise.all(reads)).flat()) {
    const taken = { event: event._id, state: { $in: ['going', 'waiting'] }, ...(user && { user }) } as const;
    for await (const batch of inBatches(Attendances.find(taken, { user: 1 }).lean())) {
      const users = batch.map((attendance) => attendance.user);
      const seers = await seersOf(null, event, users);
      for (const each of users) if (!seers.has(String(each))) await giveUp(event, each);
    }
  }
}

/** Asked again in its transaction: they may have come back. */
async function giveUp(event: { _id: Id; society: Id }, user: Id): Promise<void> {
  const records = await transaction(async (session) => {
    const seers = await seersOf(session, event, [user]);
    return seers.has(String(user)) ? [] : giveUpSeat(session, event._id, user);
  });
  for (const record of records) await deliver(record);
}

type Told = Pick<NotificationDoc, '_id' | 'user' | 'type'>;

async function forgetTold(society: SocietyDoc, user: Id | null): Promise<void> {
  const told = { society: society._id, ...(user && { user }) };
  for await (const batch of inBatches<Told>(Notifications.find(told, { user: 1, type: 1 }).lean())) {
    const isLost = await losing(society, batch);
    const lost = batch.filter(isLost);
    if (lost.length === 0) continue;
    await Notifications.deleteMany({ _id: { $in: lost.map(({ _id }) => _id) } });
    await append(lost.map(({ _id, user: whose }) => notificationReadLive(String(whose), [String(_id)])));
  }
}

/** Whether somebody may no longer have what they were told. */
async function losing(society: SocietyDoc, told: readonly Told[]): Promise<(each: Told) => boolean> {
  const open = isOpenInside(society);
  const users = told.map(({ user }) => user);
  const [members, admins] = await Promise.all([
    Memberships.find({ society: society._id, user: { $in: users } }, { user: 1, role: 1 }).lean(),
    Users.find({ _id: { $in: users }, role: 'admin' }, { _id: 1 }).lean(),
  ]);
  const roles = new Map<string, SocietyRole>(members.map(({ user, role }) => [String(user), role]));
  for (const { _id } of admins) roles.set(String(_id), 'admin');
  return ({ type, user }) => {
    const [meant, role] = [meantFor(type), roles.get(String(user))];
    if (meant === 'admins') return role !== 'admin';
    return meant !== null && role === undefined && !open[meant];
  };
}
