import { useQuery } from '@tanstack/react-query';
import { getNotifications, type Notification } from '#models/contract/notifications';
import { api } from '@/lib/api';
import { createEntities, onClear } from '@/lib/entities';
import { hear, heardSoFar } from '@/lib/heard';
import { askAnew, queryClient } from '@/lib/query';
import { answerUnread } from './unread';

/** Every notification on the screen, once; `version` decides which telling of it is the newer. */
export const notifications = createEntities<Notification>({});

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
const shownItems = 20;

const newestFirst = (a: string, b: string): number => {
  const [left, right] = [notifications.get(a)?.time ?? '', notifications.get(b)?.time ?? ''];
  return right.localeCompare(left) || b.localeCompare(a);
};

function merge(items: readonly Notification[]): void {
  for (const item of items) if (item.read) read.add(item.ID);
  notifications.merge(items.map((item) => (read.has(item.ID) ? { ...item, read: true } : item)));
}

async function fetchNewest(signal: AbortSignal): Promise<string[]> {
  const asked = heardSoFar();
  const { data, counts } = await api(getNotifications, { limit: shownItems }, { signal });
  answerUnread(counts?.unread ?? 0, asked);
  merge(data);
  const later = [...told].filter(([id, heard]) => heard > asked && notifications.get(id)).map(([id]) => id);
  return [...new Set([...data.map(({ ID }) => ID), ...later])].toSorted(newestFirst);
}

/** The newest notifications, newest first. */
export function useNotifications() {
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => fetchNewest(signal), meta: { failure: false } });
  return { query, items: notifications.useList(query.data ?? []) };
}

/** One that is new, or tells of more or fewer than before. What comes late, or twice, says nothing. */
export function takeNotification(item: Notification): void {
  const known = notifications.get(item.ID);
  if (known && item.version <= known.version) return;
  merge([item]);
  told.set(item.ID, hear());
  queryClient.setQueryData<string[]>(key, (ids) => (ids ? [...new Set([item.ID, ...ids])].toSorted(newestFirst) : ids));
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
 * that is on its way was asked for before, and does not know it.
 */
export function hearRead(ids: readonly string[] | 'all'): void {
  const isNews = ids === 'all' ? queryClient.isFetching({ queryKey: key }) > 0 : ids.some((id) => notifications.get(id)?.read === false);
  takeRead(ids);
  if (isNews) void askAnew(key);
}

/** A new name or picture of who did it; what comes late says nothing. */
export function takeFace(person: { ID: string; Name: string; Image: string }, version: number): void {
  if (version < (faces.get(person.ID) ?? 0)) return;
  faces.set(person.ID, version);
  for (const { ID, actors } of notifications.all())
    if (actors.some((actor) => actor.ID === person.ID))
      notifications.patch(ID, { actors: actors.map((actor) => (actor.ID === person.ID ? person : actor)) });
}
