import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getNotifications, type Notification } from '#models/contract/notifications';
import { api } from '@/lib/api';
import { cancelAndInvalidate, queryClient } from '@/lib/query';
import { onUserChange } from '@/lib/user-change';
import { createEntities } from '@/sync/entities';
import { advanceClock, readClock } from '@/sync/logical-clock';
import { applyFetchedUnread } from './unread';

/** All loaded notifications; `version` orders their states. */
export const notifications = createEntities<Notification>({ name: 'notifications' });

/** Ids of read notifications. They never become unread: later deliveries start another notification. */
const read = new Set<string>();
/** Newest received version of each person's name and picture. */
const actorVersions = new Map<string, number>();
/** Logical time at which each notification was received; an answer requested earlier lacks it. */
const receivedAt = new Map<string, number>();
onUserChange(() => {
  receivedAt.clear();
  read.clear();
  actorVersions.clear();
});

const key = ['notifications', 'newest'];
const pageSize = 20;

interface Page {
  ids: string[];
  next: string | null;
  /** Number of notifications on all pages; correct on the first page. */
  total: number;
}
type Pages = InfiniteData<Page>;

const newestFirst = (a: string, b: string): number => {
  const [left, right] = [notifications.get(a)?.time ?? '', notifications.get(b)?.time ?? ''];
  return right.localeCompare(left) || b.localeCompare(a);
};

function merge(items: readonly Notification[]): void {
  for (const item of items) if (item.read) read.add(item.ID);
  notifications.merge(items.map((item) => (read.has(item.ID) ? { ...item, read: true } : item)));
}

async function fetchPage(cursor: string, signal: AbortSignal): Promise<Page> {
  const requestedAt = readClock();
  const { data, next, counts } = await api(getNotifications, { limit: pageSize, ...(cursor ? { cursor } : {}) }, { signal });
  const { unread = 0, total = data.length } = counts ?? {};
  applyFetchedUnread(unread, requestedAt);
  merge(data);
  const ids = data.map(({ ID }) => ID);
  if (cursor) return { ids, next, total };
  const later = [...receivedAt].filter(([id, time]) => time > requestedAt && notifications.get(id)).map(([id]) => id);
  return { ids: [...new Set([...ids, ...later])].toSorted(newestFirst), next, total };
}

/** Infinite list of notifications, newest first; `total` counts all of them. */
export function useNotifications() {
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    getNextPageParam: (page) => page.next,
  });
  const ids = useMemo(() => [...new Set(query.data?.pages.flatMap((page) => page.ids) ?? [])], [query.data]);
  return { query, ids, total: query.data?.pages[0]?.total ?? 0 };
}

/** Moves a notification to the top of the list; a new one (version 1) increments the total. */
function moveToTop({ ID, version }: Notification): void {
  queryClient.setQueryData<Pages>(key, (data) => {
    const [first, ...rest] = data?.pages.map((page) => ({ ...page, ids: page.ids.filter((id) => id !== ID) })) ?? [];
    if (!data || !first) return data;
    const isNew = version === 1 && !data.pages.some(({ ids }) => ids.includes(ID));
    const ids = [ID, ...first.ids].toSorted(newestFirst);
    return { ...data, pages: [{ ...first, ids, total: first.total + (isNew ? 1 : 0) }, ...rest] };
  });
}

/** Applies a new or changed notification; ignores a stale or repeated one. */
export function applyNotification(item: Notification): void {
  const loaded = notifications.get(item.ID);
  if (loaded && item.version <= loaded.version) return;
  merge([item]);
  receivedAt.set(item.ID, advanceClock());
  moveToTop(item);
}

/** Marks these, or all loaded notifications, as read in the store. */
export function setRead(ids: readonly string[] | 'all'): void {
  for (const id of ids === 'all' ? notifications.all().map(({ ID }) => ID) : ids) {
    read.add(id);
    notifications.patch(id, { read: true });
  }
}

/**
 * Applies a message that these are read: marked as read elsewhere, or removed by a retraction. A pending answer was requested
 * before, so it is fetched again. If all were read but some are `unread`, those came later and may be loaded already: a refetch
 * shows which.
 */
export function applyRead(ids: readonly string[] | 'all', unread: number): void {
  const isStale =
    ids === 'all' ? unread > 0 || queryClient.isFetching({ queryKey: key }) > 0 : ids.some((id) => notifications.get(id)?.read === false);
  if (ids !== 'all' || unread === 0) setRead(ids);
  if (isStale) void cancelAndInvalidate(key);
}

/** Applies a new name or picture of an actor; ignores a stale one. */
export function applyActor(person: { ID: string; Name: string; Image: string }, version: number): void {
  if (version < (actorVersions.get(person.ID) ?? 0)) return;
  actorVersions.set(person.ID, version);
  for (const { ID, actors } of notifications.all())
    if (actors.some((actor) => actor.ID === person.ID))
      notifications.patch(ID, { actors: actors.map((actor) => (actor.ID === person.ID ? person : actor)) });
}
