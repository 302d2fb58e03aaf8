import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Attendee, type checkIn, eventCheckedIn, getAttendees } from '#models/contract/check-in';
import type { CountsOf, DataOf, InputOf, PayloadOf } from '#models/contract/define';
import { api } from '@/lib/api';
import { onMessage } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';
import { createEntities } from '@/sync/entities';

/** An attendee as an entity: a person at one event. */
export type AttendeeEntity = Attendee & { key: string };
export type AttendeeState = NonNullable<InputOf<typeof getAttendees>['state']>;
export type AttendeeCounts = CountsOf<typeof getAttendees>;

interface Page {
  keys: string[];
  next: string | null;
  counts: AttendeeCounts | undefined;
}

const attendees = createEntities<AttendeeEntity>({ key: 'key' });
const keyOf = (eventId: string) => ['attendees', eventId];
const attendeeKey = (eventId: string, userId: string): string => `${eventId}/${userId}`;
const pageSize = 50;

interface PageRequest {
  eventId: string;
  state: AttendeeState;
  q: string;
  cursor: string;
}

async function fetchPage({ eventId, state, q, cursor }: PageRequest, signal: AbortSignal): Promise<Page> {
  const input = { event_id: eventId, state, limit: pageSize, ...(q ? { q } : {}), ...(cursor ? { cursor } : {}) };
  const { data, next, counts } = await api(getAttendees, input, { signal });
  return { keys: attendees.merge(data.map((attendee) => ({ ...attendee, key: attendeeKey(eventId, attendee.ID) }))), next, counts };
}

/** Shows a broadcast check-in or its undo at once; lists and counts follow with a refetch. */
function onCheckedIn({ event_id, user_id, at, by, version }: PayloadOf<typeof eventCheckedIn>): void {
  attendees.patch(attendeeKey(event_id, user_id), { Checked_In_At: at, Checked_In_By: by, version });
  void cancelAndInvalidate(keyOf(event_id));
}

/** Applies the answer of an own check-in, for organisers who get no messages of the moderators' room. */
export function applyCheckIn(eventId: string, { user, Checked_In_At, Checked_In_By, version }: DataOf<typeof checkIn>): void {
  attendees.patch(attendeeKey(eventId, user.ID), { Checked_In_At, Checked_In_By, version });
  void cancelAndInvalidate(keyOf(eventId));
}

/** Counts of the last page, which was fetched last. */
const countsOf = (data: InfiniteData<Page> | undefined): AttendeeCounts | undefined => data?.pages.at(-1)?.counts;

/** An event's attendees in one state, updated by check-ins at every door. The page joins `society:{id}:moderators`. */
export function useAttendees(eventId: string, state: AttendeeState, q = '', isEnabled = true) {
  useEffect(() => onMessage(eventCheckedIn, onCheckedIn), []);
  const query = useInfiniteQuery({
    queryKey: [...keyOf(eventId), state, q],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => fetchPage({ eventId, state, q, cursor: pageParam }, signal),
    getNextPageParam: ({ next }) => next,
    // Show the previous result while the search text changes, but never that of another event or state.
    placeholderData: (before, of) => (of?.queryKey[1] === eventId && of.queryKey[2] === state ? before : undefined),
    enabled: isEnabled,
    meta: { persist: false },
  });
  const items = attendees.useList(query.data?.pages.flatMap(({ keys }) => keys) ?? []);
  return {
    query,
    items: items.filter((row) => state !== 'checked_in' || row.Checked_In_At !== null),
    counts: countsOf(query.data),
  };
}
