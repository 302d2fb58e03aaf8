import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { count, id, nothing, nullable, time } from './parts.js';

const feature = 'roster';

/** Path under which the university's identity system changes the roster (docs/scim.md). */
export const scimPath = '/scim/v2';
/** Names of its changes in the audit trail. */
export const scimCalls = ['createScimUser', 'updateScimUser', 'deleteScimUser', 'updateScimGroup'] as const;

/** Maximum bytes and lines of a file. */
export const largestRoster = 20 * 1024 * 1024;
export const mostRosterLines = 100_000;
/** Maximum share of the active people who may be missing from a file that nobody confirmed. */
export const mostMissing = 0.02;
/** Maximum number of changes, of warnings and of wrong lines that an answer lists. */
export const mostListed = 500;

/** Columns of a file; only the first is required. */
export const rosterColumns = ['id', 'name', 'email', 'affiliation', 'faculty', 'year', 'status'] as const;
export type RosterColumn = (typeof rosterColumns)[number];

export const affiliations = ['student', 'faculty', 'staff'] as const;
export type Affiliation = (typeof affiliations)[number];

/** Reasons why a line cannot be imported. */
export const rosterFaults = [
  'required',
  'repeated',
  'too_long',
  'bad_characters',
  'bad_email',
  'unknown_choice',
  'bad_number',
  'malformed',
] as const;
export type RosterFault = (typeof rosterFaults)[number];

const change = z.object({
  Kind: z.enum(['new', 'changed', 'back', 'gone']),
  /** Null for a person who is missing from the file. */
  Line: nullable(count),
  /** Student or staff number. */
  Number: z.string(),
  Name: z.string(),
  /** Changed fields; `account` is the address of the account that the entry is linked to. */
  Fields: z.array(z.object({ Field: z.enum([...rosterColumns, 'account']), Before: z.string(), After: z.string() })),
  Account_ID: nullable(id),
});
export type RosterChange = z.output<typeof change>;

const warning = z.object({
  /** The only admin of a society leaves; a platform admin leaves, whose account stays open. */
  Kind: z.enum(['only_admin', 'platform_admin']),
  Number: z.string(),
  Name: z.string(),
  Society_ID: nullable(id),
  Society_Name: z.string(),
});
export type RosterWarning = z.output<typeof warning>;

const wrongLine = z.object({ Line: count, Column: nullable(z.enum(rosterColumns)), Fault: z.enum(rosterFaults) });
export type WrongRosterLine = z.output<typeof wrongLine>;

export const rosterCounts = z.object({ New: count, Changed: count, Back: count, Gone: count, Same: count, Missing: count });
export type RosterCounts = z.output<typeof rosterCounts>;

export const rosterPlan = z.object({
  /** Names exactly this plan, for `applyRoster`. */
  Plan: z.string(),
  /** `Missing` are active people without a line, whether or not they are marked as gone. */
  Counts: rosterCounts,
  /** Too many people are missing for an import without `confirm_missing`. */
  Needs_Confirmation: z.boolean(),
  /** The first 500: who goes, who is back, what changes, who is new. */
  Changes: z.array(change),
  Warnings: z.array(warning),
  Wrong_Lines: z.array(wrongLine),
  /** Number of lines that are wrong; a file that has one is not imported. */
  Wrong: count,
  /** Columns that Nadi does not read. */
  Ignored_Columns: z.array(z.string()),
});
export type RosterPlan = z.output<typeof rosterPlan>;

const file = {
  roster: z.file(fieldTexts.roster_needed),
  /** Marks people who are missing from the file as having left. */
  confirm_missing: z._default(z.enum(['true', 'false'], fieldTexts.unknown_choice), 'false'),
};

export const planRoster = call({
  name: 'planRoster',
  feature,
  method: 'POST',
  path: '/roster/plan',
  auth: 'required',
  policy: 'platform.manage',
  rate: 'upload',
  status: 200,
  isForm: true,
  largestFile: largestRoster,
  input: z.object(file),
  data: rosterPlan,
  summary: 'What an import of this CSV file of the university’s people would change; changes nothing.',
  errors: ['forbidden', 'too_large'],
});

export const applyRoster = call({
  name: 'applyRoster',
  feature,
  method: 'POST',
  path: '/roster/apply',
  auth: 'required',
  policy: 'platform.manage',
  rate: 'upload',
  status: 200,
  isForm: true,
  largestFile: largestRoster,
  input: z.object({ ...file, plan: z.string(fieldTexts.required).check(z.regex(/^[0-9a-f]{64}$/, fieldTexts.wrong_type)) }),
  data: rosterCounts,
  summary: 'Import the CSV file exactly as planned. People who leave are logged out and suspended; their seats go to the waiting lists.',
  errors: ['forbidden', 'too_large', 'roster_changed', 'roster_missing', 'in_progress'],
});

export const getScim = call({
  name: 'getScim',
  feature,
  method: 'GET',
  path: '/roster/scim',
  auth: 'required',
  policy: 'platform.manage',
  rate: 'read',
  status: 200,
  input: nothing,
  data: z.object({
    /** Whether a token is set; without one there is no SCIM. */
    Is_On: z.boolean(),
    /** Address for the identity system. */
    Address: z.string(),
    /** Time of the last change by the identity system; null without one. */
    Last_Change: nullable(time),
  }),
  summary: 'Whether the university’s identity system can change the roster by SCIM, and when it last did.',
  errors: ['forbidden'],
});
