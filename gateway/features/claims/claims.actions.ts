import { transactionOf } from '#gateway/plugins/caller';
import type { Action } from '#gateway/plugins/calls';
import { publishInOrder } from '#models/bus/publish';
import { type RecordDoc, recordActivity } from '#models/bus/records';
import { awayAdmin } from '#models/commands/admin-claims';
import type { AdminClaim, claimSociety, getClaimState, getClaims } from '#models/contract/admin-claims';
import { fail } from '#models/contract/failure';
import { mostClaims } from '#models/contract/limits';
import { type AdminClaimDoc, AdminClaims } from '#models/db/admin-claims';
import { claimPage, claimsToWire, isClaimable, isLongEnough, ownClaim } from '#models/db/admin-claims.loaders';
import { holdSociety } from '#models/db/holds';
import { Memberships } from '#models/db/memberships';
import { type Id, newId, toId } from '#models/db/model';
import { findSociety } from '#models/db/societies.loaders';
import type { DbSession } from '#models/db/transaction';

export const getClaimStateAction: Action<typeof getClaimState> = async ({ society_id }, ctx) => {
  const { society, facts } = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('society.inside', facts);
  // Nearly always; activity of the admin closes the claims.
  if (!(await isClaimable(society._id))) return { data: { is_claimable: false, may_claim: false, own: null } };
  const user = ctx.me._id;
  const [membership, own] = await Promise.all([
    ctx.can('claim.make', facts) ? Memberships.findOne({ society: society._id, user }, { joinedAt: 1 }).lean() : null,
    ownClaim(society._id, user),
  ]);
  const [wire] = own ? await claimsToWire([own]) : [];
  return { data: { is_claimable: true, may_claim: membership !== null && isLongEnough(membership), own: wire ?? null } };
};

interface Claimed {
  claim: AdminClaimDoc;
  record: RecordDoc | null;
}

/** Makes a claim, or finds the open one. Holds the society, whose roles decide, and the account of its only admin. */
async function claim(session: DbSession, id: Id, user: Id, words: string): Promise<Claimed> {
  const society = (await holdSociety(session, id)) ?? fail('not_found');
  const membership = await Memberships.findOne({ society: id, user }).session(session).lean();
  if (!membership || membership.role === 'admin') return fail('forbidden');
  const open = await AdminClaims.find({ society: id, open: true }).session(session).lean();
  const own = open.find((each) => each.user.equals(user));
  if (own) return { claim: own, record: null };
  if (!isLongEnough(membership)) return fail('new_member');
  const absent = (await awayAdmin(session, society._id)) ?? fail('not_claimable');
  if (open.length >= mostClaims) return fail('claims_full');
  const made: AdminClaimDoc = {
    _id: newId(),
    society: id,
    user,
    absent: absent._id,
    words,
    status: 'open',
    open: true,
    createdAt: new Date(),
    decidedBy: null,
    reason: '',
    version: 1,
  };
  await AdminClaims.create([made], { session });
  const about = { verb: 'claim.created', object: made._id, society: id, open: false } as const;
  return { claim: made, record: await recordActivity(session, { actor: user, ...about }) };
}

const wireOf = async (doc: AdminClaimDoc): Promise<AdminClaim> => (await claimsToWire([doc]))[0] ?? fail('not_found');

/** Claims a society whose only admin is away. A repeat gets the open claim. */
export const claimSocietyAction: Action<typeof claimSociety> = async ({ society_id, words }, ctx) => {
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('claim.make', found.facts);
  const made = await transactionOf(ctx, (session) => claim(session, found.society._id, ctx.me._id, words));
  publishInOrder([made.record]);
  return { data: await wireOf(made.claim) };
};

export const getClaimsAction: Action<typeof getClaims> = async ({ cursor, limit }, ctx) => {
  ctx.require('platform.manage');
  return claimPage(cursor, limit);
};
