import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getUnreadCount, notificationNew, notificationRead } from '#models/contract/notifications';
import { userUpdated } from '#models/contract/profiles';
import { api } from '@/lib/api';
import { combineStops, onMessage } from '@/lib/live';
import { readClock } from '@/lib/logical-clock';
import { hearRead, takeFace, takeNotification } from './notifications.store';
import { answerUnread, hearUnread } from './unread';

/** Keeps every notification on the screen true. */
export function useNotificationsLive(): void {
  useEffect(() => {
    return combineStops([
      onMessage(notificationNew, ({ notification, unread }) => {
        takeNotification(notification);
        hearUnread(unread);
      }),
      onMessage(notificationRead, ({ notification_ids, unread }) => {
        hearRead(notification_ids, unread);
        hearUnread(unread);
      }),
      onMessage(userUpdated, ({ user_id: ID, Name, Image, version }) => takeFace({ ID, Name, Image }, version)),
    ]);
  }, []);
}

/** Keeps the bell's count true; stands once, in the shell. */
export function useUnreadLive(): void {
  useNotificationsLive();
  useQuery({
    queryKey: ['notifications', 'unread'],
    queryFn: async ({ signal }) => {
      const asked = readClock();
      const { data } = await api(getUnreadCount, {}, { signal });
      answerUnread(data, asked);
      return data;
    },
    meta: { failure: false },
  });
}
