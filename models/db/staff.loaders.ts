import type { StaffScope } from '#models/contract/staff-scopes';
import type { Id } from './model.js';
import { isOpenProposal, type StaffProposalDoc, StaffProposals, staffMemberToWire, staffProposalToWire } from './staff-proposals.js';
import { holdersOf } from './staff-rights.js';
import type { DbSession } from './transaction.js';
import { loadPeople, type UserDoc, Users } from './users.js';

/** Condition of accounts that can sign in. */
export const canSignIn = { deletedAt: null, suspendedAt: null };

/** Ids of the people who have a scope and can sign in. */
export async function staffWith(scope: StaffScope, session: DbSession | null = null): Promise<Id[]> {
  const found = await Promise.all(
    holdersOf(scope).map((filter) =>
      Users.find({ ...filter, ...canSignIn }, { _id: 1 })
        .session(session)
        .lean(),
    ),
  );
  return [...new Map(found.flat().map(({ _id }) => [String(_id), _id])).values()];
}

/** Ids of those among these people who have a scope. */
export async function staffAmong(users: readonly Id[], scope: StaffScope, session: DbSession | null = null): Promise<Id[]> {
  if (users.length === 0) return [];
  const found = await Users.find({ _id: { $in: users }, $or: holdersOf(scope) }, { _id: 1 })
    .session(session)
    .lean();
  return found.map(({ _id }) => _id);
}

/** All accounts with a scope, by name. */
async function staffAccounts(): Promise<UserDoc[]> {
  const found = await Promise.all(
    [{ role: 'admin' as const }, { 'staff.scope': { $exists: true } }].map((filter) => Users.find({ ...filter, deletedAt: null }).lean()),
  );
  const accounts = [...new Map(found.flat().map((user) => [String(user._id), user])).values()];
  return accounts.sort((a, b) => a.name.localeCompare(b.name));
}

/** Proposals as staff see them, in the order given. */
export async function staffProposalsToWire(proposals: readonly StaffProposalDoc[]) {
  const people = await loadPeople(proposals.flatMap(({ user, by, decidedBy }) => [user, by, ...(decidedBy ? [decidedBy] : [])]));
  return proposals.map((proposal) => staffProposalToWire(proposal, people));
}

/** Staff by name, and the open proposals, the newest first. */
export async function loadStaff() {
  const [accounts, proposals] = await Promise.all([staffAccounts(), StaffProposals.find({ open: true }).sort({ createdAt: -1 }).lean()]);
  const givers = await loadPeople(accounts.flatMap(({ staff = [] }) => staff.flatMap(({ by, confirmedBy }) => [by, confirmedBy])));
  const open = proposals.filter((proposal) => isOpenProposal(proposal));
  return { people: accounts.map((user) => staffMemberToWire(user, givers)), proposals: await staffProposalsToWire(open) };
}
