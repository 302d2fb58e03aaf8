import { type RecordDoc, recordActivity } from '#models/bus/records';
import { fail } from '#models/contract/failure';
import type { StaffScope } from '#models/contract/staff-scopes';
import { holdPerson } from '#models/db/holds';
import { isDuplicate } from '#models/db/locks';
import { type Id, newId } from '#models/db/model';
import { isOpenProposal, proposalEnd, type StaffProposalDoc, StaffProposals } from '#models/db/staff-proposals';
import { type StaffGrant, staffRightsOf } from '#models/db/staff-rights';
import type { DbSession } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';
import { includesScope } from '#models/policies/scopes';
import { requireOtherPlatformAdmin } from './other-platform-admin.js';

/** A change that somebody proposes. */
export type StaffChange = Pick<StaffProposalDoc, 'user' | 'kind' | 'scopes' | 'by'>;

/** Scopes that an account has by itself: `all` for a platform admin. */
const heldBy = (user: UserDoc): StaffScope[] => [
  ...(staffRightsOf(user).scopes ?? []),
  ...(user.role === 'admin' ? (['all'] as const) : []),
];

const activityOf = (verb: 'staff.proposed' | 'staff.withdrawn' | 'staff.changed', actor: Id, user: Id, params: Record<string, string>) =>
  ({ actor, verb, object: user, society: null, open: false, params }) as const;

/** The person whom a change concerns, locked; fails where they are gone, or suspended and would get something. */
async function holdConcerned(session: DbSession, { user, kind }: Pick<StaffChange, 'user' | 'kind'>): Promise<UserDoc> {
  const found = await holdPerson(session, user);
  return found && (kind === 'take' || !found.suspendedAt) ? found : fail('not_found');
}

/** The part of the scopes that the change would give or take. */
const effectOf = ({ kind, scopes }: Pick<StaffChange, 'kind' | 'scopes'>, user: UserDoc): StaffScope[] => {
  const held = heldBy(user);
  return scopes.filter((scope) => held.includes(scope) === (kind === 'take'));
};

async function closeExpired(session: DbSession, { _id, expiresAt }: StaffProposalDoc): Promise<void> {
  const closed = { $set: { status: 'expired', decidedAt: expiresAt }, $unset: { open: 1 }, $inc: { version: 1 } } as const;
  await StaffProposals.updateOne({ _id, open: true }, closed, { session });
}

/**
 * Proposes a change; a repeat by the same person returns the open proposal without a record. Fails with `staff_proposal_open`
 * where another one is open for the person, and with `staff_unchanged` where it would change nothing.
 */
export async function proposeChange(
  session: DbSession,
  change: StaffChange,
): Promise<{ proposal: StaffProposalDoc; record: RecordDoc | null }> {
  const scopes = effectOf(change, await holdConcerned(session, change));
  const before = await StaffProposals.findOne({ user: change.user, open: true }, null, { session }).lean();
  if (before && isOpenProposal(before)) {
    const isRepeat = before.by.equals(change.by) && before.kind === change.kind && before.scopes.join() === scopes.join();
    return isRepeat ? { proposal: before, record: null } : fail('staff_proposal_open');
  }
  if (before) await closeExpired(session, before);
  if (scopes.length === 0) return fail('staff_unchanged');
  const createdAt = new Date();
  const proposal: StaffProposalDoc = {
    ...{ _id: newId(), ...change, scopes, status: 'open', open: true, createdAt, expiresAt: proposalEnd(createdAt) },
    ...{ decidedBy: null, decidedAt: null, version: 1 },
  };
  try {
    await StaffProposals.create([proposal], { session });
  } catch (error) {
    if (isDuplicate(error)) return fail('staff_proposal_open');
    throw error;
  }
  const params = { proposal: String(proposal._id) };
  return { proposal, record: await recordActivity(session, activityOf('staff.proposed', change.by, change.user, params)) };
}

/** Closes an open proposal in the transaction of its decision, so that only one of several decisions commits. */
async function close(session: DbSession, id: Id, status: 'confirmed' | 'withdrawn', by: Id): Promise<StaffProposalDoc> {
  const closed = await StaffProposals.findOneAndUpdate(
    { _id: id, open: true, expiresAt: { $gt: new Date() } },
    { $set: { status, decidedBy: by, decidedAt: new Date() }, $unset: { open: 1 }, $inc: { version: 1 } },
    { session, returnDocument: 'after' },
  ).lean();
  return closed ?? fail((await StaffProposals.exists({ _id: id }).session(session)) ? 'staff_proposal_closed' : 'not_found');
}

/** Writes the scopes of an account: the role follows `all`. */
async function writeScopes(session: DbSession, user: UserDoc, staff: StaffGrant[], role: UserDoc['role']): Promise<void> {
  const left = staff.length > 0 ? { $set: { role, staff } } : { $set: { role }, $unset: { staff: 1 } };
  await Users.updateOne({ _id: user._id }, { ...left, $inc: { version: 1 } }, { session });
}

const without = ({ staff = [] }: UserDoc, scopes: readonly StaffScope[]): StaffGrant[] =>
  staff.filter(({ scope }) => !scopes.includes(scope));

/**
 * Confirms a proposal and makes its change. The proposer still has to have every scope, too, and a second person confirms: not
 * the proposer and, when scopes are given, not who gets them.
 */
export async function confirmChange(session: DbSession, id: Id, by: Id): Promise<RecordDoc> {
  const proposal = await close(session, id, 'confirmed', by);
  const { kind, scopes, user } = proposal;
  if (proposal.by.equals(by) || (kind === 'give' && user.equals(by))) return fail('second_person');
  const proposer = await holdPerson(session, proposal.by);
  if (!proposer || proposer.suspendedAt || !includesScope(staffRightsOf(proposer), 'all')) return fail('staff_proposal_closed');
  const person = await holdConcerned(session, proposal);
  const at = new Date();
  const given = kind === 'give' ? scopes.map((scope) => ({ scope, by: proposal.by, confirmedBy: by, at })) : [];
  const role = scopes.includes('all') ? (kind === 'give' ? 'admin' : 'user') : person.role;
  await writeScopes(session, person, [...without(person, scopes), ...given], role);
  return recordActivity(session, activityOf('staff.changed', by, user, { proposal: String(id), kind, scopes: scopes.join() }));
}

/** Withdraws or rejects a proposal. Nobody keeps their own scopes by it. */
export async function withdrawChange(session: DbSession, id: Id, by: Id): Promise<RecordDoc> {
  const proposal = await close(session, id, 'withdrawn', by);
  if (proposal.kind === 'take' && proposal.user.equals(by)) return fail('second_person');
  return recordActivity(session, activityOf('staff.withdrawn', by, proposal.user, { proposal: String(id) }));
}

/** Gives up own scopes; `all` only while somebody else has it. */
export async function giveUp(session: DbSession, me: UserDoc, scopes: readonly StaffScope[]): Promise<RecordDoc> {
  const lost = scopes.filter((scope) => heldBy(me).includes(scope));
  if (lost.length === 0) return fail('staff_unchanged');
  const isAll = lost.includes('all');
  if (isAll) await requireOtherPlatformAdmin(session, me._id);
  await writeScopes(session, me, without(me, lost), isAll ? 'user' : me.role);
  return recordActivity(session, activityOf('staff.changed', me._id, me._id, { kind: 'give up', scopes: lost.join() }));
}
