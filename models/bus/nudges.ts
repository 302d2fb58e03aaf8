import type { JoinRequestDoc } from '#models/db/join-requests';
import type { Id } from '#models/db/model';
import type { SocietyDoc } from '#models/db/societies';
import type { NotificationSpec, Retraction } from './verb.js';
import { adminsOf } from './verbs/members.js';

/** Age of a join request at which the society's admins are reminded of it. */
export const nudgeAfterMs = 72 * 3600_000;

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
