import { isDeepStrictEqual } from 'node:util';
import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import { publish } from '#models/bus/publish';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import { type FilledSeats, fillSeats, isAttendable, lockEvent } from '#models/commands/seats';
import { endFaults, eventFaults, startFaults, type updateEvent } from '#models/contract/event-changes';
import { fail } from '#models/contract/failure';
import { eventTimes } from '#models/db/event-times';
import { type EventDoc, Events } from '#models/db/events';
import { eventsForViewer, findEvent } from '#models/db/events.loaders';
import { localOf } from '#models/db/local-time';
import { type Id, toId } from '#models/db/model';
import type { DbSession } from '#models/db/transaction';
import { planOf, storedFields } from './event-fields.js';

type Field = keyof EventDoc;

/** Fields of time and place: attendees are notified when these change. */
const times: readonly Field[] = ['date', 'time', 'endDate', 'endTime'];
const places: readonly Field[] = ['location', 'isOnline', 'onlineLink'];

const touches = (change: Partial<EventDoc>, fields: readonly Field[]): boolean => fields.some((field) => field in change);

/** Fields that differ from the stored event. */
const differing = (event: EventDoc, fields: Partial<EventDoc>): Partial<EventDoc> =>
  Object.fromEntries(Object.entries(fields).filter(([field, value]) => !isDeepStrictEqual(value, event[field as Field])));

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
  if (isAttendable(event)) return fillSeats(session, event);
  const seatsLeft = event.seats === null ? null : Math.max(0, event.seats - event.attendees);
  await Events.updateOne({ _id: event._id }, { $set: { seatsLeft } }, { session });
  return { event: { ...event, seatsLeft }, records: [] };
}

/** Start and end as instants, computed again when the times changed. */
function moved(event: EventDoc, changed: Partial<EventDoc>, zone: string): Pick<EventDoc, 'startsAt' | 'endsAt' | 'long'> {
  return touches(changed, times)
    ? eventTimes({ ...event, ...changed }, zone)
    : { startsAt: event.startsAt, endsAt: event.endsAt, long: event.long };
}

interface Changing {
  id: Id;
  by: Id;
  fields: Partial<EventDoc>;
  zone: string;
}

/** Writes changed fields and the outbox record; nothing where nothing changed. */
async function change(session: DbSession, { id, by, fields, zone }: Changing): Promise<{ event: EventDoc; records: RecordDoc[] }> {
  const before = (await Events.findOne({ _id: id, removedAt: null }).session(session).lean()) ?? fail('not_found');
  const changed = differing(before, fields);
  if (Object.keys(changed).length === 0) return { event: before, records: [] };
  const faults = faultsOf(before, changed, zone);
  if (Object.keys(faults).length > 0) fail('validation_failed', faults);
  const locked = (await lockEvent(session, id)) ?? fail('not_found');
  const { long, ...instants } = moved(before, changed, zone);
  const lasting = long ? { $set: { ...changed, ...instants, long } } : { $set: { ...changed, ...instants }, $unset: { long: 1 } };
  await Events.updateOne({ _id: id }, { ...lasting, $inc: { version: 1 } }, { session });
  const event: EventDoc = { ...locked, ...changed, ...instants, long, version: locked.version + 1 };
  const filled: FilledSeats = 'seats' in changed ? await setSeats(session, event) : { event, records: [] };
  const what = [...(touches(changed, times) ? ['time'] : []), ...(touches(changed, places) ? ['place'] : [])].join(' ');
  const record = await recordActivity(session, {
    actor: by,
    verb: 'event.updated',
    object: id,
    society: event.society,
    open: event.open,
    ...(what ? { params: { changed: what } } : {}),
  });
  return { event: filled.event, records: [record, ...filled.records] };
}

/** Dates and times are those of the university's time zone. */
export const updateEventAction: Action<typeof updateEvent> = async ({ event_id, ...input }, ctx) => {
  const found = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  ctx.require('event.edit', found.facts);
  const changing = { id: found.event._id, by: ctx.me._id, fields: storedFields(input), zone: ctx.settings.timeZone };
  const { event, records } = await transactionOf(ctx, (session) => change(session, changing));
  for (const record of records) publish(record);
  const [seen] = await eventsForViewer(ctx, [event]);
  return { data: seen ?? fail('not_found') };
};
