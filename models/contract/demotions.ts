import * as z from 'zod/mini';
import { call, message } from './define.js';
import { lengths } from './limits.js';
import { membershipState } from './members.js';
import { count, id, paging, text, time } from './parts.js';

const feature = 'members';

/** A request that an admin be demoted to member. The person it is about does not see it while it is open. */
export const demotion = z.object({
  ID: id,
  Society_ID: id,
  User: id,
  User_Name: z.string(),
  User_Photo: z.string(),
  Asked_By: id,
  Asked_By_Name: z.string(),
  Reason: z.string(),
  /** Present admins who agree, the one who asked included. */
  Agreed: z.array(id),
  /** How many have to agree: more than half of the other admins. */
  Needed: count,
  Status: z.enum(['open', 'done', 'withdrawn', 'ended', 'expired']),
  CreatedAt: time,
  Expires_At: time,
  version: z.number(),
});
export type Demotion = z.output<typeof demotion>;

export const askDemotion = call({
  name: 'askDemotion',
  feature,
  method: 'PUT',
  path: '/societies/ask_demotion',
  auth: 'required',
  policy: 'demotion.ask',
  rate: 'report',
  status: 200,
  input: z.object({ society_id: id, user_id: id, reason: text(lengths.reason) }),
  data: demotion,
  summary: 'Ask that another admin be demoted, in a society with three admins or more. A repeat gets the open request.',
  errors: ['not_found', 'forbidden', 'not_admin', 'too_few_admins', 'demotion_open'],
});

export const answerDemotion = call({
  name: 'answerDemotion',
  feature,
  method: 'PUT',
  path: '/societies/answer_demotion',
  auth: 'required',
  policy: 'demotion.answer',
  rate: 'write',
  status: 200,
  input: z.object({ demotion_id: id, agree: z.boolean() }),
  data: demotion,
  summary:
    'Agree that an admin be demoted, or no longer. Once more than half of the other admins agree, the admin becomes a member. The one who asked withdraws the request.',
  errors: ['not_found', 'forbidden', 'demotion_closed'],
});

export const getDemotions = call({
  name: 'getDemotions',
  feature,
  method: 'GET',
  path: '/societies/get_demotions',
  auth: 'required',
  policy: 'society.manage',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, society_id: id }),
  data: z.array(demotion),
  summary: 'Open requests that admins be demoted, the oldest first, without those about the caller.',
  errors: ['not_found', 'forbidden'],
});

export const demoteAdmin = call({
  name: 'demoteAdmin',
  feature,
  method: 'PUT',
  path: '/societies/demote_admin',
  auth: 'required',
  policy: 'admin.demote',
  rate: 'write',
  status: 200,
  input: z.object({ society_id: id, user_id: id, reason: text(lengths.reason), successor: z.optional(id) }),
  data: membershipState,
  summary:
    'Demote an admin of a society to member, as a platform admin; the last one only with a successor, a member, who becomes an admin.',
  errors: ['not_found', 'forbidden', 'not_admin', 'last_admin'],
});

/** Sent when a request is made, answered or closed; not to the person it is about. */
export const demotionChanged = message('demotion:changed', ['societyAdmins'], z.object({ demotion }));
