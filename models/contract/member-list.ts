import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { lengths } from './limits.js';
import { member, membershipState } from './members.js';
import { count, id, paging, query } from './parts.js';
import { societyRole } from './societies.js';

const feature = 'members';

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
  counts: z.object({
    total: count,
    admins: count,
    moderators: count,
    /** Only for a caller who hides on the list. */
    own_hidden: z.optional(z.boolean()),
  }),
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
