import { type Id, toId } from '#models/db/model';
import type { RosterEntryDoc } from '#models/db/roster-entries';
import { foldEmail } from '#models/db/text';
import { type UserDoc, Users } from '#models/db/users';

/** Fields of an entry that a file sets. */
export type RosterFields = Pick<RosterEntryDoc, 'number' | 'name' | 'email' | 'affiliation' | 'faculty' | 'year'>;

/** Fields of an account that follow its entry. */
export type FollowedFields = Partial<Pick<UserDoc, 'affiliation' | 'faculty' | 'year'>>;

/** Account of a person on the roster, as an import needs it. */
export type RosterAccount = Pick<UserDoc, '_id' | 'email' | 'emailFolded' | 'role' | 'affiliation' | 'faculty' | 'year' | 'suspendedBy'>;

/** Verified accounts, by address and by id. */
export interface Accounts {
  ofAddress(email: string): RosterAccount | undefined;
  ofId(id: Id): RosterAccount | undefined;
}

const fields = { email: 1, emailFolded: 1, role: 1, affiliation: 1, faculty: 1, year: 1, suspendedBy: 1 } as const;
const verified = { deletedAt: null, verifiedAt: { $ne: null } } as const;
const batchSize = 1000;

function* batchesOf<T>(all: readonly T[]): Iterable<T[]> {
  for (let at = 0; at < all.length; at += batchSize) yield all.slice(at, at + batchSize);
}

/** Loads the accounts that have verified one of these addresses, and those with these ids. */
export async function loadAccounts(emails: readonly string[], ids: readonly Id[]): Promise<Accounts> {
  const byAddress = new Map<string, RosterAccount>();
  const byId = new Map<string, RosterAccount>();
  const addresses = [...new Set(emails.map(foldEmail))].filter((address) => address !== '');
  const add = (account: RosterAccount) => {
    byAddress.set(account.emailFolded, account);
    byId.set(String(account._id), account);
  };
  for (const batch of batchesOf(addresses))
    for (const account of await Users.find({ emailFolded: { $in: batch }, ...verified }, fields).lean<RosterAccount[]>()) add(account);
  const others = ids.map(String).filter((id) => !byId.has(id));
  for (const batch of batchesOf(others))
    for (const account of await Users.find({ _id: { $in: batch.map(toId) }, ...verified }, fields).lean<RosterAccount[]>())
      byId.set(String(account._id), account);
  return { ofAddress: (email) => byAddress.get(foldEmail(email)), ofId: (id) => byId.get(String(id)) };
}

/** Fields of a verified account that differ from what its entry says. */
export function followedFields({ affiliation, faculty, year }: RosterFields, account: FollowedFields): FollowedFields {
  return {
    ...(affiliation !== '' && affiliation !== account.affiliation && { affiliation }),
    ...(faculty !== '' && faculty !== account.faculty && { faculty }),
    ...(year !== null && year !== account.year && { year }),
  };
}
