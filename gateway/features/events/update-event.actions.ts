import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import { publish } from '#models/bus/publish';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import type { updateEvent } from '#models/contract/event-changes';
import { fail } from '#models/contract/failure';
import { type EventDoc, Events } from '#models/db/events';
import { eventsForViewer, findEvent } from '#models/db/events.loaders';
import { type Id, toId } from '#models/db/model';
import type { DbSession } from '#models/db/transaction';
import { changeEvent } from './change-event.js';
import { storedFields } from './event-fields.js';

interface Changing {
  id: Id;
  by: Id;
  fields: Partial<EventDoc>;
  zone: string;
}

/** Writes changed fields and the outbox record; nothing where nothing changed. */
async function change(session: DbSession, { id, by, fields, zone }: Changing): Promise<{ event: EventDoc; records: RecordDoc[] }> {
  const before = (await Events.findOne({ _id: id, removedAt: null }).session(session).lean()) ?? fail('not_found');
  // A change of a series leaves out what was changed on its own.
  const changed = await changeEvent(session, before, { fields, zone, ...(before.series ? { marks: { changedAlone: true } } : {}) });
  if (!changed) return { event: before, records: [] };
  const record = await recordActivity(session, {
    actor: by,
    verb: 'event.updated',
    object: id,
    society: before.society,
    open: before.open,
    ...(changed.what.length > 0 ? { params: { changed: changed.what.join(' ') } } : {}),
  });
  return { event: changed.event, records: [record, ...changed.records] };
}

/** Dates and times are those of the university's time zone. */
export const updateEventAction: Action<typeof updateEvent> = async ({ event_id, ...input }, ctx) => {
  const found = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  ctx.require('event.edit', found.facts);
  const changing = { id: found.event._id, by: ctx.me._id, fields: storedFields(input, ctx.settings.timeZone), zone: ctx.settings.timeZone };
  const { event, records } = await transactionOf(ctx, (session) => change(session, changing));
  for (const record of records) publish(record);
  const [seen] = await eventsForViewer(ctx, [event]);
  return { data: seen ?? fail('not_found') };
};
