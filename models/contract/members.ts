import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './errors.js';
import { lengths } from './limits.js';
import { count, id, nullable, paging, query, time } from './parts.js';
import { societyRole } from './societies.js';

const feature = 'members';

export const member = z.object({
  ID: id,
  Name: z.string(),
  Email: nullable(z.string()),
  Photo: z.string(),
  Role: societyRole,
  Joined_At: time,
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
const membershipState = z.object({ society_id: id, user_id: id, Role: nullable(societyRole), Member_Count: count, rev: z.number() });
export type MembershipState = z.output<typeof membershipState>;

export const memberSort = z.enum(['name', 'role', 'joined'], fieldTexts.unknown_choice);

const chosenRole = z.enum(societyRole.options, fieldTexts.unknown_choice);

export const getAllMembers = call({
  name: 'getAllMembers',
  feature,
  method: 'GET',
  path: '/societies/get_all_members',
  auth: 'optional',
  policy: 'society.members',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({
    ...paging,
    society_id: id,
    q: query(lengths.email),
    role: z.optional(chosenRole),
    sort: z._default(memberSort, 'name'),
  }),
  data: z.array(member),
  counts: z.object({ total: count, admins: count, moderators: count }),
  summary: "A society's members; `q` looks in names and in the e-mail addresses that the caller may see.",
  errors: ['not_found', 'forbidden'],
});

export const updateMemberRole = call({
  name: 'updateMemberRole',
  feature,
  method: 'PUT',
  path: '/societies/update_member_role',
  auth: 'required',
  policy: 'member.manage',
  rate: 'write',
  status: 200,
  input: z.object({ society_id: id, member: id, role: chosenRole }),
  data: membershipState,
  summary: "Give a member another role; an admin's cannot be changed here.",
  errors: ['not_found', 'forbidden', 'is_admin'],
});

export const stepDown = call({
  name: 'stepDown',
  feature,
  method: 'PUT',
  path: '/societies/step_down',
  auth: 'required',
  policy: 'society.stepDown',
  rate: 'write',
  status: 200,
  input: z.object({ society_id: id, role: z.enum(['moderator', 'member'], fieldTexts.unknown_choice) }),
  data: membershipState,
  summary: 'Be an admin no more, while another remains.',
  errors: ['not_found', 'forbidden', 'only_admin'],
});

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

export const removeMember = call({
  name: 'removeMember',
  feature,
  method: 'DELETE',
  path: '/societies/remove_member',
  auth: 'required',
  policy: 'member.manage',
  rate: 'write',
  status: 204,
  input: z.object({ society_id: id, user_id: id, ban: z._default(z.enum(['true', 'false'], fieldTexts.unknown_choice), 'false') }),
  data: z.null(),
  summary: 'Remove somebody who is no admin; with `ban` for good, also who is no member yet.',
  errors: ['not_found', 'forbidden', 'is_admin'],
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
