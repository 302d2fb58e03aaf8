import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  getNotifications,
  markAllRead,
  markRead,
  type Notification,
  notificationNew,
  notificationRead,
} from '#models/contract/notifications';
import { api } from '@/lib/api';
import { createEntities } from '@/lib/entities';
import { reportFailure } from '@/lib/failures';
import { onMessage } from '@/lib/live';
import { queryClient } from '@/lib/query';
import { setUnread, useUnread } from '@/lib/unread';

/** Every notification on the screen, once. */
export const notifications = createEntities<Notification>({});

const key = ['notifications'];
const shownItems = 20;
/** Goes up with each live message on `unread`: an answer that was asked for before the last one does not set it. */
let heard = 0;

async function fetchNewest(signal: AbortSignal): Promise<{ ids: string[]; total: number }> {
  const asked = heard;
  const { data, counts } = await api(getNotifications, { limit: shownItems }, { signal });
  if (heard === asked) setUnread(counts?.unread ?? 0);
  return { ids: notifications.merge(data), total: counts?.total ?? data.length };
}

/** The newest notifications, newest first, and how many there are in all. */
export function useNotifications() {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => fetchNewest(signal), meta: { failure: false } });
}

/** A notification that grew is as new as its last telling: it stands first again. */
function onNew({ notification, unread }: { notification: Notification; unread: number }): void {
  heard += 1;
  setUnread(unread);
  const isKnown = notifications.get(notification.ID) !== undefined;
  notifications.merge([notification]);
  queryClient.setQueryData<{ ids: string[]; total: number }>(key, (list) =>
    list ? { ids: [notification.ID, ...list.ids.filter((id) => id !== notification.ID)], total: list.total + (isKnown ? 0 : 1) } : list,
  );
}

function onRead({ notification_ids, unread }: { notification_ids: string[] | 'all'; unread: number }): void {
  heard += 1;
  setUnread(unread);
  const ids = notification_ids === 'all' ? notifications.all().map(({ ID }) => ID) : notification_ids;
  for (const id of ids) notifications.patch(id, { read: true });
}

/** Keeps the card and the bell true. */
export function useNotificationsLive(): void {
  useEffect(() => {
    const ends = [onMessage(notificationNew, onNew), onMessage(notificationRead, onRead)];
    return () => {
      for (const end of ends) end();
    };
  }, []);
}

/** Marks as read at once, and takes it back when the server does not take it. */
async function markAtOnce(ids: readonly string[], send: () => Promise<{ data: { unread: number } }>): Promise<void> {
  const before = useUnread.getState().count;
  const asked = heard;
  const settle = ids.map((id) => notifications.expect(id, (item) => ({ ...item, read: true })));
  setUnread(Math.max(0, before - ids.length));
  try {
    const { data } = await send();
    for (const id of ids) notifications.patch(id, { read: true });
    if (heard === asked) setUnread(data.unread);
  } catch (error) {
    if (heard === asked) setUnread(before);
    reportFailure(error);
  } finally {
    for (const end of settle) end();
  }
}

const unreadOf = (ids: readonly string[]): string[] => ids.filter((id) => notifications.get(id)?.read === false);

export const readOne = async (id: string): Promise<void> => {
  if (unreadOf([id]).length > 0) await markAtOnce([id], () => api(markRead, { notification_id: id }));
};

export const readAll = (): Promise<void> => markAtOnce(unreadOf(notifications.all().map(({ ID }) => ID)), () => api(markAllRead, {}));
