import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { id, nothing, nullable, time } from './parts.js';
import { staffScope, staffScopes } from './staff-scopes.js';

const feature = 'staff';

/** Days until a proposal expires. */
export const proposalDays = 7;

const scopes = z.array(staffScope, fieldTexts.wrong_type).check(
  z.minLength(1, fieldTexts.required),
  z.maxLength(staffScopes.length, fieldTexts.too_long),
  z.overwrite((each) => staffScopes.filter((scope) => each.includes(scope))),
);

const person = z.object({ ID: id, Name: z.string(), Image: z.string() });

/** A scope that somebody has. Nobody is named for what the command line or the sign-in by the university gave. */
const staffGrant = z.object({
  Scope: staffScope,
  Given_By: nullable(person),
  Confirmed_By: nullable(person),
  Given_At: nullable(time),
});

export const staffMember = z.object({ ...person.shape, Grants: z.array(staffGrant), version: z.number() });
export type StaffMember = z.output<typeof staffMember>;

/** A change of somebody's scopes that a second person has to confirm. */
export const staffProposal = z.object({
  ID: id,
  Person: person,
  Kind: z.enum(['give', 'take']),
  Scopes: z.array(staffScope),
  Proposed_By: person,
  CreatedAt: time,
  Expires_At: time,
  Status: z.enum(['open', 'confirmed', 'withdrawn', 'expired']),
  Decided_By: nullable(person),
  version: z.number(),
});
export type StaffProposal = z.output<typeof staffProposal>;

export const getStaff = call({
  name: 'getStaff',
  feature,
  method: 'GET',
  path: '/staff/get_all',
  auth: 'required',
  policy: 'staff.see',
  rate: 'read',
  status: 200,
  input: nothing,
  data: z.object({ people: z.array(staffMember), proposals: z.array(staffProposal) }),
  summary: 'Staff by name, with who gave and who confirmed each scope, and the open proposals, the newest first.',
  errors: ['forbidden'],
});

export const proposeStaffChange = call({
  name: 'proposeStaffChange',
  feature,
  method: 'POST',
  path: '/staff/propose',
  auth: 'required',
  policy: 'staff.change',
  rate: 'write',
  status: 200,
  input: z.object({ user_id: id, kind: z.enum(['give', 'take'], fieldTexts.wrong_type), scopes }),
  data: staffProposal,
  summary: `Propose to give scopes to somebody else or to take theirs, one open proposal per person; a repeat gets the same one. It expires after ${proposalDays} days.`,
  errors: ['forbidden', 'second_person', 'not_found', 'staff_unchanged', 'staff_proposal_open'],
});

export const confirmStaffChange = call({
  name: 'confirmStaffChange',
  feature,
  method: 'POST',
  path: '/staff/confirm',
  auth: 'required',
  policy: 'staff.change',
  rate: 'write',
  status: 200,
  input: z.object({ proposal_id: id }),
  data: staffProposal,
  summary: 'Confirm a proposal of somebody else, which makes the change; nobody confirms what they get themselves.',
  errors: ['forbidden', 'second_person', 'not_found', 'staff_proposal_closed'],
});

export const withdrawStaffChange = call({
  name: 'withdrawStaffChange',
  feature,
  method: 'POST',
  path: '/staff/withdraw',
  auth: 'required',
  policy: 'staff.change',
  rate: 'write',
  status: 200,
  input: z.object({ proposal_id: id }),
  data: staffProposal,
  summary: 'Withdraw or reject a proposal, except one that takes scopes from oneself.',
  errors: ['forbidden', 'second_person', 'not_found', 'staff_proposal_closed'],
});

export const giveUpScopes = call({
  name: 'giveUpScopes',
  feature,
  method: 'POST',
  path: '/staff/give_up',
  auth: 'required',
  policy: 'staff.giveUp',
  rate: 'write',
  status: 200,
  input: z.object({ scopes }),
  data: z.object({ Scopes: z.array(staffScope) }),
  summary: 'Give up own scopes, alone; answers those that are left. The last person with `all` cannot give it up.',
  errors: ['forbidden', 'staff_unchanged', 'only_staff'],
});
