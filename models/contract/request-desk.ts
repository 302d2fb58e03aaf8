import * as z from 'zod/mini';
import { call, message } from './define.js';
import { type ErrorCode, errors } from './error-codes.js';
import { fieldTexts } from './field-texts.js';
import { requestFilters } from './join-request-queue.js';
import { joinRequest } from './join-requests.js';
import { lengths, maxDecisions } from './limits.js';
import { count, id, optionalText, paging } from './parts.js';

const feature = 'join-requests';

/** An open request with its society. */
const openRequest = z.extend(joinRequest, {
  Society_ID: id,
  Society: z.object({ ID: id, Name: z.string(), Image: z.string() }),
});
export type OpenRequest = z.output<typeof openRequest>;

const year = 366 * 24;
const hours = z.coerce
  .number(fieldTexts.bad_number)
  .check(z.int(fieldTexts.bad_number), z.minimum(1, fieldTexts.bad_number), z.maximum(year, fieldTexts.bad_number));

export const getOpenRequests = call({
  name: 'getOpenRequests',
  feature,
  method: 'GET',
  path: '/societies/join_requests/get_open',
  auth: 'required',
  policy: 'joinRequest.list',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({
    ...paging,
    ...requestFilters('oldest'),
    waiting_over: z.optional(hours),
    unanswered: z._default(z.enum(['true', 'false'], fieldTexts.unknown_choice), 'false'),
  }),
  data: z.array(openRequest),
  counts: z.object({ open: count }),
  summary: 'Open requests of every society in which the caller is an admin, oldest first, and how many there are without filters.',
});

const errorCodes = Object.keys(errors) as [ErrorCode, ...ErrorCode[]];

export const decideRequests = call({
  name: 'decideRequests',
  feature,
  method: 'POST',
  path: '/societies/join_requests/decide_many',
  auth: 'required',
  policy: null,
  rate: 'write',
  status: 200,
  input: z.object({
    request_ids: z.array(id, fieldTexts.wrong_type).check(
      z.minLength(1, fieldTexts.required),
      z.maxLength(maxDecisions, fieldTexts.too_long),
      z.overwrite((each) => [...new Set(each)]),
    ),
    decision: z.enum(['approve', 'reject'], fieldTexts.unknown_choice),
    reason: optionalText(lengths.reason),
  }),
  data: z.array(z.object({ request_id: id, status: z.enum(['approved', 'rejected', 'refused']), code: z.optional(z.enum(errorCodes)) })),
  summary: 'Approve or reject up to 100 requests; each is authorized and answered for itself.',
});

export const reopenRequest = call({
  name: 'reopenRequest',
  feature,
  method: 'POST',
  path: '/societies/join_requests/reopen',
  auth: 'required',
  policy: 'joinRequest.decide',
  rate: 'write',
  status: 200,
  input: z.object({ request_id: id }),
  data: joinRequest,
  summary: 'Undo a decision within ten minutes: the request is open again, the membership and the notification are taken back.',
  errors: ['not_found', 'forbidden', 'not_pending', 'reopen_expired', 'reopen_changed'],
});

export const approveByPush = call({
  name: 'approveByPush',
  feature,
  method: 'POST',
  path: '/societies/join_requests/approve_by_push',
  auth: 'none',
  policy: null,
  rate: 'document',
  status: 200,
  input: z.object({
    action_token: z
      .string(fieldTexts.required)
      .check(z.minLength(1, fieldTexts.required), z.maxLength(lengths.password, fieldTexts.too_long)),
  }),
  data: z.object({ request_id: id, status: z.literal('approved') }),
  summary: "Approve the one join request of a push, by the token in it, with its owner's rights as of now. The token works once.",
  errors: ['unauthorized', 'not_found', 'forbidden', 'banned', 'already_decided', 'not_pending'],
});

/** An admin began or stopped looking at a request. Never stored or replayed. */
export const joinRequestLooking = message(
  'join-request:looking',
  ['societyAdmins'],
  z.object({ society_id: id, request_id: id, user_id: id, User_Name: z.string(), looking: z.boolean() }),
);
