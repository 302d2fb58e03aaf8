import * as z from 'zod/mini';
import { call } from './define.js';
import { count, nothing, nullable, time } from './parts.js';

const feature = 'privacy';

const registerLine = z.object({
  /** Name of the collection; the app has words for it. */
  Collection: z.string(),
  /** Whether the export of one's own data contains it. */
  Is_Exported: z.boolean(),
  /** Fields that the export leaves out: secrets and computed values. */
  Omitted: z.array(z.string()),
  /** Whether the deletion of an account erases the person's part. */
  Is_Erased: z.boolean(),
  /** Days after which it is deleted in any case; null where that depends on other things. */
  Days: nullable(count),
});
export type RegisterLine = z.output<typeof registerLine>;

export const getRegister = call({
  name: 'getRegister',
  feature,
  method: 'GET',
  path: '/privacy/get_register',
  auth: 'none',
  policy: null,
  rate: 'read',
  status: 200,
  input: nothing,
  data: z.object({ Lines: z.array(registerLine) }),
  summary: 'Every kind of personal data that is stored: the list that the export and the deletion of an account work through.',
});

const ledgerLine = z.object({
  /** Name of the collection; the app has words for it. */
  Collection: z.string(),
  /** Time of the last run of its retention job. */
  Last_Run: time,
  /** Number that this run deleted. */
  Deleted: count,
});
export type LedgerLine = z.output<typeof ledgerLine>;

export const getLedger = call({
  name: 'getLedger',
  feature,
  method: 'GET',
  path: '/privacy/get_ledger',
  auth: 'none',
  policy: null,
  rate: 'read',
  status: 200,
  input: nothing,
  data: z.object({ Lines: z.array(ledgerLine) }),
  summary: 'Last run of each retention job, with the number that it deleted.',
});
