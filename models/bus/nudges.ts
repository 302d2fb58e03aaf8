import type { JoinRequestDoc } from '#models/db/join-requests';
import type { Id } from '#models/db/model';
import type { SocietyDoc } from '#models/db/societies';
import { audienceOf, type NotificationSpec, type Retraction } from './verb.js';
import { adminsOf } from './verbs/members.js';

/** Age of a join request at which the society's admins are reminded of it. */
export const nudgeAfterMs = 24 * 3600_000;

/** Ages at which others are notified that nobody answers: whoever gave the admins their role, then platform admins. */
export const escalateAfterMs = [7 * 24 * 3600_000, 14 * 24 * 3600_000] as const;

/** Delivery id of a nudge in the admins' notifications. */
export const nudgeId = (request: Id): string => `nudge-${request}`;

/** Nudge to a society's admins. All requests that wait in a society share one notification while it is open. */
export const nudgeNotification = ({ _id, name }: Pick<SocietyDoc, '_id' | 'name'>): NotificationSpec => ({
  key: `waiting:${_id}`,
  type: 'requests_waiting',
  params: { society: name },
  link: `/societies/${_id}/join-requests`,
  why: 'admin',
  audience: () => adminsOf(_id),
  society: _id,
});

/** Retraction of the nudge of a request that is no longer pending. */
export const nudgeRetraction = ({ _id, society }: Pick<JoinRequestDoc, '_id' | 'society'>): Retraction => ({
  record: { _id: nudgeId(_id), actor: null },
  audience: () => adminsOf(society),
});

/** Delivery id of an escalation, at whatever level. */
export const escalationId = (request: Id): string => `overdue-${request}`;

/** Notification to people beside the society's admins that nobody answers. */
export const escalationNotification = ({ _id, name }: Pick<SocietyDoc, '_id' | 'name'>, people: readonly Id[]): NotificationSpec => ({
  key: `overdue:${_id}`,
  type: 'requests_overdue',
  params: { society: name },
  link: `/societies/${_id}`,
  why: 'appointer',
  audience: () => audienceOf(...people),
  society: _id,
});

/** Retraction of the escalation of a request that is no longer pending. */
export const escalationRetraction = ({ _id, escalatedTo = [] }: Pick<JoinRequestDoc, '_id' | 'escalatedTo'>): Retraction => ({
  record: { _id: escalationId(_id), actor: null },
  audience: () => audienceOf(...escalatedTo),
});
