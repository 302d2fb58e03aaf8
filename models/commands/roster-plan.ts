import { createHash } from 'node:crypto';
import { inBatches } from '#models/bus/verb';
import { mostMissing, type RosterChange } from '#models/contract/roster';
import type { Id } from '#models/db/model';
import { RosterEntries, type RosterEntryDoc } from '#models/db/roster-entries';
import {
  type Accounts,
  type FollowedFields,
  followedFields,
  loadAccounts,
  type RosterAccount,
  type RosterFields,
} from './roster-accounts.js';
import type { RosterFile, RosterRow } from './roster-file.js';

/** Fields of an entry that only an identity system sets. */
export type SystemFields = Required<Pick<RosterEntryDoc, 'externalId' | 'givenName' | 'familyName'>>;

/** An entry as it would be after the import. */
export interface EntryDraft {
  key: string;
  /** Null for an entry without a line; 0 for one that an identity system changes. */
  line: number | null;
  before: RosterEntryDoc | null;
  after: RosterFields;
  hasLeft: boolean;
  /** Id of a new entry that something names before it is stored. */
  id?: Id;
  system?: SystemFields;
}

/** One change of an import. */
export interface PlannedChange {
  kind: RosterChange['Kind'];
  key: string;
  line: number | null;
  isNew: boolean;
  after: RosterFields;
  hasLeft: boolean;
  fields: RosterChange['Fields'];
  account: RosterAccount | null;
  /** Fields of the account that follow the entry. */
  follows: FollowedFields;
  /** Effect on the account: suspended, or no longer so. */
  effect: 'leaves' | 'returns' | null;
  id?: Id;
  system?: SystemFields;
}

/** Everything that an import would change. */
export interface ImportPlan {
  /** Names exactly these changes. */
  hash: string;
  changes: PlannedChange[];
  same: number;
  missing: number;
  needsConfirmation: boolean;
}

const fieldNames = ['number', 'name', 'email', 'affiliation', 'faculty', 'year'] as const;
export const blankFields: RosterFields = { number: '', name: '', email: '', affiliation: '', faculty: '', year: null };

/** Fields of an entry that a file sets. */
export const fieldsOf = ({ number, name, email, affiliation, faculty, year }: RosterFields): RosterFields => ({
  number,
  name,
  email,
  affiliation,
  faculty,
  year,
});

async function loadEntries(): Promise<Map<string, RosterEntryDoc>> {
  const entries = new Map<string, RosterEntryDoc>();
  for await (const batch of inBatches(
    RosterEntries.find({ key: { $gt: '' } })
      .sort({ key: 1 })
      .lean(),
  ))
    for (const entry of batch) entries.set(entry.key, entry);
  return entries;
}

const draftOfRow = ({ line, key, isActive, ...given }: RosterRow, before: RosterEntryDoc | null): EntryDraft => ({
  key,
  line,
  before,
  after: fieldsOf({ ...blankFields, ...(before ?? {}), ...given }),
  hasLeft: !isActive,
});

/** The entries of the file, then those without a line, which lose an account to the former. */
function draftsOf(rows: readonly RosterRow[], stored: ReadonlyMap<string, RosterEntryDoc>, confirmMissing: boolean): EntryDraft[] {
  const listed = new Set(rows.map(({ key }) => key));
  const others = [...stored.values()].filter(({ key }) => !listed.has(key));
  return [
    ...rows.map((row) => draftOfRow(row, stored.get(row.key) ?? null)),
    ...others.map((before) => draftOfOther(before, before.leftAt !== null || confirmMissing)),
  ];
}

/**
 * Account of each entry, by key. An active entry has the account that verified its address, else the one it had. Nobody who is
 * active shares one, also not with an entry that has left.
 */
function matchAccounts(drafts: readonly EntryDraft[], accounts: Accounts): Map<string, RosterAccount> {
  const matched = new Map<string, RosterAccount>();
  const taken = new Set<string>();
  const match = (filter: (draft: EntryDraft) => boolean, find: (draft: EntryDraft) => RosterAccount | undefined) => {
    for (const draft of drafts.filter((each) => filter(each) && !matched.has(each.key))) {
      const account = find(draft);
      if (!account || taken.has(String(account._id))) continue;
      taken.add(String(account._id));
      matched.set(draft.key, account);
    }
  };
  const byAddress = ({ after }: EntryDraft) => accounts.ofAddress(after.email);
  const byLink = ({ before }: EntryDraft) => (before?.account ? accounts.ofId(before.account) : undefined);
  match(({ hasLeft }) => !hasLeft, byAddress);
  match(({ hasLeft }) => !hasLeft, byLink);
  match(({ hasLeft }) => hasLeft, byLink);
  match(({ hasLeft, before }) => hasLeft && (before === null || before.leftAt === null), byAddress);
  return matched;
}

