import * as z from 'zod/mini';
import { call, message } from './define.js';
import { count, id, nullable, time } from './parts.js';
import { societyRole } from './societies.js';

const feature = 'members';

export const member = z.object({
  ID: id,
  Name: z.string(),
  Email: nullable(z.string()),
  Photo: z.string(),
  Role: societyRole,
  Joined_At: time,
});
export type Member = z.output<typeof member>;

export const checkMembership = call({
  name: 'checkMembership',
  feature,
  method: 'GET',
  path: '/societies/check_membership',
  auth: 'required',
  policy: 'society.see',
  rate: 'read',
  status: 200,
  input: z.object({ society_id: id }),
  data: z.boolean(),
  summary: 'Whether the caller is a member.',
  errors: ['not_found'],
});

export const checkAdmin = call({
  name: 'checkAdmin',
  feature,
  method: 'GET',
  path: '/societies/check_admin',
  auth: 'required',
  policy: 'society.see',
  rate: 'read',
  status: 200,
  input: z.object({ society_id: id }),
  data: z.boolean(),
  summary: 'Whether the caller is an admin.',
  errors: ['not_found'],
});

/** Role null: no member any more. `member` is there for a new one, without an e-mail address. */
export const membershipChanged = message(
  'membership:changed',
  ['user', 'society'],
  z.object({
    society_id: id,
    user_id: id,
    Role: nullable(societyRole),
    member: z.optional(z.omit(member, { Email: true })),
    Member_Count: count,
    Event_Count: count,
    Post_Count: count,
    rev: z.number(),
  }),
);
