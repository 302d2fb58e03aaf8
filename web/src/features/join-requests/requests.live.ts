import { useEffect } from 'react';
import type { PayloadOf } from '#models/contract/define';
import { joinRequestCreated, joinRequestDecided, joinRequestWithdrawn } from '#models/contract/join-requests';
import { onMessage } from '@/lib/live';
import { moveCounts, recount } from './counts';
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
  const item = At ? [{ Status, At, By, Reason }] : [];
  const History = known && known.version < version ? [...known.History, ...item] : known?.History;
  settleRequest(society_id, request_id, { ...decided, ...(History ? { History } : {}) });
}

/** It is as if it had never been, also if it is announced late. */
function onWithdrawn({ society_id, request_id }: PayloadOf<typeof joinRequestWithdrawn>): void {
  if (requests.isRemoved(request_id)) return;
  const known = requests.get(request_id);
  forgetRequests(society_id, [request_id]);
  requests.remove(request_id);
  if (known) moveCounts(society_id, known.Status, null);
  else recount(society_id);
}

/** Keeps the requests of one society true; stands once, beside the tab bar of its admins. */
export function useRequestsLive(societyId: string): void {
  useEffect(() => {
    const own =
      <P extends { society_id: string }>(handler: (payload: P) => void) =>
      (payload: P): void => {
        if (payload.society_id === societyId) handler(payload);
      };
    const ends = [
      onMessage(joinRequestCreated, own(onCreated)),
      onMessage(joinRequestDecided, own(onDecided)),
      onMessage(joinRequestWithdrawn, own(onWithdrawn)),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [societyId]);
}
