import * as z from 'zod/mini';
import { call, message } from './define.js';
import { id, nothing, nullable } from './parts.js';

export const user = z.object({
  ID: id,
  Name: z.string(),
  Email: z.string(),
  Role: z.enum(['user', 'admin']),
  Image: z.string(),
  Locale: nullable(z.enum(['en', 'ar'])),
  Verified: z.boolean(),
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

/** A change of one's own toggles, for the other tabs of the same person. */
export const ownChanged = message(
  'own:changed',
  ['user'],
  z.object({
    kind: z.enum(['like', 'bookmark', 'follow', 'block', 'mute', 'privacy']),
    id,
    on: z.boolean(),
    version: z.number(),
  }),
);
