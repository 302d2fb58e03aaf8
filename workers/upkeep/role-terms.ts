import { publishAndEnqueue } from '#models/bus/publish';
import type { RecordDoc } from '#models/bus/records';
import { type WarningDays, warningDays, warningId, warningNotifications, warningRetractions } from '#models/bus/role-warnings';
import { hasOtherAbleAdmin, recordsOf, setRole } from '#models/commands/memberships';
import { nextDueAt } from '#models/commands/role-terms';
import { recordAuditEntry } from '#models/db/audit-draft';
import { holdPerson } from '#models/db/holds';
import { type MembershipDoc, Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { type DbSession, transaction } from '#models/db/transaction';
import { type DispatchOptions, dispatchDefaults, notifyAudience, retractFrom } from '../activity/dispatch.js';
import { oneByOne } from '../one-by-one.js';

const dayMs = 86_400_000;
/** Most roles of one run; the next run continues. */
const batch = 200;

type TermDoc = MembershipDoc & { roleUntil: string; roleEndsAt: Date; roleDueAt: Date };

/**
 * Warns of each end of a role once at each of its times, and ends the role once at its end. Found by a query, so that a lost job
 * loses nothing. Continues after a failing one, and throws the last error at the end.
 */
export async function runRoleTerms(now: number = Date.now(), options: DispatchOptions = dispatchDefaults): Promise<void> {
  const due = await Memberships.find({ roleDueAt: { $lte: new Date(now) } })
    .sort({ roleDueAt: 1 })
    .limit(batch)
    .lean<TermDoc[]>();
  await oneByOne(due, (membership) => (membership.roleEndsAt.getTime() <= now ? endTerm(membership, now) : warn(membership, now, options)));
}

/** Marks the warning after the last delivery. Retracts it if the end was changed meanwhile. */
async function warn(membership: TermDoc, now: number, options: DispatchOptions): Promise<void> {
  const { _id, user, roleEndsAt, roleDueAt } = membership;
  const society = await Societies.findById(membership.society).lean();
  if (!society) return;
  const days = warningDays.findLast((each) => roleEndsAt.getTime() - each * dayMs <= now) ?? warningDays[0];
  if (!society.removedAt) await deliver(membership, society, days, options);
  const next = { $set: { roleDueAt: nextDueAt(roleEndsAt, days) } };
  const { matchedCount } = await Memberships.updateOne({ _id, roleEndsAt, roleDueAt }, next);
  if (matchedCount === 1 || (await Memberships.exists({ _id, roleEndsAt }))) return;
  for (const { audience, record } of warningRetractions(society._id, user, roleEndsAt.getTime()))
    await retractFrom(audience, String(record._id), null, options);
}

async function deliver(membership: TermDoc, society: SocietyDoc, days: WarningDays, options: DispatchOptions): Promise<void> {
  const { user, role, successor, roleEndsAt } = membership;
  const stays = role === 'admin' && !successor && !(await hasOtherAbleAdmin(null, society._id, user));
  const id = warningId(society._id, user, roleEndsAt.getTime(), days);
  for (const spec of warningNotifications({ society, membership, stays }, days))
    await notifyAudience({ id, actor: null, at: new Date(), spec }, options);
}

/** Ends a role by itself, or passes it to the successor, in one transaction: of two workers one does it. */
async function endTerm({ _id }: TermDoc, now: number): Promise<void> {
  const records = await transaction(async (session) => {
    const membership = await Memberships.findOne({ _id, roleEndsAt: { $lte: new Date(now) } })
      .session(session)
      .lean<TermDoc>();
    return membership ? passOrEnd(session, membership, now) : [];
  });
  for (const record of records) await publishAndEnqueue(record);
}

async function passOrEnd(session: DbSession, membership: TermDoc, now: number): Promise<RecordDoc[]> {
  const { user, role, roleTermBy: by = user } = membership;
  const society = await Societies.findById(membership.society).session(session).lean();
  const heir = society && role === 'admin' ? await successorOf(session, membership) : null;
  const isNeeded = !heir && role === 'admin' && !(await hasOtherAbleAdmin(session, membership.society, user));
  if (!society || society.removedAt || isNeeded) return hold(session, membership._id, now);
  const passed = heir && (await setRole(session, { society, membership: heir, role: 'admin', by, params: { cause: 'succession' } }));
  const place = passed?.society ?? society;
  const ended = await setRole(session, { society: place, membership, role: 'member', by, end: 'term', params: { cause: 'term' } });
  await audit(session, membership, { role: 'member', before: role, ...(heir && { successor_id: String(heir.user) }) });
  return [...(passed ? recordsOf(passed) : []), ...recordsOf(ended)];
}

/** Leaves the role of the last admin, or in a removed society, as it is, and looks again in a day. */
async function hold(session: DbSession, _id: Id, now: number): Promise<[]> {
  await Memberships.updateOne({ _id }, { $set: { roleDueAt: new Date(now + dayMs) } }, { session });
  return [];
}

/** Membership of the successor, if that person can act. Holds the account against suspension and deletion. */
async function successorOf(session: DbSession, { society, successor }: TermDoc): Promise<MembershipDoc | null> {
  const person = successor ? await holdPerson(session, successor) : null;
  if (!person || person.suspendedAt !== null) return null;
  return Memberships.findOne({ society, user: person._id }).session(session).lean();
}

const audit = (session: DbSession, { society, user }: TermDoc, details: Record<string, string>): Promise<void> =>
  recordAuditEntry(
    {
      call: 'endRoleTerm',
      actor: null,
      staff: false,
      society,
      subject: { kind: 'user', id: String(user) },
      details,
      address: '',
      device: '',
    },
    session,
  );
