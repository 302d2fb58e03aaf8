import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { paging, time } from './parts.js';

const feature = 'auth';

/** Hash of the token: it identifies a session, but opens none. */
const sessionId = z.string(fieldTexts.bad_id).check(z.regex(/^[0-9a-f]{64}$/, fieldTexts.bad_id));

export const session = z.object({
  ID: sessionId,
  /** User agent. */
  Device: z.string(),
  CreatedAt: time,
  /** Accurate to an hour. */
  Seen_At: time,
  Is_Current: z.boolean(),
});
export type SessionWire = z.output<typeof session>;

export const getSessions = call({
  name: 'getSessions',
  feature,
  method: 'GET',
  path: '/auth/sessions',
  auth: 'required',
  policy: null,
  rate: 'read',
  status: 200,
  input: z.object(paging),
  data: z.array(session),
  list: true,
  summary: 'Where one is signed in, the newest first.',
});

export const endSession = call({
  name: 'endSession',
  feature,
  method: 'DELETE',
  path: '/auth/session',
  auth: 'required',
  policy: null,
  rate: 'write',
  status: 200,
  input: z.object({ session_id: z.union([sessionId, z.literal('all')], fieldTexts.bad_id) }),
  data: z.object({ ended: z.number() }),
  summary: "End one of one's own sessions, or `all`, this one among them.",
  errors: ['not_found'],
});
