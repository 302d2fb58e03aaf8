import type { Action } from '#gateway/plugins/calls';
import { notificationReadLive, notificationsToWire } from '#models/bus/notifications';
import { publishEphemeral } from '#models/bus/publish';
import { fail } from '#models/contract/failure';
import type { getNotifications, getUnreadCount, markAllRead, markRead } from '#models/contract/notifications';
import { countNotifications, markNotificationRead, markNotificationsRead, notificationPage } from '#models/db/notifications.loaders';

export const getNotificationsAction: Action<typeof getNotifications> = async ({ limit, cursor }, { me }) => {
  const [page, counts] = await Promise.all([notificationPage(me._id, cursor, limit), countNotifications(me._id)]);
  return { data: await notificationsToWire(page.notifications), next: page.next, counts };
};

export const getUnreadCountAction: Action<typeof getUnreadCount> = async (_nothing, { me }) => ({
  data: (await countNotifications(me._id)).unread,
});

export const markReadAction: Action<typeof markRead> = async ({ notification_id }, { me }) => {
  const found = await markNotificationRead(me._id, notification_id);
  if (!found) return fail('not_found');
  const { unread } = await countNotifications(me._id);
  publishEphemeral(notificationReadLive(me.id, [notification_id], unread));
  return { data: { unread } };
};

export const markAllReadAction: Action<typeof markAllRead> = async (_nothing, { me }) => {
  await markNotificationsRead(me._id);
  const { unread } = await countNotifications(me._id);
  publishEphemeral(notificationReadLive(me.id, 'all', unread));
  return { data: { unread } };
};
