import type { NotificationType } from './notifications.js';

/** Personal types: always shown in the app, whatever the settings; mailed and pushed by the settings. */
export const personalTypes: readonly NotificationType[] = [
  'event_changed',
  'event_cancelled',
  'event_removed',
  'request_approved',
  'request_rejected',
  'invited',
  'role_admin',
  'role_moderator',
  'role_member',
  'member_removed',
  'report_outcome',
  'ticket_answered',
  'seat_given',
  'post_refused',
  'content_removed',
  'content_noted',
  'appeal_granted',
  'appeal_rejected',
  'staff_given',
  'staff_taken',
];
