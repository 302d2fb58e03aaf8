import type { JoinRequest } from '#models/contract/join-requests';
import { moveCounts, recount, useDeciding } from './counts';
import { heardOfRequest, requests } from './requests.store';

/** A request was decided, by whomever. What is not known here only moves the counters, by asking. */
export function settleRequest(
  societyId: string,
  id: string,
  decided: Partial<JoinRequest> & Pick<JoinRequest, 'Status' | 'version'>,
): void {
  const known = requests.get(id);
  heardOfRequest(id);
  if (!known) recount(societyId);
  if (!known || decided.version < known.version) return;
  const before = useDeciding.getState().byId[id] ? 'pending' : known.Status;
  const isNews = decided.version > known.version && decided.Status !== before;
  requests.patch(id, decided);
  if (isNews) moveCounts(societyId, before, decided.Status);
}
