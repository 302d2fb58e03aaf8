import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Attendee, type checkIn, eventCheckedIn, getAttendees } from '#models/contract/check-in';
import type { CountsOf, DataOf, InputOf, PayloadOf } from '#models/contract/define';
import { api } from '@/lib/api';
import { createEntities } from '@/lib/entities';
import { onMessage } from '@/lib/live';
import { cancelAndInvalidate } from '@/lib/query';

/** One person at one event. */
export type Row = Attendee & { key: string };
export type State = NonNullable<InputOf<typeof getAttendees>['state']>;
export type Counts = CountsOf<typeof getAttendees>;

interface Page {
  keys: string[];
  next: string | null;
  counts: Counts | undefined;
}

const attendees = createEntities<Row>({ key: 'key' });
const keyOf = (eventId: string) => ['attendees', eventId];
const rowKey = (eventId: string, userId: string): string => `${eventId}/${userId}`;
const pageSize = 50;

interface Asked {
  eventId: string;
  state: State;
  q: string;
  cursor: string;
}

async function fetchPage({ eventId, state, q, cursor }: Asked, signal: AbortSignal): Promise<Page> {
  const input = { event_id: eventId, state, limit: pageSize, ...(q ? { q } : {}), ...(cursor ? { cursor } : {}) };
  const { data, next, counts } = await api(getAttendees, input, { signal });
  return { keys: attendees.merge(data.map((attendee) => ({ ...attendee, key: rowKey(eventId, attendee.ID) }))), next, counts };
}

/** Somebody is in, or it was taken back: seen at once; the lists and their counts have it with the next answer. */
function onCheckedIn({ event_id, user_id, at, by, version }: PayloadOf<typeof eventCheckedIn>): void {
  attendees.patch(rowKey(event_id, user_id), { Checked_In_At: at, Checked_In_By: by, version });
  void cancelAndInvalidate(keyOf(event_id));
}

/** What the server said of somebody at this door, for who organises without being told by the moderators' room. */
export function takeChecked(eventId: string, { user, Checked_In_At, Checked_In_By, version }: DataOf<typeof checkIn>): void {
  attendees.patch(rowKey(eventId, user.ID), { Checked_In_At, Checked_In_By, version });
  void cancelAndInvalidate(keyOf(eventId));
}

/** The newest page was asked for last. */
const countsOf = (data: InfiniteData<Page> | undefined): Counts | undefined => data?.pages.at(-1)?.counts;

/** Who comes to an event, waits, or is in, for its organisers; kept true at every door. Its page is in `society:{id}:moderators`. */
export function useAttendees(eventId: string, state: State, q = '', isAsked = true) {
  useEffect(() => onMessage(eventCheckedIn, onCheckedIn), []);
  const query = useInfiniteQuery({
    queryKey: [...keyOf(eventId), state, q],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => fetchPage({ eventId, state, q, cursor: pageParam }, signal),
    getNextPageParam: ({ next }) => next,
    // While one types, what was found before stays; another list is no stand-in for this one.
    placeholderData: (before, of) => (of?.queryKey[1] === eventId && of.queryKey[2] === state ? before : undefined),
    enabled: isAsked,
    meta: { failure: false, persist: false },
  });
  const items = attendees.useList(query.data?.pages.flatMap(({ keys }) => keys) ?? []);
  return {
    query,
    items: items.filter((row) => state !== 'checked_in' || row.Checked_In_At !== null),
    counts: countsOf(query.data),
  };
}
