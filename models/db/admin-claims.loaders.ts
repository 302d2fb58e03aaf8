import type { AdminClaim } from '#models/contract/admin-claims';
import { absenceDays, claimAfterDays } from '#models/contract/limits';
import { type AdminClaimDoc, AdminClaims, claimToWire } from './admin-claims.js';
import type { SortOrder } from './cursor.js';
import { type MembershipDoc, Memberships } from './memberships.js';
import type { Id } from './model.js';
import { paginate } from './paginate.js';
import { Societies, type SocietyDoc } from './societies.js';
import { loadPeople, type UserDoc, Users } from './users.js';

const dayMs = 86_400_000;

/** Whether an account has not been used for 60 days. */
export const isAway = ({ activeAt, createdAt }: Pick<UserDoc, 'activeAt' | 'createdAt'>): boolean =>
  Date.now() - (activeAt ?? createdAt).getTime() > absenceDays * dayMs;

/** Whether a member has been one for long enough to claim the society. */
export const isLongEnough = ({ joinedAt }: Pick<MembershipDoc, 'joinedAt'>): boolean =>
  Date.now() - joinedAt.getTime() >= claimAfterDays * dayMs;

/** Whether the society has one admin only, who is away. For reading; a claim decides in its transaction. */
export async function isClaimable(society: Id): Promise<boolean> {
  const admins = await Memberships.find({ society, role: 'admin' }, { user: 1 }).limit(2).lean();
  const only = admins.length === 1 ? admins[0] : undefined;
  const admin = only && (await Users.findById(only.user, { activeAt: 1, createdAt: 1 }).lean());
  return admin ? isAway(admin) : false;
}

/** Claims as platform admins and their claimers see them, in the order given. */
export async function claimsToWire(claims: readonly AdminClaimDoc[]): Promise<AdminClaim[]> {
  if (claims.length === 0) return [];
  const [societies, people] = await Promise.all([
    Societies.find({ _id: { $in: claims.map(({ society }) => society) } }, { name: 1 }).lean<Pick<SocietyDoc, '_id' | 'name'>[]>(),
    loadPeople(claims.flatMap(({ user, absent }) => [user, absent])),
  ]);
  const names = new Map(societies.map(({ _id, name }) => [String(_id), name]));
  return claims.map((claim) => claimToWire(claim, names.get(String(claim.society)) ?? '', people));
}

const oldestFirst: SortOrder = [['createdAt', 1, 'date']];

/** One page of the open claims, the oldest first, without those of removed societies. */
export async function claimPage(cursor: string | undefined, limit: number): Promise<{ data: AdminClaim[]; next: string | null }> {
  const { items, next } = await paginate<AdminClaimDoc>({ model: AdminClaims, reads: [{ open: true }], order: oldestFirst, cursor, limit });
  if (items.length === 0) return { data: [], next };
  const removed = await Societies.find({ _id: { $in: items.map(({ society }) => society) }, removedAt: { $ne: null } }, { _id: 1 }).lean();
  const isRemoved = ({ society }: AdminClaimDoc) => removed.some(({ _id }) => _id.equals(society));
  return { data: await claimsToWire(items.filter((claim) => !isRemoved(claim))), next };
}

/** The person's open claim to a society; null for none. */
export const ownClaim = (society: Id, user: Id): Promise<AdminClaimDoc | null> =>
  AdminClaims.findOne({ society, user, open: true }).lean().exec();
