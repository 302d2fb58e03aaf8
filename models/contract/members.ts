import * as z from 'zod/mini';
import { call, message } from './define.js';
import { count, day, id, nullable, time } from './parts.js';
import { societyRole } from './societies.js';

const feature = 'members';

export const member = z.object({
  ID: id,
  Name: z.string(),
  Email: nullable(z.string()),
  Photo: z.string(),
  Role: societyRole,
  Joined_At: time,
  /** Last day of the role; absent for a role without an end. */
  Role_Until: z.optional(day),
  /** Left out of the list for others; only for moderators, admins and the member. */
  Is_Hidden: z.optional(z.boolean()),
  /** The society's `rev` as of which the role is, as in `membership:changed`. */
  rev: z.number(),
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

/** A person's membership after a change, and the society's counters. */
export const membershipState = z.object({ society_id: id, user_id: id, Role: nullable(societyRole), Member_Count: count, rev: z.number() });
export type MembershipState = z.output<typeof membershipState>;

export const leaveSociety = call({
  name: 'leaveSociety',
  feature,
  method: 'PUT',
  path: '/societies/leave_society',
  auth: 'required',
  policy: 'society.leave',
  rate: 'write',
  status: 200,
  input: z.object({ society_id: id }),
  data: membershipState,
  summary: 'Leave a society; its only admin cannot.',
  errors: ['not_found', 'only_admin'],
});

/** Role null: no longer a member. `member` is set for a new one, without an e-mail address; `rev` is beside it. */
export const membershipChanged = message(
  'membership:changed',
  ['user', 'society'],
  z.object({
    society_id: id,
    user_id: id,
    Role: nullable(societyRole),
    member: z.optional(z.omit(member, { Email: true, rev: true })),
    Member_Count: count,
    Event_Count: count,
    Post_Count: count,
    rev: z.number(),
  }),
);
