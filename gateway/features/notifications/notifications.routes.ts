import type { FastifyInstance } from 'fastify';
import { route } from '#gateway/plugins/calls';
import { getNotifications, getUnreadCount, markAllRead, markRead } from '#models/contract/notifications';
import { getNotificationsAction, getUnreadCountAction, markAllReadAction, markReadAction } from './notifications.actions.js';

export function notificationsRoutes(app: FastifyInstance): void {
  route(app, getNotifications, getNotificationsAction);
  route(app, getUnreadCount, getUnreadCountAction);
  route(app, markRead, markReadAction);
  route(app, markAllRead, markAllReadAction);
}
