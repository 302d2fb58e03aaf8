import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '#models/contract/failure';
import { acquireLock, releaseLock } from '#models/db/locks';
import { type Id, newId } from '#models/db/model';
import { RosterEntries, type RosterEntryDoc } from '#models/db/roster-entries';
import { foldEmail } from '#models/db/text';
import { transaction } from '#models/db/transaction';
import { type Importer, lockName, writePlan } from './import-roster.js';
import { loadAccounts, type RosterFields } from './roster-accounts.js';
import { keyOf } from './roster-file.js';
import { draftOfOther, type EntryDraft, planDrafts, type SystemFields } from './roster-plan.js';

/** An entry as an identity system wants it. */
export interface WantedEntry {
  id: Id;
  /** Null for a new entry. */
  before: RosterEntryDoc | null;
  after: RosterFields;
  isActive: boolean;
  system: SystemFields;
}

/** A gateway that is killed during a change holds up others for this long. */
const leaseMs = 30_000;
const longestWaitMs = 3000;
const pollMs = 25;

/**
 * Runs `work` while nothing else changes the roster. Fails with `unavailable` where an import takes longer than the wait.
 *
 * @param work gets the function that renews the lock
 */
export async function withRoster<T>(work: (holdLock: () => Promise<void>) => Promise<T>): Promise<T> {
  const holder = String(newId());
  const giveUpAt = Date.now() + longestWaitMs;
  while (!(await acquireLock(lockName, holder, leaseMs))) {
    if (Date.now() > giveUpAt) return fail('unavailable');
    await sleep(pollMs * (1 + Math.random()));
  }
  try {
    return await work(async () => {
      if (!(await acquireLock(lockName, holder, leaseMs))) fail('unavailable');
    });
  } finally {
    await releaseLock(lockName, holder);
  }
}

/** Other entries that have, or would get, an account of these. */
async function othersOf(wanted: readonly WantedEntry[]): Promise<RosterEntryDoc[]> {
  const emails = wanted.map(({ after }) => after.email);
  const linked = wanted.flatMap(({ before }): Id[] => (before?.account ? [before.account] : []));
  const accounts = await loadAccounts(emails, linked);
  const ids = [...emails.map((email) => accounts.ofAddress(email)), ...linked.map((id) => accounts.ofId(id))];
  const own = wanted.flatMap(({ before }) => (before ? [before._id] : []));
  const addresses = emails.map(foldEmail).filter((address) => address !== '');
  const same = [{ account: { $in: ids.flatMap((account) => (account ? [account._id] : [])) } }, { emailFolded: { $in: addresses } }];
  return RosterEntries.find({ $or: same, _id: { $nin: own } }).lean();
}

/**
 * Changes entries as an import does: accounts are linked, suspended and let in again. Call it inside `withRoster`.
 *
 * @returns whether anything changed
 */
export async function provisionEntries(wanted: readonly WantedEntry[], by: Importer, holdLock: () => Promise<void>): Promise<boolean> {
  const drafts: EntryDraft[] = wanted.map(({ id, before, after, isActive, system }) => ({
    key: before?.key ?? keyOf(after.number),
    line: 0,
    before,
    after,
    hasLeft: !isActive,
    id,
    system,
  }));
  const others = (await othersOf(wanted)).map((other) => draftOfOther(other, other.leftAt !== null));
  const changes = await planDrafts([...drafts, ...others]);
  await writePlan({ changes }, by, holdLock);
  return changes.length > 0;
}

/** Deletes the entry of a person who has left. Call it inside `withRoster`. */
export const deleteEntry = (entry: Id): Promise<unknown> => transaction((session) => RosterEntries.deleteOne({ _id: entry }, { session }));

/** Field of an entry that another one has: the number, or an address that an active person has. */
export async function takenField({ id, before, after, isActive }: WantedEntry): Promise<'number' | 'email' | null> {
  const key = keyOf(after.number);
  if (key !== before?.key && (await RosterEntries.exists({ key }))) return 'number';
  const emailFolded = foldEmail(after.email);
  if (!isActive || emailFolded === '' || (emailFolded === before?.emailFolded && before.leftAt === null)) return null;
  return (await RosterEntries.exists({ emailFolded, leftAt: null, _id: { $ne: id } })) ? 'email' : null;
}