const shown = (value: string | number | null | undefined): string => String(value ?? '');

function changedFields({ before, after }: EntryDraft, follows: FollowedFields, account: RosterAccount | null): RosterChange['Fields'] {
  if (!before) return [];
  const changed: RosterChange['Fields'] = fieldNames
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ Field: name === 'number' ? 'id' : name, Before: shown(before[name]), After: shown(after[name]) }));
  for (const name of ['affiliation', 'faculty', 'year'] as const)
    if (follows[name] !== undefined && !changed.some(({ Field }) => Field === name))
      changed.push({ Field: name, Before: shown(account?.[name]), After: shown(follows[name]) });
  if (shown(before.account?.toString()) !== shown(account?._id.toString()))
    changed.push({ Field: 'account', Before: before.account ? before.email : '', After: account?.email ?? '' });
  return changed;
}

const kindOf = ({ before, hasLeft }: EntryDraft): RosterChange['Kind'] => {
  const hadLeft = before !== null && before.leftAt !== null;
  if (hasLeft && !hadLeft) return 'gone';
  if (!before) return 'new';
  return hadLeft && !hasLeft ? 'back' : 'changed';
};

function effectOf(kind: RosterChange['Kind'], hasLeft: boolean, account: RosterAccount | null): PlannedChange['effect'] {
  if (!account) return null;
  if (hasLeft) return kind === 'gone' && account.role !== 'admin' ? 'leaves' : null;
  return account.suspendedBy === 'roster' ? 'returns' : null;
}

const changesSystem = ({ before, system }: EntryDraft): boolean =>
  system !== undefined && Object.entries(system).some(([name, value]) => (before?.[name as keyof SystemFields] ?? '') !== value);

/** The change that a draft makes; null if it makes none. */
function changeOf(draft: EntryDraft, account: RosterAccount | null): PlannedChange | null {
  const { key, line, before, after, hasLeft, id, system } = draft;
  const kind = kindOf(draft);
  const follows = account && !hasLeft && line !== null ? followedFields(after, account) : {};
  const fields = changedFields(draft, follows, account);
  const effect = effectOf(kind, hasLeft, account);
  if (kind === 'changed' && fields.length === 0 && effect === null && !changesSystem(draft)) return null;
  return {
    kind,
    key,
    line,
    isNew: before === null,
    after,
    hasLeft,
    fields,
    account,
    follows,
    effect,
    ...(id && { id }),
    ...(system && { system }),
  };
}

const hashOf = (changes: readonly PlannedChange[], missing: number): string => {
  const hash = createHash('sha256').update(`${missing}`);
  for (const { account, ...change } of changes) hash.update(JSON.stringify([change, account?._id ?? null]));
  return hash.digest('hex');
};

/** Computes the changes that these drafts make together; the first of two that could have an account gets it. */
export async function planDrafts(drafts: readonly EntryDraft[]): Promise<PlannedChange[]> {
  const accounts = await loadAccounts(
    drafts.map(({ after }) => after.email),
    drafts.flatMap(({ before }): Id[] => (before?.account ? [before.account] : [])),
  );
  const matched = matchAccounts(drafts, accounts);
  return drafts.flatMap((draft) => changeOf(draft, matched.get(draft.key) ?? null) ?? []);
}

/** Draft of an entry that stays as it is, but for an account that another one gets. */
export const draftOfOther = (before: RosterEntryDoc, hasLeft: boolean): EntryDraft => ({
  key: before.key,
  line: null,
  before,
  after: fieldsOf(before),
  hasLeft,
});

/**
 * Computes everything that importing a file would change, and changes nothing.
 *
 * @param confirmMissing whether active people without a line have left; else they stay as they are
 */
export async function planImport({ rows }: Pick<RosterFile, 'rows'>, confirmMissing: boolean): Promise<ImportPlan> {
  const stored = await loadEntries();
  const drafts = draftsOf(rows, stored, confirmMissing);
  const changes = await planDrafts(drafts);
  const active = [...stored.values()].filter(({ leftAt }) => leftAt === null).length;
  const missing = drafts.filter(({ line, before }) => line === null && before?.leftAt === null).length;
  return {
    hash: hashOf(changes, missing),
    changes,
    same: drafts.filter(({ line }) => line !== null).length - changes.filter(({ line }) => line !== null).length,
    missing,
    needsConfirmation: !confirmMissing && missing > active * mostMissing,
  };
}
