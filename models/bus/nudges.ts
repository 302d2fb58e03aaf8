import type { JoinRequestDoc } from '#models/db/join-requests';
import type { Id } from '#models/db/model';
import type { SocietyDoc } from '#models/db/societies';
import type { NotificationSpec, Retraction } from './verb.js';
import { adminsOf } from './verbs/members.js';

/** How long a request waits before its society's admins are told of it once more. */
export const nudgeAfterMs = 72 * 3600_000;

/** What their notifications hold as told. */
export const nudgeId = (request: Id): string => `nudge-${request}`;

/** What a nudge says: all that wait in a society are one notification while it is open. */
export const nudgeNotification = ({ _id, name }: Pick<SocietyDoc, '_id' | 'name'>): NotificationSpec => ({
  key: `waiting:${_id}`,
  type: 'requests_waiting',
  params: { society: name },
  link: `/societies/${_id}/join-requests`,
  why: 'admin',
  audience: () => adminsOf(_id),
  society: _id,
});

/** The nudge of a request that waits no longer. */
export const nudgeRetraction = ({ _id, society }: Pick<JoinRequestDoc, '_id' | 'society'>): Retraction => ({
  record: { _id: nudgeId(_id), actor: null },
  audience: () => adminsOf(society),
});
