import type { RoleEnd } from '#models/contract/role-terms';
import type { SocietyRole } from '#models/contract/societies';
import type { MembershipDoc } from '#models/db/memberships';
import { type Id, newId } from '#models/db/model';
import { RolePeriods } from '#models/db/role-periods';
import type { DbSession } from '#models/db/transaction';

interface Beginning {
  society: Id;
  user: Id;
  role: SocietyRole;
  by: Id;
  until?: string | null;
  at?: Date;
}

/** Adds a role to the history, in the transaction that gives it. Members have no period. */
export async function beginRolePeriod(session: DbSession, { society, user, role, by, until = null, at }: Beginning): Promise<void> {
  if (role === 'member') return;
  await RolePeriods.create([{ _id: newId(), society, user, role, by, from: at ?? new Date(), until, open: true }], { session });
}

/** Notes the planned last day of a present role; null for none. */
export async function planRoleEnd(session: DbSession, { society, user }: MembershipDoc, until: string | null): Promise<void> {
  await RolePeriods.updateOne({ society, user, open: true }, { $set: { until } }, { session });
}

interface Ending {
  end: RoleEnd;
  /** Null for an end by itself. */
  by: Id | null;
}

/** Ends a role in the history, in the transaction that takes it. A role from before the history gets its first line here. */
export async function endRolePeriod(session: DbSession, membership: MembershipDoc, { end, by }: Ending): Promise<void> {
  const { society, user, role, joinedAt, roleUntil = null } = membership;
  if (role === 'member') return;
  const over = { endedAt: new Date(), end, endedBy: by };
  const { matchedCount } = await RolePeriods.updateOne({ society, user, open: true }, { $set: over, $unset: { open: 1 } }, { session });
  if (matchedCount === 1) return;
  const early = { _id: newId(), society, user, role, by: null, from: joinedAt, early: true, until: roleUntil };
  await RolePeriods.create([{ ...early, ...over }], { session });
}
