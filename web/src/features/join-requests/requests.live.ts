import { useEffect } from 'react';
import type { PayloadOf } from '#models/contract/define';
import { joinRequestCreated, joinRequestDecided, joinRequestWithdrawn } from '#models/contract/join-requests';
import { combineStops, inSociety, onMessage } from '@/lib/live';
import { applyDecision } from './apply-decision';
import { releaseRejection } from './held-rejections';
import { moveCounts, refetchCounts } from './request-counts';
import { addReceivedRequest, dropRequests, noteChange, requests } from './requests.store';

function onCreated({ society_id, request }: PayloadOf<typeof joinRequestCreated>): void {
  const current = requests.get(request.Request_ID);
  if (current && current.version >= request.version) return;
  if (requests.isRemoved(request.Request_ID)) return;
  noteChange(request.Request_ID);
  addReceivedRequest(society_id, request);
  moveCounts(society_id, null, request.Status);
}

function onDecided({ society_id, request_id, ...decision }: PayloadOf<typeof joinRequestDecided>): void {
  const current = requests.get(request_id);
  const { Status, Decided_At: At, Decided_By: By, Reason, version } = decision;
  // The answer to an approval includes this entry; the empty answer to a rejection does not.
  const isNew = current && At && current.version <= version && !current.History.some((item) => item.At === At);
  const History = isNew ? [...current.History, { Status, At, By, Reason }] : current?.History;
  applyDecision(society_id, request_id, { ...decision, ...(History ? { History } : {}) });
  // Another admin decided first: do not send the viewer's held rejection.
  releaseRejection(request_id, 'overtaken');
}

/** Removes the request for good, so that a late `created` message does not bring it back. */
function onWithdrawn({ society_id, request_id }: PayloadOf<typeof joinRequestWithdrawn>): void {
  if (requests.isRemoved(request_id)) return;
  const current = requests.get(request_id);
  releaseRejection(request_id, 'overtaken');
  dropRequests(society_id, [request_id]);
  requests.remove(request_id);
  if (current) moveCounts(society_id, current.Status, null);
  else refetchCounts(society_id);
}

/** Handles the request messages of one society; mounted once, with the badge in its tab bar. */
export function useRequestsLive(societyId: string): void {
  useEffect(() => {
    return combineStops([
      onMessage(joinRequestCreated, inSociety(societyId, onCreated)),
      onMessage(joinRequestDecided, inSociety(societyId, onDecided)),
      onMessage(joinRequestWithdrawn, inSociety(societyId, onWithdrawn)),
    ]);
  }, [societyId]);
}
