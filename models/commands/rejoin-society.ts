import type { RecordDoc } from '#models/bus/records';
import type { SocietyRole } from '#models/contract/societies';
import { Bans } from '#models/db/bans';
import { restoreConsent } from '#models/db/consents';
import { Demotions } from '#models/db/demotions';
import { holdPerson } from '#models/db/holds';
import { type MembershipDoc, Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Societies } from '#models/db/societies';
import type { DbSession } from '#models/db/transaction';
import { endClaims } from './admin-claims.js';
import { becomeMember } from './become-member.js';
import type { HeldMembership } from './hold-membership.js';
import { beginRolePeriod } from './role-periods.js';
import { type RoleTerm, termUpdate } from './role-terms.js';

/**
 * Role with which a person comes back: the one from before, unless its end has come meanwhile, or the departure ended a request
 * for a demotion, which deleting and restoring an account must not cancel.
 */
async function returningRole(session: DbSession, { society, user, role, roleEndsAt }: MembershipDoc, leftAt: Date): Promise<SocietyRole> {
  if (roleEndsAt && roleEndsAt.getTime() <= Date.now()) return 'member';
  if (role !== 'admin') return role;
  const interrupted = { society, user, status: 'ended', endedAt: { $gte: leftAt } } as const;
  return (await Demotions.findOne(interrupted, { _id: 1 }).session(session).lean()) ? 'member' : role;
}

/** Successor from before, unless they left or cannot act. Holds their account against suspension and deletion. */
async function presentSuccessor(session: DbSession, { society, successor }: MembershipDoc): Promise<Id | null> {
  const person = successor ? await holdPerson(session, successor) : null;
  if (!person || person.suspendedAt !== null) return null;
  return (await Memberships.findOne({ society, user: person._id }, { _id: 1 }).session(session).lean()) ? person._id : null;
}

/** Planned end of the role from before. */
async function returningTerm(session: DbSession, before: MembershipDoc): Promise<RoleTerm | null> {
  const { roleUntil: until, roleEndsAt: endsAt } = before;
  return until && endsAt ? { until, endsAt, successor: await presentSuccessor(session, before) } : null;
}

/**
 * Makes the person of a restored account a member again, with the role, its end and the consent from before, as `before` says.
 *
 * @param leftAt time of the deletion that ended the membership
 * @returns the records to publish; none, and nothing written, where the society is deleted, has banned them, or has them already
 */
export async function rejoinSociety(session: DbSession, before: HeldMembership, leftAt: Date): Promise<RecordDoc[]> {
  const { society: id, user, joinedAt, seenAt, hidden, consent, roleTermBy = user } = before;
  const person = await holdPerson(session, user);
  const society = await Societies.findById(id).session(session).lean();
  if (!person || !society || society.removedAt) return [];
  if (await Bans.findOne({ society: id, user }, { _id: 1 }).session(session).lean()) return [];
  const record = await becomeMember(session, { society, user: person });
  if (!record) return [];
  if (consent) await restoreConsent(session, consent);
  const role = await returningRole(session, before, leftAt);
  const term = role === before.role ? await returningTerm(session, before) : null;
  const fields = { ...termUpdate(term, roleTermBy).$set, role, joinedAt, seenAt, ...(hidden && { hidden }) };
  await Memberships.updateOne({ society: id, user }, { $set: fields }, { session });
  await beginRolePeriod(session, { society: id, user, role, by: user, until: term?.until ?? null });
  const closed = role === 'admin' ? await endClaims(session, { society: id }, user) : [];
  return [record, ...closed];
}
