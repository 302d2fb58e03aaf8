import * as z from 'zod/mini';
import { call, message } from './define.js';
import { count, id, nothing, paging, shownId, time } from './parts.js';

const feature = 'notifications';

/** Types of notifications; texts are translated by them. */
export const notificationTypes = [
  'post_liked',
  'post_commented',
  'comment_answered',
  'post_created',
  'announcement',
  'event_created',
  'event_changed',
  'event_cancelled',
  'event_removed',
  'event_reminder',
  'event_message',
  'question_asked',
  'question_answered',
  'join_requested',
  'requests_waiting',
  'requests_overdue',
  'member_joined',
  'request_approved',
  'request_rejected',
  'invited',
  'role_admin',
  'role_moderator',
  'role_member',
  'role_ending',
  'member_role_ending',
  'role_ended',
  'member_removed',
  'demotion_asked',
  'society_claimed',
  'claim_opened',
  'claim_declined',
  'claim_closed',
  'report_outcome',
  'report_opened',
  'appeal_opened',
  'ticket_opened',
  'answer_waiting',
  'escalated',
  'ticket_answered',
  'seat_given',
  'seat_offered',
  'steward_named',
  'post_refused',
  'content_removed',
  'content_noted',
  'appeal_granted',
  'appeal_rejected',
  'staff_given',
  'staff_taken',
  'staff_proposed',
  'followed',
] as const;
export const notificationType = z.enum(notificationTypes);
export type NotificationType = z.output<typeof notificationType>;

/**
 * Fuller forms of a message, and the params that each needs. Used is the first whose params are given and that the type has a text
 * for; else the plain message.
 */
export const messageForms = [
  ['messageOfSeriesWithReason', ['meetings', 'reason']],
  ['messageOfSeries', ['meetings']],
  ['messageWithRuleAndReason', ['rule', 'reason']],
  ['messageWithRule', ['rule']],
  ['messageWithReason', ['reason']],
  ['messageOfAdmin', ['admin']],
  ['messageWithSuccessor', ['successor']],
  ['messageForStaying', ['stays']],
  ['messageInSociety', ['society']],
  ['messageWithSubject', ['subject']],
] as const satisfies readonly (readonly [string, readonly string[]])[];

/** News of a society: muting it, or turning societyUpdates off, stops these. */
export const newsTypes: readonly NotificationType[] = ['post_created', 'announcement', 'event_created'];

export const notification = z.object({
  ID: id,
  type: notificationType,
  title: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.string()),
  link: z.string(),
  /** Society in which it happened, if any. */
  society_id: z.nullable(id),
  actors: z.array(z.object({ ID: shownId, Name: z.string(), Image: z.string() })),
  /** Number of people. */
  count,
  /** Number of actions, such as three events of two people; 0 for reminders. */
  times: count,
  why: z.string(),
  time,
  read: z.boolean(),
  version: z.number(),
});
export type Notification = z.output<typeof notification>;

export const getNotifications = call({
  name: 'getNotifications',
  feature,
  method: 'GET',
  path: '/notifications/get_all',
  auth: 'required',
  policy: null,
  rate: 'read',
  status: 200,
  list: true,
  input: z.object(paging),
  data: z.array(notification),
  counts: z.object({ unread: count, total: count }),
  summary: 'Own notifications, newest first.',
});

export const getUnreadCount = call({
  name: 'getUnreadCount',
  feature,
  method: 'GET',
  path: '/notifications/get_unread_count',
  auth: 'required',
  policy: null,
  rate: 'read',
  status: 200,
  input: nothing,
  data: count,
  summary: 'How many own notifications are unread.',
});

export const markRead = call({
  name: 'markRead',
  feature,
  method: 'POST',
  path: '/notifications/mark_read',
  auth: 'required',
  policy: null,
  rate: 'write',
  status: 200,
  input: z.object({ notification_id: id }),
  data: z.object({ unread: count }),
  summary: 'Mark one as read.',
  errors: ['not_found'],
});

export const markAllRead = call({
  name: 'markAllRead',
  feature,
  method: 'POST',
  path: '/notifications/mark_all_read',
  auth: 'required',
  policy: null,
  rate: 'write',
  status: 200,
  input: nothing,
  data: z.object({ unread: count }),
  summary: 'Mark all as read.',
});

/** The gateway fills in `unread` when it sends the message, so that it never goes backwards. */
export const notificationNew = message('notification:new', ['user'], z.object({ notification, unread: count }));
export const notificationRead = message(
  'notification:read',
  ['user'],
  z.object({ notification_ids: z.union([z.array(id), z.literal('all')]), unread: count }),
);
