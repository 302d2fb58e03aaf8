import * as z from 'zod/mini';
import { call, message } from './define.js';
import { fieldTexts } from './field-texts.js';
import { lengths } from './limits.js';
import { id, nullable, optionalText, paging, text, time } from './parts.js';

const feature = 'claims';

/** A member's claim to become an admin of a society whose only admin is away. */
export const adminClaim = z.object({
  ID: id,
  Society_ID: id,
  Society_Name: z.string(),
  User: id,
  User_Name: z.string(),
  User_Photo: z.string(),
  /** The admin who is away. */
  Admin: id,
  Admin_Name: z.string(),
  Words: z.string(),
  /** `returned`: the admin is active again; `ended`: the claimer or the admin's role changed. */
  Status: z.enum(['open', 'confirmed', 'declined', 'returned', 'ended']),
  Reason: z.string(),
  CreatedAt: time,
  version: z.number(),
});
export type AdminClaim = z.output<typeof adminClaim>;

export const getClaimState = call({
  name: 'getClaimState',
  feature,
  method: 'GET',
  path: '/societies/get_claim_state',
  auth: 'required',
  policy: 'society.inside',
  rate: 'read',
  status: 200,
  input: z.object({ society_id: id }),
  data: z.object({
    /** The only admin has been away for 60 days. */
    is_claimable: z.boolean(),
    /** The caller has been a member for long enough. */
    may_claim: z.boolean(),
    own: nullable(adminClaim),
  }),
  summary: 'Whether a society can be claimed because its only admin is away, and the own open claim.',
  errors: ['not_found', 'forbidden'],
});

export const claimSociety = call({
  name: 'claimSociety',
  feature,
  method: 'PUT',
  path: '/societies/claim',
  auth: 'required',
  policy: 'claim.make',
  rate: 'report',
  status: 200,
  input: z.object({ society_id: id, words: text(lengths.reason) }),
  data: adminClaim,
  summary: 'Ask to become an admin of a society whose only admin has been away for 60 days. A repeat gets the open claim.',
  errors: ['not_found', 'forbidden', 'new_member', 'not_claimable', 'claims_full'],
});

export const getClaims = call({
  name: 'getClaims',
  feature,
  method: 'GET',
  path: '/societies/get_claims',
  auth: 'required',
  policy: 'platform.manage',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object(paging),
  data: z.array(adminClaim),
  summary: 'Open claims of all societies, the oldest first.',
  errors: ['forbidden'],
});

export const decideClaim = call({
  name: 'decideClaim',
  feature,
  method: 'POST',
  path: '/societies/decide_claim',
  auth: 'required',
  policy: 'claim.decide',
  rate: 'write',
  status: 200,
  input: z.object({
    claim_id: id,
    decision: z.enum(['confirm', 'decline'], fieldTexts.unknown_choice),
    /** Role of the absent admin after a confirmation. */
    former: z._default(z.enum(['admin', 'member'], fieldTexts.unknown_choice), 'admin'),
    /** Sent to the claimer of a declined claim. */
    reason: optionalText(lengths.reason),
  }),
  data: adminClaim,
  summary: 'Confirm a claim: the claimer becomes an admin and other claims are closed; or decline it with a reason.',
  errors: ['not_found', 'forbidden', 'claim_closed'],
});

/** Sent when a claim is made, decided or closed; to platform admins and the claimer. */
export const claimChanged = message('claim:changed', ['staff', 'user'], z.object({ claim: adminClaim }));
