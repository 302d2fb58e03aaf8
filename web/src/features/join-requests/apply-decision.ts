import type { JoinRequest } from '#models/contract/join-requests';
import { moveCounts, refetchCounts, usePendingDecisions } from './request-counts';
import { noteChange, requests } from './requests.store';

/** Applies any admin's decision to the request and the counts; refetches the counts if the request is not loaded. */
export function applyDecision(
  societyId: string,
  id: string,
  decision: Partial<JoinRequest> & Pick<JoinRequest, 'Status' | 'version'>,
): void {
  const current = requests.get(id);
  noteChange(id);
  if (!current) refetchCounts(societyId);
  if (!current || decision.version < current.version) return;
  const before = usePendingDecisions.getState().byId[id] ? 'pending' : current.Status;
  const isNewStatus = decision.version > current.version && decision.Status !== before;
  requests.patch(id, decision);
  if (isNewStatus) moveCounts(societyId, before, decision.Status);
}
