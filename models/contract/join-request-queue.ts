import * as z from 'zod/mini';
import { call } from './define.js';
import { fieldTexts } from './field-texts.js';
import { joinRequest } from './join-requests.js';
import { lengths } from './limits.js';
import { count, id, optionalText, paging, query } from './parts.js';
import { requestStatus } from './societies.js';

const feature = 'join-requests';

/** Filters of lists for admins: words in the name, address or answer of the requester, and the order. */
export const requestFilters = (order: 'newest' | 'oldest') => ({
  q: query(lengths.name),
  sort: z._default(z.enum(['newest', 'oldest'], fieldTexts.unknown_choice), order),
});

export const getJoinRequests = call({
  name: 'getJoinRequests',
  feature,
  method: 'GET',
  path: '/societies/join_requests/get_all',
  auth: 'required',
  policy: 'joinRequest.list',
  rate: 'read',
  status: 200,
  list: true,
  input: z.object({ ...paging, ...requestFilters('newest'), society_id: id, status: z.optional(requestStatus) }),
  data: z.array(joinRequest),
  counts: z.object({ pending: count, approved: count, rejected: count, total: count }),
  summary: "A society's requests, newest first unless `sort` says otherwise, and how many of each status.",
  errors: ['not_found', 'forbidden'],
});

export const rejectRequest = call({
  name: 'rejectRequest',
  feature,
  method: 'POST',
  path: '/societies/join_requests/reject',
  auth: 'required',
  policy: 'joinRequest.decide',
  rate: 'write',
  status: 204,
  input: z.object({ request_id: id, reason: optionalText(lengths.reason) }),
  data: z.null(),
  summary: 'Reject; the requester is told at once, with the reason.',
  errors: ['not_found', 'forbidden', 'already_decided', 'not_pending'],
});
