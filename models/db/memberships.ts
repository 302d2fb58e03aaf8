import type { Member } from '#models/contract/members';
import type { SocietyRole } from '#models/contract/societies';
import { byUser, deleteAndRecount, describeCollection, ofUser } from './collections.js';
import { Loader } from './loader.js';
import { date, defineModel, type Id, mark, maybeDate, ref, string, toId, version } from './model.js';
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
  ],
);

describeCollection(Memberships, {
  description: 'Memberships, with the name as lists sort it. Deleted; the job publishes the leave to each society before.',
  exportFilter: ofUser,
  omitted: ['nameFolded', 'nameGrams'],
  erase: deleteAndRecount(Memberships, ['society', 'society', byUser]),
});

/** A member in live messages: without the e-mail address, whose visibility depends on the reader, and without the society's `rev`. */
export const memberToWire = (membership: MembershipDoc, person: PersonDoc | undefined): Omit<Member, 'Email' | 'rev'> => ({
  ID: String(membership.user),
  Name: personName(person),
  Photo: personImage(person),
  Role: membership.role,
  Joined_At: membership.joinedAt.toISOString(),
});

/** Key of a membership in `roleLoader`. */
export const roleKey = (society: Id | string, user: Id | string): string => `${society}/${user}`;

/** Roles of people in societies, by `roleKey`. */
export const roleLoader = new Loader<SocietyRole>(async (keys) => {
  const [societies, users] = [0, 1].map((part) => [...new Set(keys.map((key) => key.split('/')[part] as string))].map(toId));
  const found = await Memberships.find({ society: { $in: societies }, user: { $in: users } }, { society: 1, user: 1, role: 1 }).lean();
  return new Map(found.map(({ society, user, role }) => [roleKey(society, user), role]));
});
