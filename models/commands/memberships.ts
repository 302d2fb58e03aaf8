import { type RecordDoc, recordActivity } from '#models/bus/records';
import type { RoleEnd } from '#models/contract/role-terms';
import type { SocietyRole } from '#models/contract/societies';
import { ableAdminsIn } from '#models/db/able-admins';
import { endConsent } from '#models/db/consents';
import { clearSuccessions, type MembershipDoc, Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Societies, type SocietyDoc } from '#models/db/societies';
import type { DbSession } from '#models/db/transaction';
import { endClaims } from './admin-claims.js';
import { leaveDemotions } from './demotions.js';
import { endStewardships } from './end-stewardships.js';
import { beginRolePeriod, endRolePeriod, planRoleEnd } from './role-periods.js';
import { type RoleTerm, termUpdate } from './role-terms.js';

/** Society after a membership change, and the record to publish; null if nothing changed. */
export interface MembershipChange {
  society: SocietyDoc;
  record: RecordDoc | null;
  /** Records of the claims, requests and stewardships that the change ended, to publish after it. */
  closed?: RecordDoc[];
}

/** All records of a change, in the order in which they are published. */
export const recordsOf = ({ record, closed = [] }: MembershipChange): RecordDoc[] => (record ? [record, ...closed] : closed);

/** Whether somebody besides this person is an admin of the society. Concurrent step-downs conflict, since each also writes the society. */
export async function hasOtherAdmin(session: DbSession | null, society: Id, user: Id): Promise<boolean> {
  const admins = await Memberships.find({ society, role: 'admin' }, { user: 1 }).limit(2).session(session).lean();
  return admins.some((admin) => !admin.user.equals(user));
}

/**
 * Whether somebody besides this person is an admin who can sign in. For taking a role from somebody: those who leave or step down
 * may hand over to a suspended admin.
 */
export async function hasOtherAbleAdmin(session: DbSession | null, society: Id, user: Id): Promise<boolean> {
  return (await ableAdminsIn(session, society)).some((admin) => !admin.equals(user));
}

const incrementCounts = async (session: DbSession, society: Id, counts: Record<string, number>): Promise<SocietyDoc> => {
  const updated = await Societies.findOneAndUpdate(
    { _id: society },
    { $inc: { ...counts, rev: 1 } },
    { session, returnDocument: 'after' },
  ).lean();
  if (!updated) throw new Error('A membership without its society.');
  return updated;
};

interface RoleChange {
  society: SocietyDoc;
  membership: MembershipDoc;
  role: SocietyRole;
  by: Id;
  /** End of the new role; none by default. */
  term?: RoleTerm | null;
  /** Reason for the end of the role before. */
  end?: RoleEnd;
  /** Further params of the record. */
  params?: Record<string, string>;
}

/**
 * Gives a member another role, which ends the term of the role before. Increments the society's `rev`, so that two concurrent changes
 * conflict. Closes what depended on the former role: requests for a demotion, and claims once there is another admin.
 */
export async function setRole(session: DbSession, change: RoleChange): Promise<MembershipChange> {
  const { society, membership, role, by, term = null, end = 'changed' } = change;
  if (membership.role === role) return { society, record: null };
  const { $set, $unset } = termUpdate(term, by);
  await Memberships.updateOne({ _id: membership._id }, { $set: { ...$set, role }, $unset, $inc: { version: 1 } }, { session });
  await endRolePeriod(session, membership, { end, by: end === 'term' ? null : by });
  await beginRolePeriod(session, { society: society._id, user: membership.user, role, by, until: term?.until ?? null });
  const updated = await incrementCounts(session, society._id, {});
  const params = { role, before: membership.role, ...endedTerm(membership), ...change.params };
  const about = { verb: 'member.role', object: membership.user, society: society._id, open: false } as const;
  // First, so that the audit entry is about the person.
  const record = await recordActivity(session, { actor: by, ...about, params });
  const left = membership.role === 'admin' ? await leaveDemotions(session, { society: society._id, user: membership.user, by }) : [];
  const ended = role === 'admin' ? await endClaims(session, { society: society._id }, by) : [];
  return { society: updated, record, closed: [...left, ...ended] };
}

/** Param that says which planned end no longer applies, for the retraction of its warnings. */
const endedTerm = ({ roleEndsAt }: MembershipDoc): Record<string, string> => (roleEndsAt ? { endsAt: String(roleEndsAt.getTime()) } : {});

/**
 * Sets, changes or clears the end and the successor of a role that stays. Increments the society's `rev`, as for a role. Does
 * nothing for what is so already.
 */
export async function setTerm(
  session: DbSession,
  { society, membership, by, term = null }: Omit<RoleChange, 'role'>,
): Promise<MembershipChange> {
  const isSameEnd = membership.roleUntil === term?.until;
  const isSameSuccessor = String(membership.successor ?? '') === String(term?.successor ?? '');
  if (isSameEnd && isSameSuccessor) return { society, record: null };
  const { $set, $unset } = termUpdate(term, by, isSameEnd);
  await Memberships.updateOne({ _id: membership._id }, { $set, $unset, $inc: { version: 1 } }, { session });
  await planRoleEnd(session, membership, term?.until ?? null);
  const updated = await incrementCounts(session, society._id, {});
  const params = isSameEnd ? {} : endedTerm(membership);
  const about = { verb: 'member.term', object: membership.user, society: society._id, open: false } as const;
  return { society: updated, record: await recordActivity(session, { actor: by, ...about, params }) };
}

const weekMs = 7 * 24 * 3_600_000;

/** Ends a membership, by the member or by a moderator. The caller authorizes. */
export async function endMembership(session: DbSession, membership: MembershipDoc, by: Id, params = {}): Promise<MembershipChange> {
  const { _id, society, user, joinedAt } = membership;
  await Memberships.deleteOne({ _id }, { session });
  await clearSuccessions(session, user, society);
  await endRolePeriod(session, membership, { end: by.equals(user) ? 'left' : 'removed', by });
  const isFresh = Date.now() - joinedAt.getTime() < weekMs;
  const updated = await incrementCounts(session, society, { members: -1, ...(isFresh && { growth: -1 }) });
  const verb = by.equals(user) ? 'member.left' : 'member.removed';
  const wasNamed = await endConsent(session, { user, subject: 'sensitive-membership', society });
  const all = { ...endedTerm(membership), ...params, ...(wasNamed && { named: 'true' }) };
  // First, so that the audit entry is about the person.
  const record = await recordActivity(session, { actor: by, verb, object: user, society, open: false, params: all });
  const isAdmin = membership.role === 'admin';
  const closed = isAdmin ? await leaveDemotions(session, { society, user, by }) : await endClaims(session, { society, user }, by);
  return { society: updated, record, closed: [...closed, ...(await endStewardships(session, { society, user, by }))] };
}
