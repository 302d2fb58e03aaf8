import { AsyncLocalStorage } from 'node:async_hooks';
import { AuditEntries, type AuditEntryDoc, type AuditSubject } from './audit-entries.js';
import { type Id, newId } from './model.js';
import type { DbSession } from './transaction.js';

/** Entry of the audit trail while its call runs. */
export type AuditFacts = Omit<
  AuditEntryDoc,
  '_id' | 'at' | 'outcome' | 'seq' | 'before' | 'hash' | 'unsealed' | 'subject' | 'subjectKind'
> & { subject: AuditSubject | null };

interface Draft {
  facts: AuditFacts;
  /** Set by the transaction that writes the entry, until it fails. */
  isClaimed: boolean;
}

const drafts = new AsyncLocalStorage<Draft | null>();

const entryOf = ({ subject, ...facts }: AuditFacts, outcome: string): AuditEntryDoc => ({
  _id: newId(),
  at: new Date(),
  ...facts,
  subject: subject?.id ?? null,
  subjectKind: subject?.kind ?? null,
  outcome,
  unsealed: true,
});

/** Adds what becomes known while the call runs; nothing outside an audited call. */
export function noteAudit(facts: Partial<Pick<AuditFacts, 'actor' | 'staff' | 'society' | 'subject' | 'details'>>): void {
  const draft = drafts.getStore();
  if (draft) Object.assign(draft.facts, facts);
}

/** As `noteAudit`, but keeps what is known already. */
export function noteAuditOnce(facts: { society?: Id | null; subject?: AuditSubject }): void {
  const draft = drafts.getStore();
  if (!draft) return;
  draft.facts.society ??= facts.society ?? null;
  draft.facts.subject ??= facts.subject ?? null;
}

/** The entry of a call in its transaction: written at the end of each attempt, and once in a call. */
export interface AuditClaim {
  /** Writes the entry, unless the transaction had nothing to do and returned null. */
  write(session: DbSession, result: unknown): Promise<void>;
  /** Leaves the entry to another transaction, or to the end of the call. */
  release(): void;
}

/** Claims the entry for a transaction that begins now; null outside an audited call, and where the entry is claimed already. */
export function claimAuditEntry(): AuditClaim | null {
  const draft = drafts.getStore();
  if (!draft || draft.isClaimed) return null;
  draft.isClaimed = true;
  return {
    async write(session, result) {
      draft.isClaimed = result !== null;
      if (draft.isClaimed) await AuditEntries.create([entryOf(draft.facts, 'ok')], { session });
    },
    release() {
      draft.isClaimed = false;
    },
  };
}

/** Marks the call as one that changes nothing, such as a repeat that gets its first answer. */
export function omitAuditEntry(): void {
  const draft = drafts.getStore();
  if (draft) draft.isClaimed = true;
}

/** Runs work that is no part of the audited call that causes it, so that its transaction does not write the call's entry. */
export const outsideAudit = <T>(work: () => Promise<T>): Promise<T> => drafts.run(null, work);

/** Writes an entry outside an audited call, in the transaction of its change if there is one. */
export const recordAuditEntry = async (facts: AuditFacts, session?: DbSession): Promise<void> => {
  await AuditEntries.create([entryOf(facts, 'ok')], session ? { session } : {});
};

/**
 * Runs an audited call. Its transaction writes the entry with the change; a call without a transaction gets its entry before it
 * answers.
 *
 * @param outcomeOf outcome to record for an error, or null to record nothing
 */
export async function runAudited<T>(facts: AuditFacts, work: () => Promise<T>, outcomeOf: (error: unknown) => string | null): Promise<T> {
  const draft: Draft = { facts: { ...facts }, isClaimed: false };
  return drafts.run(draft, async () => {
    try {
      const result = await work();
      if (!draft.isClaimed) await recordAuditEntry(draft.facts);
      return result;
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome !== null) await AuditEntries.create([entryOf(draft.facts, outcome)]);
      throw error;
    }
  });
}

/** Runs one of several changes of a call, each of which gets an entry of its own. */
export async function runAuditedPart<T>(facts: Partial<AuditFacts>, work: () => Promise<T>): Promise<T> {
  const call = drafts.getStore();
  if (!call) return work();
  const part: Draft = { facts: { ...call.facts, ...facts }, isClaimed: false };
  const result = await drafts.run(part, work);
  call.isClaimed ||= part.isClaimed;
  return result;
}
