import * as z from 'zod/mini';
import { email } from './auth.js';
import { call, message } from './define.js';
import { count, id, paging, shownId, time } from './parts.js';

const feature = 'invitations';

/** With the society's header as the invited person sees it. */
export const invitation = z.object({
  ID: id,
  Society: z.object({ ID: id, Name: z.string(), Image: z.string(), Category: z.string(), Member_Count: count }),
  Invited_By: z.object({ ID: shownId, Name: z.string(), Image: z.string() }),
  CreatedAt: time,
  version: z.number(),
});
export type Invitation = z.output<typeof invitation>;

export const invite = call({
  name: 'invite',
  feature,
  method: 'POST',
  path: '/societies/invite',
  auth: 'required',
  policy: 'society.invite',
  rate: 'invitation',
  status: 200,
  creates: true,
  input: z.object({ society_id: id, user_id: z.optional(id), email: z.optional(email) }),
  data: z.object({ Invitation_ID: id, CreatedAt: time }),
  summary: 'Invite a person, or an e-mail address: whether it has an account is not told.',
  errors: ['not_found', 'forbidden', 'not_invitable', 'person_is_member'],
});

export const getInvitations = call({
  name: 'getInvitations',
  feature,
  method: 'GET',
  path: '/societies/invitations',
  auth: 'required',
  policy: null,
  rate: 'read',
  status: 200,
  list: true,
  input: z.object(paging),
  data: z.array(invitation),
  summary: 'Own open invitations, newest first.',
});

export const invitationNew = message('invitation:new', ['user'], z.object({ invitation }));
export const invitationRemoved = message('invitation:removed', ['user'], z.object({ invitation_id: id, version: z.number() }));
