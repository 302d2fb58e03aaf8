import { isDeepStrictEqual } from 'node:util';
import type { RecordDoc } from '#models/bus/records';
import { type FilledSeats, fillSeats, isAttendable, lockEvent, recountSeats } from '#models/commands/seats';
import { endFaults, eventFaults, startFaults } from '#models/contract/event-changes';
import { fail } from '#models/contract/failure';
import { eventTimes } from '#models/db/event-times';
import { type EventDoc, Events } from '#models/db/events';
import { localOf } from '#models/db/local-time';
import type { DbSession } from '#models/db/transaction';
import { planOf } from './event-fields.js';

type Field = keyof EventDoc;

/** Fields of time and place: attendees are notified when these change. */
const times: readonly Field[] = ['date', 'time', 'endDate', 'endTime'];
const places: readonly Field[] = ['location', 'isOnline', 'onlineLink'];

const touches = (change: Partial<EventDoc>, fields: readonly Field[]): boolean => fields.some((field) => field in change);

/** Fields that differ from the stored event. */
const differing = (event: EventDoc, fields: Partial<EventDoc>): Partial<EventDoc> =>
  Object.fromEntries(Object.entries(fields).filter(([field, value]) => !isDeepStrictEqual(value ?? null, event[field as Field] ?? null)));

/** Validates only changed fields, so that the text of an event that is over can still be corrected. */
function faultsOf(event: EventDoc, change: Partial<EventDoc>, zone: string): Record<string, string> {
  const plan = planOf(event, change);
  const now = localOf(new Date(), zone);
  return {
    ...(touches(change, [...times, ...places]) ? eventFaults(plan) : {}),
    ...(touches(change, ['endDate']) ? endFaults(plan, now) : {}),
    ...(touches(change, ['date', 'time']) ? startFaults(plan, now) : {}),
  };
}

/** Updates the free seats after the limit changed; while people may still attend, free seats go to the waiting list. */
async function setSeats(session: DbSession, event: EventDoc): Promise<FilledSeats> {
  return isAttendable(event) ? fillSeats(session, event) : { event: await recountSeats(session, event), records: [] };
}

/** Start and end as instants, computed again when the times changed. */
function moved(event: EventDoc, changed: Partial<EventDoc>, zone: string): Pick<EventDoc, 'startsAt' | 'endsAt' | 'long'> {
  return touches(changed, times)
    ? eventTimes({ ...event, ...changed }, zone)
    : { startsAt: event.startsAt, endsAt: event.endsAt, long: event.long };
}

export interface ChangedEvent {
  event: EventDoc;
  /** Changed fields that attendees are notified of: time, place, both or neither. */
  what: ('time' | 'place')[];
  /** Records of the seats that were given away, to publish after the commit. */
  records: RecordDoc[];
}

interface EventChange {
  fields: Partial<EventDoc>;
  zone: string;
  /** Marks to set if any field differs. */
  marks?: Partial<EventDoc>;
}

/**
 * Writes the fields in which an event, as read in this transaction, differs; null if there are none. The caller records the change.
 * Fails with validation_failed where the fields do not fit the event.
 */
export async function changeEvent(
  session: DbSession,
  before: EventDoc,
  { fields, zone, marks }: EventChange,
): Promise<ChangedEvent | null> {
  const changed = differing(before, fields);
  if (Object.keys(changed).length === 0) return null;
  const faults = faultsOf(before, changed, zone);
  if (Object.keys(faults).length > 0) fail('validation_failed', faults);
  const locked = (await lockEvent(session, before._id)) ?? fail('not_found');
  const { long, ...instants } = moved(before, changed, zone);
  const set = { ...changed, ...instants, ...marks };
  const lasting = long ? { $set: { ...set, long } } : { $set: set, $unset: { long: 1 } };
  await Events.updateOne({ _id: before._id }, { ...lasting, $inc: { version: 1 } }, { session });
  const event: EventDoc = { ...locked, ...set, long, version: locked.version + 1 };
  const filled: FilledSeats = 'seats' in changed ? await setSeats(session, event) : { event, records: [] };
  const what = (
    [
      ['time', times],
      ['place', places],
    ] as const
  ).flatMap(([name, of]) => (touches(changed, of) ? [name] : []));
  return { event: filled.event, what, records: filled.records };
}
