import { useQuery } from '@tanstack/react-query';
import { getUserStatus } from '#models/contract/attendance';
import { isAttendable } from '#models/contract/event-phase';
import { getEventInfo, getEventsBySociety } from '#models/contract/events';
import { ApiError, api } from '@/lib/api';
import { keys } from './events.keys';
import { useEventsLive } from './events.live';
import { bookmarks, events, mergeEvents, standings } from './events.store';

const maxShown = 5;
/** More than shown, since some upcoming events may be cancelled. */
const fetchLimit = 20;

async function fetchOfSociety(societyId: string, signal: AbortSignal): Promise<string[]> {
  const { data } = await api(getEventsBySociety, { society_id: societyId, limit: fetchLimit }, { signal });
  return mergeEvents(data);
}

/** A society's next events, earliest first. Its list begins with events that have not ended. */
export function useUpcoming(societyId: string) {
  useEventsLive();
  const query = useQuery({
    queryKey: keys.society(societyId),
    queryFn: ({ signal }) => fetchOfSociety(societyId, signal),
  });
  const found = events.useList(query.data ?? []);
  return { query, items: found.filter(isAttendable).slice(0, maxShown) };
}

async function fetchEvent(id: string, signal: AbortSignal): Promise<string> {
  try {
    const { data } = await api(getEventInfo, { event_id: id }, { signal });
    mergeEvents([data]);
    return id;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) events.drop(id);
    throw error;
  }
}

/** One event, updated by messages; its page joins the room `event:{id}`. */
export function useEvent(id: string) {
  useEventsLive();
  const query = useQuery({ queryKey: keys.info(id), queryFn: ({ signal }) => fetchEvent(id, signal) });
  return { query, event: events.useOne(id) };
}

async function fetchStanding(event: string, signal: AbortSignal): Promise<string> {
  const { data } = await api(getUserStatus, { event_id: event }, { signal });
  const { attendance, waiting_position, rev, version, bookmarked, bookmark_version } = data;
  standings.merge([{ event, attendance, waiting_position, rev, version }]);
  bookmarks.merge([{ event, on: bookmarked, version: bookmark_version }]);
  return event;
}

/** The viewer's attendance, waiting position and bookmark of an event, updated by messages. */
export function useStanding(id: string) {
  useEventsLive();
  const query = useQuery({ queryKey: keys.standing(id), queryFn: ({ signal }) => fetchStanding(id, signal) });
  return { query, standing: standings.useOne(id), isBookmarked: bookmarks.useOne(id)?.on ?? false };
}
