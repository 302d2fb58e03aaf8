import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { membershipState } from './members.js';
import { day, id, nullable, paging, time } from './parts.js';
import { societyRole } from './societies.js';

const feature = 'members';

/** Roles that can have an end. */
const termRole = z.enum(['admin', 'moderator'], fieldTexts.unknown_choice);

export const setRoleTerm = call({
  name: 'setRoleTerm',
  feature,
  method: 'PUT',
  path: '/societies/set_role_term',
  auth: 'required',
  policy: 'member.manage',
  rate: 'write',
  status: 200,
  input: z.object({
    society_id: id,
    member: id,
    role: termRole,
    /** Last day of the role; null for no end. */
    until: nullable(day),
    /** Member who gets an admin's role at its end. */
    successor_id: z._default(nullable(id), null),
  }),
  data: z.extend(membershipState, { Role_Until: nullable(day) }),
  summary:
    "Give a member a role with a last day, or set, change or clear the last day and the successor of a role; an admin's role cannot be lowered here.",
  errors: ['not_found', 'forbidden', 'is_admin'],
});

/** Person in an answer about roles. */
const rolePerson = z.object({ ID: id, Name: z.string(), Photo: z.string() });

export const getRoleTerm = call({
  name: 'getRoleTerm',
  feature,
  method: 'GET',
  path: '/societies/role_term',
  auth: 'required',
  policy: 'society.manage',
  rate: 'read',
  status: 200,
  input: z.object({ society_id: id, member: id }),
  data: z.object({ ID: id, Role: societyRole, Until: nullable(day), Successor: nullable(rolePerson) }),
  summary: "A member's role with its last day, and the successor.",
  errors: ['not_found', 'forbidden'],
});

/** Reason for the end of a role. */
const roleEnds = ['changed', 'term', 'left', 'removed'] as const;
export type RoleEnd = (typeof roleEnds)[number];

/** Time for which a person had one role. */
export const rolePeriod = z.object({
  ID: id,
  Person: rolePerson,
  Role: societyRole,
  /** Null for a role from before the history began. */
  From: nullable(time),
  /** Null if nobody noted it. */
  Given_By: nullable(rolePerson),
  /** Last day that was planned; null without one. */
  Until: nullable(day),
  /** Null while the person has the role. */
  Ended_At: nullable(time),
  End: nullable(z.enum(roleEnds)),
  /** Null for an end by itself. */
  Ended_By: nullable(rolePerson),
});
export type RolePeriod = z.output<typeof rolePeriod>;

export const getRoleHistory = call({
  name: 'getRoleHistory',
  feature,
  method: 'GET',
  path: '/societies/role_history',
  auth: 'required',
  policy: 'society.moderate',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, society_id: id }),
  data: z.array(rolePeriod),
  summary: 'Who was admin or moderator of a society from when to when, by whom, and why it ended; the newest first.',
  errors: ['not_found', 'forbidden'],
});
