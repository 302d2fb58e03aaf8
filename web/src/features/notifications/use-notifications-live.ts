import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getUnreadCount, notificationNew, notificationRead } from '#models/contract/notifications';
import { userUpdated } from '#models/contract/profiles';
import { api } from '@/lib/api';
import { combineStops, onMessage } from '@/lib/live';
import { readClock } from '@/sync/logical-clock';
import { applyActor, applyNotification, applyRead } from './notifications.store';
import { applyFetchedUnread, applyReceivedUnread } from './unread';

/** Applies live messages to all loaded notifications. */
export function useNotificationsLive(): void {
  useEffect(() => {
    return combineStops([
      onMessage(notificationNew, ({ notification, unread }) => {
        applyNotification(notification);
        applyReceivedUnread(unread);
      }),
      onMessage(notificationRead, ({ notification_ids, unread }) => {
        applyRead(notification_ids, unread);
        applyReceivedUnread(unread);
      }),
      onMessage(userUpdated, ({ user_id: ID, Name, Image, version }) => applyActor({ ID, Name, Image }, version)),
    ]);
  }, []);
}

/** Loads the unread count of the bell and keeps it current; used once, in the shell. */
export function useUnreadLive(): void {
  useNotificationsLive();
  useQuery({
    queryKey: ['notifications', 'unread'],
    queryFn: async ({ signal }) => {
      const requestedAt = readClock();
      const { data } = await api(getUnreadCount, {}, { signal });
      applyFetchedUnread(data, requestedAt);
      return data;
    },
  });
}
