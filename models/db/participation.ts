import { Attendances } from './attendances.js';
import { type EventDoc, Events } from './events.js';
import { addDays, instantOf } from './local-time.js';
import type { Id } from './model.js';
import { isSensitive, Societies } from './societies.js';
import type { Term } from './term-reports.js';
import { Users } from './users.js';

export interface AttendedEvent extends Pick<EventDoc, 'title' | 'date' | 'startsAt' | 'endsAt'> {
  society: string;
}

/** Attendances that are read by one query. */
const batch = 200;

const fields = { society: 1, title: 1, date: 1, startsAt: 1, endsAt: 1 } as const;

/**
 * Events of a term at which a person was checked in, by start, with the present names of their societies. Omits cancelled and
 * removed ones, those that are not over, and those of sensitive societies unless the person shows them.
 */
export async function attendedInTerm(user: Id, { from, to }: Term, zone: string): Promise<AttendedEvent[]> {
  const came = await Attendances.find({ user, state: 'going', checkedInAt: { $ne: null } }, { _id: 0, event: 1 }).lean();
  const startsAt = { $gte: instantOf(from, '00:00', zone), $lt: instantOf(addDays(to, 1), '00:00', zone) };
  const took = { startsAt, endsAt: { $lte: new Date() }, removedAt: null, cancelledAt: null };
  const events = [];
  for (let at = 0; at < came.length; at += batch) {
    const ids = came.slice(at, at + batch).map(({ event }) => event);
    events.push(...(await Events.find({ _id: { $in: ids }, ...took }, fields).lean()));
  }
  const societies = await Societies.find({ _id: { $in: events.map(({ society }) => society) } }, { name: 1, category: 1 }).lean();
  const person = await Users.findById(user, { privacy: 1 }).lean();
  const names = new Map(
    societies.filter((each) => person?.privacy.showSensitive || !isSensitive(each)).map(({ _id, name }) => [String(_id), name]),
  );
  return events
    .flatMap(({ society, ...event }) => {
      const name = names.get(String(society));
      return name === undefined ? [] : [{ ...event, society: name }];
    })
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}
