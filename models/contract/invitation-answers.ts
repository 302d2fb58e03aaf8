import * as z from 'zod/mini';
import { consentTo } from './consents.js';
import { call } from './define.js';
import { id } from './parts.js';
import { societyRole } from './societies.js';

const feature = 'invitations';

export const acceptInvitation = call({
  name: 'acceptInvitation',
  feature,
  method: 'POST',
  path: '/societies/invitations/accept',
  auth: 'required',
  policy: 'invitation.answer',
  rate: 'write',
  status: 200,
  input: z.object({ invitation_id: id, consent: z.optional(consentTo('sensitive-membership')) }),
  data: z.object({ society_id: id, Role: societyRole, version: z.number() }),
  summary: 'Become a member at once, whatever the society asks of others.',
  errors: ['not_found', 'banned', 'invitation_closed'],
});

export const declineInvitation = call({
  name: 'declineInvitation',
  feature,
  method: 'POST',
  path: '/societies/invitations/decline',
  auth: 'required',
  policy: 'invitation.answer',
  rate: 'write',
  status: 200,
  input: z.object({ invitation_id: id }),
  data: z.object({ society_id: id, version: z.number() }),
  summary: 'Say no; the inviter is not told.',
  errors: ['not_found', 'invitation_closed'],
});
