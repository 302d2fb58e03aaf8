import * as z from 'zod/mini';
import { call } from './define.js';
import { id } from './parts.js';

/** Whether the caller is left out of the list of members that others see. */
export const hideOnRoster = call({
  name: 'hideOnRoster',
  feature: 'members',
  method: 'PUT',
  path: '/societies/hide_on_roster',
  auth: 'required',
  policy: 'member.hide',
  rate: 'write',
  status: 200,
  input: z.object({ society_id: id, hidden: z.boolean() }),
  data: z.object({ society_id: id, Is_Hidden: z.boolean() }),
  summary: 'Leave the caller out of the list of members, except for moderators and admins; or no longer.',
  errors: ['not_found', 'forbidden'],
});
