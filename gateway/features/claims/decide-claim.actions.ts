import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import { publishInOrder } from '#models/bus/publish';
import type { RecordDoc } from '#models/bus/records';
import { awayAdmin, closeClaim } from '#models/commands/admin-claims';
import { recordsOf, setRole } from '#models/commands/memberships';
import type { decideClaim } from '#models/contract/admin-claims';
import { fail } from '#models/contract/failure';
import { type AdminClaimDoc, AdminClaims } from '#models/db/admin-claims';
import { claimsToWire } from '#models/db/admin-claims.loaders';
import { holdPerson, holdSociety } from '#models/db/holds';
import { Memberships } from '#models/db/memberships';
import { type Id, toId } from '#models/db/model';
import type { DbSession } from '#models/db/transaction';

interface Confirmation {
  claim: AdminClaimDoc;
  by: Id;
  /** Role of the absent admin afterwards. */
  former: 'admin' | 'member';
}

/**
 * Makes the claimer an admin, closes the other claims and, if chosen, demotes the absent admin. Fails where the claimer has left or
 * the admin is back.
 */
async function confirm(session: DbSession, { claim, by, former }: Confirmation): Promise<(RecordDoc | null)[]> {
  const society = (await holdSociety(session, claim.society)) ?? fail('not_found');
  const claimer = await holdPerson(session, claim.user);
  const membership = await Memberships.findOne({ society: society._id, user: claim.user }).session(session).lean();
  const absent = await awayAdmin(session, society._id);
  if (!claimer || claimer.suspendedAt || !membership || !absent?._id.equals(claim.absent)) return fail('claim_closed');
  const records = [await closeClaim(session, claim, { status: 'confirmed', by })];
  for (const other of await AdminClaims.find({ society: society._id, open: true }).session(session).lean())
    records.push(await closeClaim(session, other, { status: 'ended', by }));
  records.push(...recordsOf(await setRole(session, { society, membership, role: 'admin', by })));
  if (former === 'admin') return records;
  const theirs = await Memberships.findOne({ society: society._id, user: absent._id }).session(session).lean();
  if (theirs) records.push(...recordsOf(await setRole(session, { society, membership: theirs, role: 'member', by })));
  return records;
}

/** Confirms or declines a claim, once: of concurrent decisions one finds it open. */
export const decideClaimAction: Action<typeof decideClaim> = async ({ claim_id, decision, former, reason }, ctx) => {
  ctx.require('claim.decide');
  const id = toId(claim_id);
  const by = ctx.me._id;
  const records = await transactionOf(ctx, async (session) => {
    const claim = (await AdminClaims.findById(id).session(session).lean()) ?? fail('not_found');
    if (!claim.open) return fail('claim_closed');
    if (decision === 'confirm') return confirm(session, { claim, by, former });
    return [await closeClaim(session, claim, { status: 'declined', by, reason })];
  });
  publishInOrder(records);
  const decided = (await AdminClaims.findById(id).lean()) ?? fail('not_found');
  return { data: (await claimsToWire([decided]))[0] ?? fail('not_found') };
};
