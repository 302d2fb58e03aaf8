import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { publish } from '#models/bus/publish';
import { confirmChange, giveUp, proposeChange, type StaffChange, withdrawChange } from '#models/commands/staff-changes';
import { fail } from '#models/contract/failure';
import type { confirmStaffChange, getStaff, giveUpScopes, proposeStaffChange, withdrawStaffChange } from '#models/contract/staff';
import { noteAudit } from '#models/db/audit-draft';
import { toId } from '#models/db/model';
import { loadStaff, staffProposalsToWire } from '#models/db/staff.loaders';
import { type StaffProposalDoc, StaffProposals } from '#models/db/staff-proposals';
import { staffRightsOf } from '#models/db/staff-rights';
import type { DbSession } from '#models/db/transaction';
import { Users } from '#models/db/users';
import { includesScope } from '#models/policies/scopes';

export const getStaffAction: Action<typeof getStaff> = async (_nothing, ctx) => {
  ctx.require('staff.see');
  return { data: await loadStaff() };
};

/** A transaction of somebody who has every scope at its commit, too: the caller's account is held and read in it. */
const changing = <T>(ctx: Ctx, work: (session: DbSession) => Promise<T>): Promise<T> =>
  transactionOf(ctx, async (session, me) => (includesScope(staffRightsOf(me), 'all') ? work(session) : fail('forbidden')));

const proposalData = async (proposal: StaffProposalDoc | null) => {
  const [wire] = proposal ? await staffProposalsToWire([proposal]) : [];
  return { data: wire ?? fail('not_found') };
};

/** Entry of the audit trail about the person whom a proposal concerns. */
const noteChange = ({ user, kind, scopes }: StaffChange): void =>
  noteAudit({ subject: { kind: 'user', id: String(user) }, details: { kind, scopes: scopes.join(', ') } });

export const proposeStaffChangeAction: Action<typeof proposeStaffChange> = async ({ user_id, kind, scopes }, ctx) => {
  ctx.require('staff.change');
  if (user_id === ctx.me.id) return fail('second_person');
  const change = { user: toId(user_id), kind, scopes, by: ctx.me._id };
  noteChange(change);
  const { proposal, record } = await changing(ctx, (session) => proposeChange(session, change));
  if (record) publish(record);
  return proposalData(proposal);
};

/** Decides a proposal and answers with it. */
async function decide(ctx: Ctx, proposal_id: string, work: typeof confirmChange) {
  ctx.require('staff.change');
  const id = toId(proposal_id);
  const proposal = (await StaffProposals.findById(id).lean()) ?? fail('not_found');
  noteChange(proposal);
  publish(await changing(ctx, (session) => work(session, id, ctx.me._id)));
  return proposalData(await StaffProposals.findById(id).lean());
}

export const confirmStaffChangeAction: Action<typeof confirmStaffChange> = ({ proposal_id }, ctx) =>
  decide(ctx, proposal_id, confirmChange);

export const withdrawStaffChangeAction: Action<typeof withdrawStaffChange> = ({ proposal_id }, ctx) =>
  decide(ctx, proposal_id, withdrawChange);

export const giveUpScopesAction: Action<typeof giveUpScopes> = async ({ scopes }, ctx) => {
  ctx.require('staff.giveUp');
  noteAudit({ subject: { kind: 'user', id: ctx.me.id }, details: { scopes: scopes.join(', ') } });
  publish(await transactionOf(ctx, (session, me) => giveUp(session, me, scopes)));
  const me = (await Users.findById(ctx.me._id).lean()) ?? fail('unauthorized');
  const { role, scopes: left = [] } = staffRightsOf(me);
  return { data: { Scopes: [...left, ...(role === 'admin' ? (['all'] as const) : [])] } };
};
