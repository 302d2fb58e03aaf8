import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { getNotifications, getUnreadCount, markAllRead, markRead } from '#models/contract/notifications';
import { getPushKey, pushSubscribe, pushUnsubscribe } from '#models/contract/push';
import { getNotificationsAction, getUnreadCountAction, markAllReadAction, markReadAction } from './notifications.actions.js';
import { getPushKeyAction, pushSubscribeAction, pushUnsubscribeAction } from './push.actions.js';

export function notificationsRoutes(app: FastifyInstance): void {
  route(app, getNotifications, getNotificationsAction);
  route(app, getUnreadCount, getUnreadCountAction);
  route(app, markRead, markReadAction);
  route(app, markAllRead, markAllReadAction);
  route(app, pushSubscribe, pushSubscribeAction);
  route(app, pushUnsubscribe, pushUnsubscribeAction);
  route(app, getPushKey, getPushKeyAction);
}
