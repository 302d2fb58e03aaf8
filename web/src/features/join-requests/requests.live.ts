import { useEffect } from 'react';
import type { PayloadOf } from '#models/contract/define';
import { joinRequestCreated, joinRequestDecided, joinRequestWithdrawn } from '#models/contract/join-requests';
import { combineStops, inSociety, onMessage } from '@/lib/live';
import { moveCounts, recount } from './counts';
import { releaseRejection } from './held-rejections';
import { announceRequest, forgetRequests, heardOfRequest, requests } from './requests.store';
import { settleRequest } from './settle-request';

function onCreated({ society_id, request }: PayloadOf<typeof joinRequestCreated>): void {
  const known = requests.get(request.Request_ID);
  if (known && known.version >= request.version) return;
  if (requests.isRemoved(request.Request_ID)) return;
  heardOfRequest(request.Request_ID);
  announceRequest(society_id, request);
  moveCounts(society_id, null, request.Status);
}

function onDecided({ society_id, request_id, ...decided }: PayloadOf<typeof joinRequestDecided>): void {
  const known = requests.get(request_id);
  const { Status, Decided_At: At, Decided_By: By, Reason, version } = decided;
  // An answer of this version has it; one's own rejection, which is answered with nothing, has not.
  const isNew = known && At && known.version <= version && !known.History.some((item) => item.At === At);
  const History = isNew ? [...known.History, { Status, At, By, Reason }] : known?.History;
  settleRequest(society_id, request_id, { ...decided, ...(History ? { History } : {}) });
  // What another admin decided stands; a rejection of one's own that still waits is not sent.
  releaseRejection(request_id, 'overtaken');
}

/** It is as if it had never been, also if it is announced late. */
function onWithdrawn({ society_id, request_id }: PayloadOf<typeof joinRequestWithdrawn>): void {
  if (requests.isRemoved(request_id)) return;
  const known = requests.get(request_id);
  releaseRejection(request_id, 'overtaken');
  forgetRequests(society_id, [request_id]);
  requests.remove(request_id);
  if (known) moveCounts(society_id, known.Status, null);
  else recount(society_id);
}

/** Keeps the requests of one society true; stands once, beside the tab bar of its admins. */
export function useRequestsLive(societyId: string): void {
  useEffect(() => {
    return combineStops([
      onMessage(joinRequestCreated, inSociety(societyId, onCreated)),
      onMessage(joinRequestDecided, inSociety(societyId, onDecided)),
      onMessage(joinRequestWithdrawn, inSociety(societyId, onWithdrawn)),
    ]);
  }, [societyId]);
}
