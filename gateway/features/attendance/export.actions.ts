import type { Action } from '#gateway/plugins/calls';
import { tableOf } from '#gateway/plugins/documents/table';
import type { exportAttendees } from '#models/contract/check-in';
import { fail } from '#models/contract/failure';
import { exportedAttendees } from '#models/db/attendances.export';
import { findEvent } from '#models/db/events.loaders';
import { toId } from '#models/db/model';

const columns = [
  { key: 'name', header: 'Name' },
  { key: 'state', header: 'State' },
  { key: 'at', header: 'Since' },
  { key: 'cameAt', header: 'Came_At' },
  { key: 'noShow', header: 'No_Show' },
];

const timeOf = (time: Date | null): string => time?.toISOString() ?? '';

/** Exports the people of an event as CSV, for its organizers. */
export const exportAttendeesAction: Action<typeof exportAttendees> = async ({ event_id }, ctx) => {
  const { event, facts } = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  ctx.require('event.organise', facts);
  const attendees = await exportedAttendees(event);
  const rows = attendees.map(({ at, cameAt, noShow, ...attendee }) => ({
    ...attendee,
    at: timeOf(at),
    cameAt: timeOf(cameAt),
    noShow: noShow ? 'yes' : 'no',
  }));
  return { data: tableOf(columns, rows), filename: 'attendees.csv' };
};
