import type { AdminClaim } from '#models/contract/admin-claims';
import { byUser, deleteAll, describeCollection, ofUser } from './collections.js';
import { date, defineModel, type Id, mark, maybeRef, needed, optionalDate, ref, string, version } from './model.js';
import { type PersonDoc, personImage, personName } from './users.js';

export interface AdminClaimDoc {
  _id: Id;
  society: Id;
  user: Id;
  /** The only admin, who is away. */
  absent: Id;
  words: string;
  status: AdminClaim['Status'];
  /** True while open; a unique index allows one per person and society. */
  open?: true;
  createdAt: Date;
  decidedBy: Id | null;
  reason: string;
  endedAt?: Date;
  version: number;
}

const retentionDays = 400;

export const AdminClaims = defineModel<AdminClaimDoc>(
  'adminClaims',
  {
    society: ref,
    user: ref,
    absent: ref,
    words: string,
    status: needed,
    open: mark,
    createdAt: date,
    decidedBy: maybeRef,
    reason: string,
    endedAt: optionalDate,
    version,
  },
  [
    [
      { society: 1, user: 1 },
      { unique: true, partialFilterExpression: { open: true } },
    ],
    [{ createdAt: 1, _id: 1 }, { partialFilterExpression: { open: true } }],
    [{ absent: 1 }, { partialFilterExpression: { open: true } }],
    [{ society: 1, endedAt: 1 }],
    [{ user: 1 }],
    [{ endedAt: 1 }, { expireAfterSeconds: retentionDays * 86_400 }],
  ],
);

describeCollection(AdminClaims, {
  description:
    'Claims of members to societies whose only admin is away, with their words. Deleted; in those of others the absent admin and the decider stay as ids. Kept for 400 days after their end.',
  exportFilter: ofUser,
  erase: deleteAll(AdminClaims, byUser),
});

/** A claim as platform admins and the claimer see it. */
export function claimToWire(claim: AdminClaimDoc, society: string, people: Map<string, PersonDoc>): AdminClaim {
  const claimer = people.get(String(claim.user));
  return {
    ID: String(claim._id),
    Society_ID: String(claim.society),
    Society_Name: society,
    User: String(claim.user),
    User_Name: personName(claimer),
    User_Photo: personImage(claimer),
    Admin: String(claim.absent),
    Admin_Name: personName(people.get(String(claim.absent))),
    Words: claim.words,
    Status: claim.status,
    Reason: claim.reason,
    CreatedAt: claim.createdAt.toISOString(),
    version: claim.version,
  };
}
