import { isValidObjectId } from 'mongoose';
import { calendarFile } from '#models/commands/calendar-file';
import { Events } from '#models/db/events';
import { eventsForViewer } from '#models/db/events.loaders';
import { type Id, toId } from '#models/db/model';
import type { NotificationDoc } from '#models/db/notifications';
import { loadViewer } from '#models/db/viewer';
import { askerFor } from '#models/policies/index';
import type { Attachment } from './compose.js';
import type { Site } from './write.js';

/** The calendar file of the events at which these notifications confirm a seat, as far as the reader may see them; none without one. */
export async function seatCalendar(
  reader: Id,
  notifications: readonly Pick<NotificationDoc, 'type' | 'key'>[],
  { publicUrl, timeZone }: Site,
): Promise<Attachment[]> {
  const ids = notifications.flatMap(({ type, key }) => (type === 'seat_given' ? (key.split(':')[1] ?? []) : [])).filter(isValidObjectId);
  const viewer = ids.length > 0 ? await loadViewer(reader) : null;
  if (!viewer) return [];
  const docs = await Events.find({ _id: { $in: ids.map(toId) }, removedAt: null }).lean();
  const byId = new Map(docs.map((doc) => [String(doc._id), doc]));
  const events = (await eventsForViewer(askerFor(viewer), docs, { withFaces: false })).flatMap((event) => {
    const doc = byId.get(event.ID);
    return doc ? [[event, doc] as const] : [];
  });
  if (events.length === 0) return [];
  const content = calendarFile({ name: 'Nadi', zone: timeZone, publicUrl, events });
  return [{ filename: 'nadi.ics', content, contentType: 'text/calendar; charset=utf-8; method=PUBLISH' }];
}
