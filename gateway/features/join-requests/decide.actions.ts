import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { fail } from '#models/contract/failure';
import type { getJoinRequests, rejectRequest } from '#models/contract/join-request-queue';
import type { approveRequest, JoinRequest } from '#models/contract/join-requests';
import { JoinRequests } from '#models/db/join-requests';
import { countRequests, joinRequestsToWire } from '#models/db/join-requests.loaders';
import { requestPage } from '#models/db/join-requests.pages';
import { toId } from '#models/db/model';
import { findSociety } from '#models/db/societies.loaders';
import { type Decision, decideOne } from './decide-one.js';

export const getJoinRequestsAction: Action<typeof getJoinRequests> = async ({ society_id, status, ...list }, ctx) => {
  const found = (await findSociety(ctx, toId(society_id))) ?? fail('not_found');
  ctx.require('joinRequest.list', found.facts);
  const { _id } = found.society;
  const [page, counts] = await Promise.all([requestPage(_id, status, list), countRequests(_id)]);
  return { data: await joinRequestsToWire(page.requests), next: page.next, counts };
};

async function decide(ctx: Ctx, requestId: string, status: Decision['status'], reason = ''): Promise<JoinRequest> {
  const id = toId(requestId);
  const request = (await JoinRequests.findById(id, { society: 1 }).lean()) ?? fail('not_found');
  const found = (await findSociety(ctx, request.society)) ?? fail('not_found');
  ctx.require('joinRequest.decide', found.facts);
  await decideOne(ctx, request, { status, reason });
  const [wire] = await joinRequestsToWire(await JoinRequests.find({ _id: id }).lean());
  return wire ?? fail('not_found');
}

export const approveRequestAction: Action<typeof approveRequest> = async ({ request_id }, ctx) => ({
  data: await decide(ctx, request_id, 'approved'),
});

export const rejectRequestAction: Action<typeof rejectRequest> = async ({ request_id, reason }, ctx) => {
  await decide(ctx, request_id, 'rejected', reason);
  return { data: null };
};
