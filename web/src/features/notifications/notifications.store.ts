import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getNotifications, type Notification } from '#models/contract/notifications';
import { api } from '@/lib/api';
import { createEntities, onClear } from '@/lib/entities';
import { advanceClock, readClock } from '@/lib/logical-clock';
import { cancelAndInvalidate, queryClient } from '@/lib/query';
import { answerUnread } from './unread';

/** Every notification on the screen, once; `version` decides which telling of it is the newer. */
export const notifications = createEntities<Notification>({ name: 'notifications' });

/** What was read stays read: what happens later begins another notification. */
const read = new Set<string>();
/** The newest version of each person that was heard of. */
const faces = new Map<string, number>();
/** When each was told of live: an answer that was asked for before does not have it yet. */
const told = new Map<string, number>();
onClear(() => {
  told.clear();
  read.clear();
  faces.clear();
});

const key = ['notifications', 'newest'];
const pageSize = 20;

interface Page {
  ids: string[];
  next: string | null;
  /** How many there are on all pages, where the first page says it. */
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
  const asked = readClock();
  const { data, next, counts } = await api(getNotifications, { limit: pageSize, ...(cursor ? { cursor } : {}) }, { signal });
  const { unread = 0, total = data.length } = counts ?? {};
  answerUnread(unread, asked);
  merge(data);
  const ids = data.map(({ ID }) => ID);
  if (cursor) return { ids, next, total };
  const later = [...told].filter(([id, heard]) => heard > asked && notifications.get(id)).map(([id]) => id);
  return { ids: [...new Set([...ids, ...later])].toSorted(newestFirst), next, total };
}

/** One's notifications, newest first, page by page; `total` counts them all. */
export function useNotifications() {
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    getNextPageParam: (page) => page.next,
    meta: { failure: false },
  });
  const ids = useMemo(() => [...new Set(query.data?.pages.flatMap((page) => page.ids) ?? [])], [query.data]);
  return { query, ids, total: query.data?.pages[0]?.total ?? 0 };
}

/** At the head of the list, wherever it stood before; one that began just now is one more. */
function putFirst({ ID, version }: Notification): void {
  queryClient.setQueryData<Pages>(key, (data) => {
    const [first, ...rest] = data?.pages.map((page) => ({ ...page, ids: page.ids.filter((id) => id !== ID) })) ?? [];
    if (!data || !first) return data;
    const isNew = version === 1 && !data.pages.some(({ ids }) => ids.includes(ID));
    const ids = [ID, ...first.ids].toSorted(newestFirst);
    return { ...data, pages: [{ ...first, ids, total: first.total + (isNew ? 1 : 0) }, ...rest] };
  });
}

/** One that is new, or tells of more or fewer than before. What comes late, or twice, says nothing. */
export function takeNotification(item: Notification): void {
  const known = notifications.get(item.ID);
  if (known && item.version <= known.version) return;
  merge([item]);
  told.set(item.ID, advanceClock());
  putFirst(item);
}

/** These, or all that are known, are unread no more. */
export function takeRead(ids: readonly string[] | 'all'): void {
  for (const id of ids === 'all' ? notifications.all().map(({ ID }) => ID) : ids) {
    read.add(id);
    notifications.patch(id, { read: true });
  }
}

/**
 * The server says that these are unread no more: read elsewhere, or gone because what they told of was taken back. An answer
 * that is on its way was asked for before, and does not know it. Where some are `unread` after all were read, they came since,
 * and may be known already: which ones is asked for.
 */
export function hearRead(ids: readonly string[] | 'all', unread: number): void {
  const isNews =
    ids === 'all' ? unread > 0 || queryClient.isFetching({ queryKey: key }) > 0 : ids.some((id) => notifications.get(id)?.read === false);
  if (ids !== 'all' || unread === 0) takeRead(ids);
  if (isNews) void cancelAndInvalidate(key);
}

/** A new name or picture of who did it; what comes late says nothing. */
export function takeFace(person: { ID: string; Name: string; Image: string }, version: number): void {
  if (version < (faces.get(person.ID) ?? 0)) return;
  faces.set(person.ID, version);
  for (const { ID, actors } of notifications.all())
    if (actors.some((actor) => actor.ID === person.ID))
      notifications.patch(ID, { actors: actors.map((actor) => (actor.ID === person.ID ? person : actor)) });
}
