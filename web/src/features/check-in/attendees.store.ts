import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Attendee, eventCheckedIn, getAttendees } from '#models/contract/check-in';
import type { InputOf, PayloadOf } from '#models/contract/define';
import { api } from '@/lib/api';
import { createEntities } from '@/lib/entities';
import { onMessage } from '@/lib/live';
import { askAnew } from '@/lib/query';

/** One person at one event. */
type Row = Attendee & { key: string };
type State = NonNullable<InputOf<typeof getAttendees>['state']>;

const attendees = createEntities<Row>({ key: 'key' });
const keyOf = (eventId: string) => ['attendees', eventId];
const pageSize = 50;

async function fetchAttendees(eventId: string, state: State, signal: AbortSignal) {
  const { data, counts } = await api(getAttendees, { event_id: eventId, state, limit: pageSize }, { signal });
  return { keys: attendees.merge(data.map((attendee) => ({ ...attendee, key: `${eventId}/${attendee.ID}` }))), counts };
}

/** Somebody is in, or it was taken back: seen at once; the lists and their counts have it with the next answer. */
function onCheckedIn({ event_id, user_id, at, by, version }: PayloadOf<typeof eventCheckedIn>): void {
  attendees.patch(`${event_id}/${user_id}`, { Checked_In_At: at, Checked_In_By: by, version });
  void askAnew(keyOf(event_id));
}

/** Who comes to an event, waits, or is in, for its organisers; kept true at every door. Its page is in `society:{id}:moderators`. */
export function useAttendees(eventId: string, state: State) {
  useEffect(() => onMessage(eventCheckedIn, onCheckedIn), []);
  const query = useQuery({
    queryKey: [...keyOf(eventId), state],
    queryFn: ({ signal }) => fetchAttendees(eventId, state, signal),
    meta: { failure: false },
  });
  const items = attendees.useList(query.data?.keys ?? []);
  return { query, items: items.filter((row) => state !== 'checked_in' || row.Checked_In_At !== null), counts: query.data?.counts };
}
