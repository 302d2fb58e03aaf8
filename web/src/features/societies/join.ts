import { askToJoin, withdrawRequest } from '#models/contract/join-requests';
import type { JoinAnswer } from '@/components/ask-before-joining';
import { api } from '@/lib/api';
import { refetchAccess } from '@/sync/access';
import { oneSociety, societies } from '@/sync/societies';
import { readAnswer, writeAnswer } from './join-answer';
import { applyOwnRequest } from './membership';

/** Requests to join a society, or joins an open one. Throws what the call throws. */
export async function join(societyId: string, { consent }: JoinAnswer = {}): Promise<void> {
  const answer = readAnswer(societyId);
  const { data } = await api(askToJoin, { society_id: societyId, ...(answer ? { answer } : {}), ...(consent && { consent }) });
  if (answer) writeAnswer(societyId, '');
  const { Request_ID, version, status } = data;
  if (Request_ID !== null && version !== null) applyOwnRequest(societyId, { Request_ID, Request_Version: version, Request_Status: status });
  if (status === 'approved') await refetchAccess();
}

/** Withdraws the join request with an optimistic update. Throws what the call throws. */
export async function withdraw(societyId: string): Promise<void> {
  const rollback = societies.applyOptimistic(societyId, (society) => ({ ...society, Request_Status: null }));
  try {
    const { data } = await api(withdrawRequest, { society_id: societyId });
    const { Request_ID, version } = data;
    if (Request_ID !== null && version !== null) applyOwnRequest(societyId, { Request_ID, Request_Version: version, Request_Status: null });
  } catch (error) {
    await oneSociety.refetch(societyId);
    throw error;
  } finally {
    rollback();
  }
}
