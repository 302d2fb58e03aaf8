import type { MembershipDoc } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import type { SocietyDoc } from '#models/db/societies';
import { audienceOf, type NotificationSpec, type Retraction } from './verb.js';
import { adminsOf } from './verbs/members.js';

/** Days before the end of a role at which its holder and the society's admins are warned. */
export const warningDays = [60, 14] as const;
export type WarningDays = (typeof warningDays)[number];

/** Delivery id of a warning; a changed end has new ids. */
export const warningId = (society: Id, user: Id, endsAt: number, days: WarningDays): string => `role-${society}-${user}-${endsAt}-${days}`;

interface Ending {
  society: Pick<SocietyDoc, '_id' | 'name'>;
  membership: Pick<MembershipDoc, 'user' | 'successor'> & { roleUntil: string; roleEndsAt: Date };
  /** The holder is the only admin and has no successor: the role stays. */
  stays: boolean;
}

/** Warnings of the end of a role: to its holder, and to the society's other admins. Their params have people by id. */
export function warningNotifications({ society, membership, stays }: Ending, days: WarningDays): NotificationSpec[] {
  const { user, roleUntil, roleEndsAt, successor } = membership;
  const params = {
    society: society.name,
    date: roleUntil,
    holder: String(user),
    ...(successor && { successor: String(successor) }),
    ...(stays && { stays: 'true' }),
  };
  const shared = { link: `/societies/${society._id}/members`, society: society._id };
  const about = `${society._id}:${user}:${roleEndsAt.getTime()}:${days}`;
  return [
    { key: `role_ending:${about}`, type: 'role_ending', params, ...shared, why: 'person', audience: () => audienceOf(user) },
    {
      key: `member_role_ending:${about}`,
      type: 'member_role_ending',
      params,
      ...shared,
      why: 'admin',
      audience: () => adminsOf(society._id, [String(user)]),
    },
  ];
}

/** Retractions of the warnings of an end that no longer applies. */
export const warningRetractions = (society: Id, user: Id, endsAt: number): Retraction[] =>
  warningDays.flatMap((days) => {
    const record = { _id: warningId(society, user, endsAt, days), actor: null };
    return [
      { record, audience: () => audienceOf(user) },
      { record, audience: () => adminsOf(society) },
    ];
  });
