import { useQuery } from '@tanstack/react-query';
import { getUserStatus } from '#models/contract/attendance';
import { isAttendable } from '#models/contract/event-phase';
import { getEventInfo, getEventsBySociety } from '#models/contract/events';
import { ApiError, api } from '@/lib/api';
import { keys } from './events.keys';
import { useEventsLive } from './events.live';
import { bookmarks, events, rememberEvents, standings } from './events.store';

const shown = 5;
/** Some of those to come may have been cancelled. */
const asked = 20;

async function fetchOfSociety(societyId: string, signal: AbortSignal): Promise<string[]> {
  const { data } = await api(getEventsBySociety, { society_id: societyId, limit: asked }, { signal });
  return rememberEvents(data);
}

/** What a society plans next: what has not ended stands first in its list, the earliest first. */
export function useUpcoming(societyId: string) {
  useEventsLive();
  const query = useQuery({
    queryKey: keys.society(societyId),
    queryFn: ({ signal }) => fetchOfSociety(societyId, signal),
    meta: { failure: false },
  });
  const found = events.useList(query.data ?? []);
  return { query, items: found.filter(isAttendable).slice(0, shown) };
}

async function fetchEvent(id: string, signal: AbortSignal): Promise<string> {
  try {
    const { data } = await api(getEventInfo, { event_id: id }, { signal });
    rememberEvents([data]);
    return id;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) events.drop(id);
    throw error;
  }
}

/** One event, kept true while it is on the screen; its page is in the room `event:{id}`. */
export function useEvent(id: string) {
  useEventsLive();
  const query = useQuery({ queryKey: keys.info(id), queryFn: ({ signal }) => fetchEvent(id, signal), meta: { failure: false } });
  return { query, event: events.useOne(id) };
}

async function fetchStanding(event: string, signal: AbortSignal): Promise<string> {
  const { data } = await api(getUserStatus, { event_id: event }, { signal });
  const { attendance, waiting_position, rev, version, bookmarked, bookmark_version } = data;
  standings.merge([{ event, attendance, waiting_position, rev, version }]);
  bookmarks.merge([{ event, on: bookmarked, version: bookmark_version }]);
  return event;
}

/** How the reader stands to an event: whether they go, wait or keep it, also as another tab or the waiting list changes it. */
export function useStanding(id: string) {
  useEventsLive();
  const query = useQuery({ queryKey: keys.standing(id), queryFn: ({ signal }) => fetchStanding(id, signal), meta: { failure: false } });
  return { query, standing: standings.useOne(id), isBookmarked: bookmarks.useOne(id)?.on ?? false };
}
