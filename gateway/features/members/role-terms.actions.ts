import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import { publishInOrder } from '#models/bus/publish';
import { recordsOf, setRole, setTerm } from '#models/commands/memberships';
import { endOfDay, type RoleTerm } from '#models/commands/role-terms';
import type { ParsedOf } from '#models/contract/define';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { roleTerms } from '#models/contract/limits';
import type { getRoleHistory, getRoleTerm, setRoleTerm } from '#models/contract/role-terms';
import { holdPerson } from '#models/db/holds';
import { type MembershipDoc, Memberships } from '#models/db/memberships';
import { type Id, toId } from '#models/db/model';
import { rolePersonToWire } from '#models/db/role-periods';
import { roleHistoryPage } from '#models/db/role-periods.loaders';
import { findSociety } from '#models/db/societies.loaders';
import type { DbSession } from '#models/db/transaction';
import { loadPeople } from '#models/db/users';
import { present } from './roles.actions.js';

const dayMs = 86_400_000;
const longestMs = (roleTerms.years * 365 + 1) * dayMs;

/** End of the chosen last day, which must lie ahead; null for none. */
function endOf(until: string | null, timeZone: string): Date | null {
  if (until === null) return null;
  const endsAt = endOfDay(until, timeZone);
  const ahead = endsAt.getTime() - Date.now();
  return ahead > 0 && ahead <= longestMs ? endsAt : fail('validation_failed', { until: fieldTexts.role_end });
}

/** Refuses an end by which one admin could be rid of another before a warning: it comes 14 days before the end. */
function requireNotice({ role, user, roleUntil }: MembershipDoc, endsAt: Date | null, until: string | null, by: Id): void {
  if (role !== 'admin' || endsAt === null || user.equals(by) || until === roleUntil) return;
  if (endsAt.getTime() < Date.now() + roleTerms.noticeDays * dayMs) fail('validation_failed', { until: fieldTexts.role_end_soon });
}

interface Naming {
  society: Id;
  user: Id;
  successor: Id;
}

/** Holds the successor's account against suspension. Fails for somebody who could not take over. */
async function requireSuccessor(session: DbSession, { society, user, successor }: Naming): Promise<void> {
  const person = user.equals(successor) ? null : await holdPerson(session, successor);
  const isMember = person && person.suspendedAt === null && (await Memberships.exists({ society, user: successor }).session(session));
  if (!isMember) fail('validation_failed', { successor_id: fieldTexts.role_successor });
}

/** Term of the input. Only an admin's role with an end has a successor. */
function termOf({ role, until, successor_id }: ParsedOf<typeof setRoleTerm>, endsAt: Date | null): RoleTerm | null {
  if (successor_id !== null && (endsAt === null || role !== 'admin'))
    fail('validation_failed', { successor_id: fieldTexts.role_successor });
  return until === null || endsAt === null ? null : { until, endsAt, successor: successor_id === null ? null : toId(successor_id) };
}

/** Gives a role with a last day, or changes the last day and the successor of the present role. */
export const setRoleTermAction: Action<typeof setRoleTerm> = async (input, ctx) => {
  const { society_id, member, role, until } = input;
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('member.manage', found.facts);
  const endsAt = endOf(until, ctx.settings.timeZone);
  const term = termOf(input, endsAt);
  const [user, by] = [toId(member), ctx.me._id];
  const made = await transactionOf(ctx, async (session) => {
    // Lock the account, as for any change of a role.
    if (!(await holdPerson(session, user))) return fail('not_found');
    const { society: place, membership } = await present(session, found.society._id, user);
    if (!membership) return fail('not_found');
    if (membership.role === 'admin' && role !== 'admin') return fail('is_admin');
    requireNotice(membership, endsAt, until, by);
    if (term?.successor) await requireSuccessor(session, { society: place._id, user, successor: term.successor });
    const change = { society: place, membership, by, term };
    return membership.role === role ? setTerm(session, change) : setRole(session, { ...change, role });
  });
  publishInOrder(recordsOf(made));
  const { society } = made;
  return { data: { society_id, user_id: member, Role: role, Role_Until: until, Member_Count: society.members, rev: society.rev } };
};

/** Role of a member with its last day and successor, as its dialog shows them. */
export const getRoleTermAction: Action<typeof getRoleTerm> = async ({ society_id, member }, ctx) => {
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('society.manage', found.facts);
  const membership = (await Memberships.findOne({ society: found.society._id, user: toId(member) }).lean()) ?? fail('not_found');
  const { role, roleUntil = null, successor } = membership;
  const Successor = successor ? rolePersonToWire(successor, await loadPeople([successor])) : null;
  return { data: { ID: member, Role: role, Until: roleUntil, Successor } };
};

export const getRoleHistoryAction: Action<typeof getRoleHistory> = async ({ society_id, cursor, limit }, ctx) => {
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('society.moderate', found.facts);
  const { periods, next } = await roleHistoryPage(found.society._id, cursor, limit);
  return { data: periods, next };
};
