import type { Member } from '#models/contract/members';
import type { SocietyRole } from '#models/contract/societies';
import { byUser, deleteAndRecount, describeCollection, ofUser } from './collections.js';
import { Loader } from './loader.js';
import {
  date,
  defineModel,
  type Id,
  mark,
  maybeDate,
  optionalDate,
  optionalRef,
  optionalString,
  ref,
  string,
  toId,
  version,
} from './model.js';
import type { DbSession } from './transaction.js';
import { type PersonDoc, personImage, personName } from './users.js';

export interface MembershipDoc {
  _id: Id;
  society: Id;
  user: Id;
  role: SocietyRole;
  joinedAt: Date;
  nameFolded: string;
  nameGrams: string[];
  /** Last time that the member read the first page of the society's posts. */
  seenAt: Date | null;
  /** Last local day of the role; absent for a role without an end. */
  roleUntil?: string;
  /** End of that day. */
  roleEndsAt?: Date;
  /** Next time at which the worker warns of the end or ends the role. */
  roleDueAt?: Date;
  /** Person who set the end. */
  roleTermBy?: Id;
  /** Member who becomes an admin when this admin's role ends. */
  successor?: Id;
  /** Left out of the list of members for others; absent if not. */
  hidden?: true;
  version: number;
}

export const Memberships = defineModel<MembershipDoc>(
  'memberships',
  {
    society: ref,
    user: ref,
    role: { type: String, enum: ['admin', 'moderator', 'member'], required: true },
    joinedAt: date,
    nameFolded: string,
    nameGrams: [String],
    seenAt: maybeDate,
    roleUntil: optionalString,
    roleEndsAt: optionalDate,
    roleDueAt: optionalDate,
    roleTermBy: optionalRef,
    successor: optionalRef,
    hidden: mark,
    version,
  },
  [
    [{ society: 1, user: 1 }, { unique: true }],
    [{ user: 1 }],
    [{ society: 1, joinedAt: -1, _id: -1 }],
    [{ society: 1, nameFolded: 1, _id: 1 }],
    [{ society: 1, role: 1, joinedAt: -1, _id: -1 }],
    [{ society: 1, role: 1, nameFolded: 1, _id: 1 }],
    [{ society: 1, nameGrams: 1 }],
    [{ roleDueAt: 1 }, { partialFilterExpression: { roleDueAt: { $exists: true } } }],
    [{ successor: 1, society: 1 }, { partialFilterExpression: { successor: { $exists: true } } }],
  ],
);

describeCollection(Memberships, {
  description: 'Memberships, with the name as lists sort it. Deleted; the job publishes the leave to each society before.',
  exportFilter: ofUser,
  omitted: ['nameFolded', 'nameGrams', 'roleDueAt', 'roleTermBy', 'successor'],
  exportedPart: { name: 'successions', filter: (user) => ({ successor: user }), fields: ['society', 'roleUntil'] },
  erase: deleteAndRecount(Memberships, ['society', 'society', byUser]),
});

/** A member in live messages: without the e-mail address, whose visibility depends on the reader, and without the society's `rev`. */
export const memberToWire = (membership: MembershipDoc, person: PersonDoc | undefined): Omit<Member, 'Email' | 'rev'> => ({
  ID: String(membership.user),
  Name: personName(person),
  Photo: personImage(person),
  Role: membership.role,
  Joined_At: membership.joinedAt.toISOString(),
  ...(membership.roleUntil && { Role_Until: membership.roleUntil }),
});

/** Clears a person as successor, in one society or in all: they left it, or cannot act. */
export async function clearSuccessions(session: DbSession, successor: Id, society?: Id): Promise<void> {
  await Memberships.updateMany({ successor, ...(society && { society }) }, { $unset: { successor: 1 } }, { session });
}

/** Key of a membership in `roleLoader`. */
export const roleKey = (society: Id | string, user: Id | string): string => `${society}/${user}`;

/** Roles of people in societies, by `roleKey`. */
export const roleLoader = new Loader<SocietyRole>(async (keys) => {
  const [societies, users] = [0, 1].map((part) => [...new Set(keys.map((key) => key.split('/')[part] as string))].map(toId));
  const found = await Memberships.find({ society: { $in: societies }, user: { $in: users } }, { society: 1, user: 1, role: 1 }).lean();
  return new Map(found.map(({ society, user, role }) => [roleKey(society, user), role]));
});
