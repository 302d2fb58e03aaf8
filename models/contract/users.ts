import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './field-texts.js';
import { lengths } from './limits.js';
import { id, nothing, nullable, optionalText, paging, query, time } from './parts.js';
import { staffScope } from './staff-scopes.js';

export const user = z.object({
  ID: id,
  Name: z.string(),
  Email: z.string(),
  Role: z.enum(['user', 'admin']),
  /** Scopes of staff who are not platform admins; others have no such field. */
  Scopes: z.optional(z.array(staffScope)),
  Image: z.string(),
  Locale: nullable(z.enum(['en', 'ar'])),
  Verified: z.boolean(),
  /** Staff, a platform admin or with scopes, who have no rights as such until this session proves a second factor. */
  Staff_Held: z.optional(z.boolean()),
});
export type User = z.output<typeof user>;

export const getUserInfo = call({
  name: 'getUserInfo',
  feature: 'users',
  method: 'GET',
  path: '/users/get_user_info',
  auth: 'required',
  policy: null,
  rate: 'read',
  status: 200,
  input: nothing,
  data: user,
  summary: 'Who is signed in.',
});

/** An account for platform admins. */
export const account = z.object({
  ID: id,
  Name: z.string(),
  Email: z.string(),
  Image: z.string(),
  Role: z.enum(['user', 'admin']),
  /** As of `user`. */
  Scopes: z.optional(z.array(staffScope)),
  Verified: z.boolean(),
  Create_Date: time,
  /** Null if not suspended. */
  Suspended_At: nullable(time),
  Suspended_For: z.string(),
  /** Suspended because the person left the university. */
  Has_Left: z.boolean(),
});
export type Account = z.output<typeof account>;

export const getAllUsers = call({
  name: 'getAllUsers',
  feature: 'users',
  method: 'GET',
  path: '/users/get_all',
  auth: 'required',
  policy: 'account.list',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, q: query(lengths.email) }),
  data: z.array(account),
  summary: 'All accounts, the newest first; `q` is part of a name, or a whole e-mail address.',
  errors: ['forbidden'],
});

export const suspendUser = call({
  name: 'suspendUser',
  feature: 'users',
  method: 'POST',
  path: '/users/suspend',
  auth: 'required',
  policy: 'account.suspend',
  rate: 'write',
  status: 200,
  input: z.object({ user_id: id, suspended: z.boolean(fieldTexts.wrong_type), reason: optionalText(lengths.reason) }),
  data: account,
  summary: 'Suspend an account, which ends its sessions, or let it in again.',
  errors: ['forbidden', 'not_found'],
});

/** Change of one's own toggles, for other tabs of the same person. */
export const ownChanged = message(
  'own:changed',
  ['user'],
  z.object({
    kind: z.enum(['like', 'bookmark', 'follow', 'followSociety', 'block', 'mute', 'privacy', 'vote']),
    id,
    on: z.boolean(),
    version: z.number(),
  }),
);
