import type { PayloadOf } from '#models/contract/define';
import { type JoinRequest, joinRequestCreated, joinRequestDecided, joinRequestWithdrawn } from '#models/contract/join-requests';
import { roomOf } from '#models/contract/rooms';
import { useRooms } from '@/lib/live';
import { on, registerEffects } from '@/sync/effects';
import { markFresh } from './fresh-requests';
import { releaseRejection } from './held-rejections';
import { moveCounts } from './request-counts';
import { type RequestEntity, requestList, requests } from './requests.queries';

/** The request without the viewer's own decision that has no answer yet. */
const confirmed = (id: string) => requests.confirmed<RequestEntity>(id);

/** Applies any admin's decision: moves the request to the lists of its new status, also in the counts. */
export function applyDecision(society: string, id: string, decision: Partial<JoinRequest> & Pick<JoinRequest, 'Status' | 'version'>): void {
  const current = confirmed(id);
  if (current && decision.version < current.version) return;
  if (current) requestList.insert({ ...current, ...decision });
  else requests.patchOwn(id, decision);
  if (decision.Status !== current?.Status) moveCounts(society, current?.Status, current && decision.Status);
}

function onCreated({ society_id: society, request }: PayloadOf<typeof joinRequestCreated>): void {
  const { Request_ID: id, Status, version } = request;
  const current = confirmed(id);
  if (requests.isRemoved(id) || (current && current.version >= version)) return;
  requestList.insert({ ...request, society });
  markFresh(id);
  moveCounts(society, current?.Status, Status);
}

function onDecided({ society_id, request_id, ...decision }: PayloadOf<typeof joinRequestDecided>): void {
  const current = confirmed(request_id);
  const { Status, Decided_At: At, Decided_By: By, Reason, version } = decision;
  // The answer to an approval includes this entry; the empty answer to a rejection does not.
  const isNew = current && At && current.version <= version && !current.History.some((item) => item.At === At);
  const History = isNew ? [...current.History, { Status, At, By, Reason }] : current?.History;
  applyDecision(society_id, request_id, { ...decision, ...(History && { History }) });
  // Another admin decided first: do not send the viewer's held rejection.
  releaseRejection(request_id, 'overtaken');
}

/** Removes the request for good, so that a late `created` message does not bring it back. */
function onWithdrawn({ society_id, request_id }: PayloadOf<typeof joinRequestWithdrawn>): void {
  if (requests.isRemoved(request_id)) return;
  const before = confirmed(request_id)?.Status;
  releaseRejection(request_id, 'overtaken');
  requestList.remove(request_id);
  moveCounts(society_id, before);
}

registerEffects('join-requests', [
  on(joinRequestCreated, onCreated),
  on(joinRequestDecided, onDecided),
  on(joinRequestWithdrawn, onWithdrawn),
]);

/** Receives the request messages of one society; mounted once, with the badge in its tab bar. */
export const useRequestsLive = (societyId: string): void => useRooms([roomOf('societyAdmins', societyId)]);
