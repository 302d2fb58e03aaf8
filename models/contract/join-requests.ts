import * as z from 'zod/mini';
import { consentTo } from './consents.js';
import { call, message } from './define.js';
import { lengths } from './limits.js';
import { id, nullable, optionalText, paging, time } from './parts.js';
import { requestStatus } from './societies.js';

const feature = 'join-requests';

/** One decision on a request: person, time, status and reason. */
const historyItem = z.object({
  Status: z.enum(['pending', 'approved', 'rejected', 'withdrawn']),
  At: time,
  By: nullable(z.string()),
  Reason: z.string(),
});

export const joinRequest = z.object({
  Request_ID: id,
  User: id,
  User_Name: z.string(),
  User_Email: z.string(),
  User_Photo: z.string(),
  Status: requestStatus,
  CreatedAt: time,
  Answer: z.string(),
  Decided_By: nullable(z.string()),
  Decided_At: nullable(time),
  Reason: z.string(),
  History: z.array(historyItem),
  version: z.number(),
});
export type JoinRequest = z.output<typeof joinRequest>;

export const askToJoin = call({
  name: 'askToJoin',
  feature,
  method: 'POST',
  path: '/societies/join_society_request',
  auth: 'required',
  policy: 'society.join',
  rate: 'joinRequest',
  status: 200,
  creates: true,
  input: z.object({
    society_id: id,
    answer: optionalText(lengths.question),
    /** To be named outside, in a sensitive society. */
    consent: z.optional(consentTo('sensitive-membership')),
  }),
  data: z.object({ status: z.enum(['pending', 'approved']), Request_ID: nullable(id), version: nullable(z.number()) }),
  summary: 'Join a society, or ask to.',
  errors: ['not_found', 'banned', 'invitation_needed'],
});

export const withdrawRequest = call({
  name: 'withdrawRequest',
  feature,
  method: 'POST',
  path: '/societies/join_requests/withdraw',
  auth: 'required',
  policy: 'joinRequest.withdraw',
  rate: 'write',
  status: 200,
  input: z.object({ society_id: id }),
  data: z.object({ Request_ID: nullable(id), version: nullable(z.number()) }),
  summary: 'Take back the own open request.',
  errors: ['not_found', 'not_pending'],
});

export const checkRequest = call({
  name: 'checkRequest',
  feature,
  method: 'GET',
  path: '/societies/join_requests/check',
  auth: 'required',
  policy: 'joinRequest.seeOwn',
  rate: 'read',
  status: 200,
  input: z.object({ society_id: id }),
  data: nullable(requestStatus),
  summary: "The status of the caller's newest request, or null.",
  errors: ['not_found'],
});

/** With its society, as far as the requester may still see it. */
const ownJoinRequest = z.extend(joinRequest, {
  Society_ID: id,
  Society: nullable(z.object({ ID: id, Name: z.string(), Image: z.string() })),
});
export type OwnJoinRequest = z.output<typeof ownJoinRequest>;

export const getOwnRequests = call({
  name: 'getOwnRequests',
  feature,
  method: 'GET',
  path: '/societies/join_requests/mine',
  auth: 'required',
  policy: 'joinRequest.seeOwn',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, status: z._default(requestStatus, 'pending') }),
  data: z.array(ownJoinRequest),
  summary: 'Own requests, the open ones unless `status` says otherwise, newest first.',
});

export const approveRequest = call({
  name: 'approveRequest',
  feature,
  method: 'POST',
  path: '/societies/join_requests/approve',
  auth: 'required',
  policy: 'joinRequest.decide',
  rate: 'write',
  status: 200,
  input: z.object({ request_id: id }),
  data: joinRequest,
  summary: 'Approve; the requester is a member at once.',
  errors: ['not_found', 'forbidden', 'banned', 'already_decided', 'not_pending'],
});

export const joinRequestCreated = message(
  'join-request:created',
  ['societyAdmins', 'user'],
  z.object({ society_id: id, request: joinRequest }),
);
export const joinRequestDecided = message(
  'join-request:decided',
  ['societyAdmins', 'user'],
  z.object({
    society_id: id,
    request_id: id,
    Status: requestStatus,
    Reason: z.string(),
    Decided_By: nullable(z.string()),
    Decided_At: nullable(time),
    version: z.number(),
  }),
);
export const joinRequestWithdrawn = message(
  'join-request:withdrawn',
  ['societyAdmins', 'user'],
  z.object({ society_id: id, request_id: id, version: z.number() }),
);
