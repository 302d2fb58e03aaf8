import type { AuditEntry, SocietyHistoryEntry } from '#models/contract/audit';
import { describeCollection } from './collections.js';
import {
  date,
  defineModel,
  flag,
  type Id,
  mark,
  maybeRef,
  maybeString,
  mixed,
  needed,
  optionalNumber,
  optionalString,
  string,
} from './model.js';
import { type PersonDoc, personName } from './users.js';

/** Object of an audited call. */
export interface AuditSubject {
  kind: string;
  id: string;
}

/** One entry of the audit trail. It never changes; sealing adds `seq` and `hash`. */
export interface AuditEntryDoc {
  _id: Id;
  at: Date;
  /** Name of the call. */
  call: string;
  /** Caller; null for a visitor, also one whose sign-in failed. */
  actor: Id | null;
  /** Whether the caller was a platform admin. */
  staff: boolean;
  society: Id | null;
  subjectKind: string | null;
  /** Id of the object. */
  subject: string | null;
  /** Inputs that say what was done, such as the new role. */
  details: Record<string, string>;
  address: string;
  device: string;
  /** `ok`, or the code of the error. */
  outcome: string;
  /** Position in the chain, from 1; absent until the entry is sealed. */
  seq?: number;
  /** Hash of the entry before, '' for the first. */
  before?: string;
  /** Hash over the entry, its position and `before`. */
  hash?: string;
  /** True until the entry is sealed, then absent. */
  unsealed?: boolean;
}

export const AuditEntries = defineModel<AuditEntryDoc>(
  'auditEntries',
  {
    at: date,
    call: needed,
    actor: maybeRef,
    staff: flag,
    society: maybeRef,
    subjectKind: maybeString,
    subject: maybeString,
    details: mixed,
    address: string,
    device: string,
    outcome: needed,
    seq: optionalNumber,
    before: optionalString,
    hash: optionalString,
    unsealed: mark,
  },
  [
    [{ at: -1, _id: -1 }],
    [{ actor: 1, at: -1, _id: -1 }],
    [{ society: 1, at: -1, _id: -1 }],
    [{ call: 1, at: -1, _id: -1 }],
    [{ subject: 1, at: -1, _id: -1 }],
    [{ unsealed: 1, at: 1, _id: 1 }, { partialFilterExpression: { unsealed: true } }],
    [{ seq: 1 }, { unique: true, partialFilterExpression: { seq: { $exists: true } } }],
  ],
);

describeCollection(AuditEntries, {
  description:
    'What the person did, from which address and browser: kept for two years, with the account’s id and without a name, since a chain of hashes covers it.',
  exportFilter: (user) => ({ actor: user }),
  omitted: ['before', 'hash', 'unsealed'],
  erase: null,
});

/** Names of the people and societies of a page of entries. */
export interface AuditNames {
  people: ReadonlyMap<string, PersonDoc>;
  societies: ReadonlyMap<string, string>;
}

const nameOf = ({ people }: AuditNames, id: string | null): string => (id !== null && people.has(id) ? personName(people.get(id)) : '');

/** An entry as the admins of its society see it. */
export const auditEntryToHistory = (entry: AuditEntryDoc, names: AuditNames): SocietyHistoryEntry => ({
  ID: String(entry._id),
  At: entry.at.toISOString(),
  Call: entry.call,
  Actor_ID: entry.actor && String(entry.actor),
  Actor_Name: nameOf(names, entry.actor && String(entry.actor)),
  By_Staff: entry.staff,
  Subject_Kind: entry.subjectKind,
  Subject_ID: entry.subject,
  Subject_Name: nameOf(names, entry.subjectKind === 'user' ? entry.subject : null),
  Details: entry.details,
});

/** An entry as platform admins see it. */
export const auditEntryToWire = (entry: AuditEntryDoc, names: AuditNames): AuditEntry => ({
  ...auditEntryToHistory(entry, names),
  Society_ID: entry.society && String(entry.society),
  Society_Name: names.societies.get(String(entry.society)) ?? '',
  Address: entry.address,
  Device: entry.device,
  Outcome: entry.outcome,
  Seq: entry.seq ?? null,
  Hash: entry.hash ?? null,
});
