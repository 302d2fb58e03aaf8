import { useQuery } from '@tanstack/react-query';
import { getNotifications, type Notification } from '#models/contract/notifications';
import { api } from '@/lib/api';
import { createEntities } from '@/lib/entities';
import { heardSoFar } from '@/lib/heard';
import { queryClient } from '@/lib/query';
import { answerUnread } from './unread';

/** Every notification on the screen, once. */
export const notifications = createEntities<Notification>({});

const key = ['notifications', 'newest'];
const shownItems = 20;

const newestFirst = (a: string, b: string): number => {
  const [left, right] = [notifications.get(a)?.time ?? '', notifications.get(b)?.time ?? ''];
  return right.localeCompare(left) || b.localeCompare(a);
};

/** It grows under one id, and its time with it; what was read is never unread again. */
function isOlder(fetched: Notification): boolean {
  const known = notifications.get(fetched.ID);
  return known !== undefined && (fetched.time < known.time || (fetched.time === known.time && known.read));
}

async function fetchNewest(signal: AbortSignal): Promise<string[]> {
  const asked = heardSoFar();
  const { data, counts } = await api(getNotifications, { limit: shownItems }, { signal });
  answerUnread(counts?.unread ?? 0, asked);
  notifications.merge(data.filter((item) => !isOlder(item)));
  return data.map(({ ID }) => ID).toSorted(newestFirst);
}

/** The newest notifications, newest first. */
export function useNotifications() {
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => fetchNewest(signal), meta: { failure: false } });
  return { query, items: notifications.useList(query.data ?? []) };
}

/** One that is new, or has grown: it is as new as its last telling. */
export function takeNotification(item: Notification): void {
  const known = notifications.get(item.ID);
  if (known && item.time < known.time) return;
  notifications.merge([item]);
  queryClient.setQueryData<string[]>(key, (ids) => (ids ? [...new Set([item.ID, ...ids])].toSorted(newestFirst) : ids));
}

export const takeRead = (ids: readonly string[] | 'all'): void => {
  for (const id of ids === 'all' ? notifications.all().map(({ ID }) => ID) : ids) notifications.patch(id, { read: true });
};
