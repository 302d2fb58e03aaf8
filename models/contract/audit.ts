import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { day, id, nullable, paging, query, time } from './parts.js';

const feature = 'audit';

/** Part of an entry that the admins of its society see. */
const historyFields = {
  ID: id,
  At: time,
  /** Name of the call, as in the API description. */
  Call: z.string(),
  /** Null for a visitor. */
  Actor_ID: nullable(id),
  /** '' without an account. */
  Actor_Name: z.string(),
  By_Staff: z.boolean(),
  Subject_Kind: nullable(z.string()),
  Subject_ID: nullable(z.string()),
  /** Name of a person; '' for other objects. */
  Subject_Name: z.string(),
  /** Inputs that say what was done, such as the new role. */
  Details: z.record(z.string(), z.string()),
};

export const societyHistoryEntry = z.object(historyFields);
export type SocietyHistoryEntry = z.output<typeof societyHistoryEntry>;

export const auditEntry = z.object({
  ...historyFields,
  Society_ID: nullable(id),
  Society_Name: z.string(),
  Address: z.string(),
  Device: z.string(),
  /** `ok`, or the code of the error. */
  Outcome: z.string(),
  /** Position in the chain; null until the entry is sealed. */
  Seq: nullable(z.number()),
  Hash: nullable(z.string()),
});
export type AuditEntry = z.output<typeof auditEntry>;

const longestCall = 40;

/** Filters; days are whole days in UTC. */
const filters = {
  actor_id: z.optional(id),
  society_id: z.optional(id),
  subject_id: z.optional(id),
  call: query(longestCall),
  outcome: z.optional(z.enum(['ok', 'refused'], fieldTexts.unknown_choice)),
  from: z.optional(day),
  to: z.optional(day),
};

export const getAuditEntries = call({
  name: 'getAuditEntries',
  feature,
  method: 'GET',
  path: '/audit/get_all',
  auth: 'required',
  policy: 'audit.see',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, ...filters }),
  data: z.array(auditEntry),
  summary: 'The audit trail, the newest entry first.',
  errors: ['forbidden'],
});

/** Maximum number of entries in one export; `from` and `to` divide a longer trail. */
export const maxExportedEntries = 50_000;

export const exportAudit = call({
  name: 'exportAudit',
  feature,
  method: 'GET',
  path: '/audit/export',
  auth: 'required',
  policy: 'audit.see',
  rate: 'export',
  status: 200,
  media: 'text/csv',
  input: z.object(filters),
  data: z.string(),
  summary: 'The sealed entries as a table, the oldest first; `npm run audit:verify -- FILE` checks it.',
  errors: ['forbidden'],
});

export const getSocietyHistory = call({
  name: 'getSocietyHistory',
  feature,
  method: 'GET',
  path: '/societies/history',
  auth: 'required',
  policy: 'society.history',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, society_id: id }),
  data: z.array(societyHistoryEntry),
  summary: 'Who changed what in a society, and when staff looked into it; the newest entry first.',
  errors: ['not_found', 'forbidden'],
});
