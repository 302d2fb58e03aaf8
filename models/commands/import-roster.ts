import { publish } from '#models/bus/publish';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import type { RosterCounts } from '#models/contract/roster';
import { noteAudit, recordAuditEntry } from '#models/db/audit-draft';
import { invalidate } from '#models/db/invalidate';
import { acquireLock, releaseLock } from '#models/db/locks';
import { type Id, newId } from '#models/db/model';
import { RosterEntries } from '#models/db/roster-entries';
import { foldEmail } from '#models/db/text';
import { type DbSession, transaction } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';
import { keyOf, type RosterFile } from './roster-file.js';
import { type ImportPlan, type PlannedChange, planImport } from './roster-plan.js';
import { afterPersonSuspended, reinstateReturner, suspendLeaver } from './suspend-person.js';

/** The importer, for the audit trail; no account on the command line and for an identity system. */
export interface Importer {
  actor: Id | null;
  address: string;
  device: string;
}

interface Import {
  confirmMissing: boolean;
  /** Hash of the plan that was shown; only this plan is applied. */
  hash: string;
  by: Importer;
}

const batchSize = 200;
/** Digits of the plan's hash that name it in the audit trail, as many as an id has. */
const idLength = 24;
/** Lock that every change of the roster holds. */
export const lockName = 'roster';
const lockMs = 5 * 60_000;

/** Numbers of the changes, by kind. */
export function countsOf({ changes, same, missing }: ImportPlan): RosterCounts {
  const of = (kind: PlannedChange['kind']): number => changes.filter((change) => change.kind === kind).length;
  return { New: of('new'), Changed: of('changed'), Back: of('back'), Gone: of('gone'), Same: same, Missing: missing };
}

/** Write of an entry; `at` is the time of the import. */
function entryWrite(change: PlannedChange, at: Date): object {
  const { key, isNew, after, account, hasLeft, kind, fields: changed, id, system } = change;
  // A file has no parts of a name: those that an identity system sent are out of date then.
  const parts = changed.some(({ Field }) => Field === 'name') ? { givenName: '', familyName: '' } : {};
  const fields = {
    ...after,
    key: keyOf(after.number),
    emailFolded: foldEmail(after.email),
    account: account?._id ?? null,
    changedAt: at,
    ...(system ?? parts),
  };
  if (isNew) return { insertOne: { document: { _id: id ?? newId(), ...fields, leftAt: hasLeft ? at : null } } };
  const leftAt = kind === 'gone' ? { leftAt: at } : kind === 'back' ? { leftAt: null } : {};
  return { updateOne: { filter: { key }, update: { $set: { ...fields, ...leftAt } } } };
}

/** Writes of the accounts that follow their entries; never of one that is not verified any more. */
const accountWrites = (changes: readonly PlannedChange[]): object[] =>
  changes
    .filter(({ account, follows }) => account && Object.keys(follows).length > 0)
    .map(({ account, follows }) => ({
      updateOne: {
        filter: { _id: account?._id, deletedAt: null, verifiedAt: { $ne: null } },
        update: { $set: follows, $inc: { version: 1, rev: 1 } },
      },
    }));

async function writeChanges(session: DbSession, changes: readonly PlannedChange[], at: Date): Promise<void> {
  await RosterEntries.bulkWrite(changes.map((change) => entryWrite(change, at)) as never, { session });
  const writes = accountWrites(changes);
  if (writes.length > 0) await Users.bulkWrite(writes as never, { session });
}

/** Suspends an account or lets it in again, in one transaction with its entry. */
async function moveAccount(change: PlannedChange, { actor, address, device }: Importer, at: Date): Promise<void> {
  const { user, record } = await transaction(async (session) => {
    await writeChanges(session, [change], at);
    const found = await Users.findOne({ _id: change.account?._id, deletedAt: null }, null, { session }).lean();
    // A platform admin since the plan was made keeps the account, like one from before.
    if (!found || (change.effect === 'leaves' && found.role === 'admin')) return { user: null, record: null };
    const move = change.effect === 'leaves' ? suspendLeaver : reinstateReturner;
    const written = await move(session, found, actor ?? found._id);
    const call = change.effect === 'leaves' ? 'suspendByRoster' : 'reinstateByRoster';
    const subject = { kind: 'user', id: String(found._id) };
    if (written) await recordAuditEntry({ call, actor, staff: true, society: null, subject, details: {}, address, device }, session);
    return { user: found as UserDoc | null, record: written };
  });
  if (user) invalidate.person(String(user._id));
  if (user && record && change.effect === 'leaves') await afterPersonSuspended(record, user);
  else if (record) publish(record);
}

/** Writes the changes in steps, each of which is whole; the same file again does what an interrupted import left. */
export async function writePlan({ changes }: Pick<ImportPlan, 'changes'>, by: Importer, holdLock: () => Promise<void>): Promise<void> {
  const at = new Date();
  const quiet = changes.filter(({ effect }) => effect === null);
  for (let from = 0; from < quiet.length; from += batchSize) {
    await holdLock();
    const batch = quiet.slice(from, from + batchSize);
    await transaction((session) => writeChanges(session, batch, at));
    for (const { account } of batch) if (account) invalidate.person(String(account._id));
  }
  for (const change of changes.filter(({ effect }) => effect !== null)) {
    await holdLock();
    await moveAccount(change, by, at);
  }
}

/**
 * Imports a roster file: exactly the plan with this hash. Fails with `validation_failed` for wrong lines, `roster_missing` where
 * too many people are missing, `roster_changed` where the plan no longer fits the store, and `in_progress` beside another import.
 */
export async function importRoster(file: RosterFile, { confirmMissing, hash, by }: Import): Promise<RosterCounts> {
  if (file.wrong > 0) return fail('validation_failed', { roster: fieldTexts.roster_wrong });
  const holder = String(newId());
  const holdLock = async () => {
    if (!(await acquireLock(lockName, holder, lockMs))) fail('in_progress');
  };
  await holdLock();
  try {
    const plan = await planImport(file, confirmMissing);
    if (plan.needsConfirmation) return fail('roster_missing');
    if (plan.hash !== hash) return fail('roster_changed');
    const counts = countsOf(plan);
    const details = Object.fromEntries(Object.entries(counts).map(([name, number]) => [name.toLowerCase(), String(number)]));
    noteAudit({
      subject: { kind: 'roster', id: hash.slice(0, idLength) },
      details: { ...details, confirm_missing: String(confirmMissing) },
    });
    await writePlan(plan, by, holdLock);
    return counts;
  } finally {
    await releaseLock(lockName, holder);
  }
}
