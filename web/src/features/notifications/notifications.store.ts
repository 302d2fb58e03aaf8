import { useQuery } from '@tanstack/react-query';
import { getNotifications, getUnreadCount, type Notification, notificationNew, notificationRead } from '#models/contract/notifications';
import { api } from '@/lib/api';
import { queryClient } from '@/lib/query';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import type { HoldBack } from '@/sync/held-back';
import { defineList } from '@/sync/lists';
import { peopleIn } from '@/sync/people';
import { setUnread, withUnread } from '@/sync/unread';

/** All loaded notifications. A read one never becomes unread: later deliveries start another notification. */
export const notifications = createEntities<Notification>({
  name: 'notifications',
  orderedBy: { read: ['read'] },
  refs: [peopleIn<Notification, Notification['actors'][number]>('actors', { Name: 'Name', Image: 'Image' })],
});

const list = defineList({
  key: ['notifications', 'newest'],
  call: getNotifications,
  input: () => ({ limit: 20 }),
  entities: notifications,
  order: (a, b) => b.time.localeCompare(a.time) || b.ID.localeCompare(a.ID),
  hold: 'scrolled',
  fetch: (_args, _cursor, _signal, ask) => withUnread(ask, ({ counts }) => counts?.unread ?? 0),
});

/** All notifications, newest first; new ones are held back while the list is scrolled, unless `hold` says otherwise. */
export const useNotifications = (hold?: HoldBack) => list.useView({}, true, hold);

/** Loads the unread count of the bell; used once, in the shell. */
export const useUnreadCount = () =>
  useQuery({
    queryKey: ['notifications', 'unread'],
    queryFn: ({ signal }) =>
      withUnread(
        () => api(getUnreadCount, {}, { signal }),
        ({ data }) => data,
      ),
  });

/** Moves a new or changed notification to the top; ignores a stale or repeated one. A new one (version 1) adds to the total. */
function onNew(item: Notification): void {
  const loaded = notifications.get(item.ID);
  if (loaded && item.version <= loaded.version) return;
  if (!loaded && item.version === 1) list.updateCounts((counts) => ({ ...counts, total: counts.total + 1 }));
  list.insert(item);
}

/** Marks these, or all loaded notifications, as read. */
export function setRead(ids: readonly string[] | 'all'): void {
  for (const id of ids === 'all' ? notifications.ids() : ids) notifications.patchOwn(id, { read: true });
}

/**
 * Applies a message that these are read, or removed by a retraction: also a read one may be, so a refetch shows what is left. A
 * pending answer was requested before, so it is fetched again. If all were read but some are `unread`, those came later and may
 * be loaded already: a refetch shows which.
 */
function onRead(ids: readonly string[] | 'all', unread: number): void {
  const isPending = queryClient.isFetching({ queryKey: list.spec.key }) > 0;
  const isStale = ids === 'all' ? unread > 0 || isPending : ids.some((id) => notifications.get(id) !== undefined);
  if (ids !== 'all' || unread === 0) setRead(ids);
  if (isStale) void list.refetch();
}

registerEffects('notifications', [
  on(notificationNew, ({ notification, unread }) => {
    onNew(notification);
    setUnread(unread);
  }),
  on(notificationRead, ({ notification_ids, unread }) => {
    onRead(notification_ids, unread);
    setUnread(unread);
  }),
]);
