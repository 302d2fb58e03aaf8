import { askToJoin, withdrawRequest } from '#models/contract/join-requests';
import { api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { cancelAndInvalidate } from '@/lib/query';
import { readAnswer, writeAnswer } from './join-answer';
import { keys } from './societies.queries';
import { applyOwnRequest, societies } from './societies.store';

/** Requests to join a society, or joins an open one. Returns whether it succeeded. */
export async function join(societyId: string): Promise<boolean> {
  try {
    const answer = readAnswer(societyId);
    const { data } = await api(askToJoin, { society_id: societyId, ...(answer ? { answer } : {}) });
    if (answer) writeAnswer(societyId, '');
    const { Request_ID: id, version, status } = data;
    if (id !== null && version !== null) applyOwnRequest(societyId, { id, version, status });
    if (status === 'approved') await refetchOwnRequest(societyId);
    return true;
  } catch (error) {
    reportFailure(error);
    return false;
  }
}

/** Withdraws the join request with an optimistic update. */
export async function withdraw(societyId: string): Promise<void> {
  const rollback = societies.applyOptimistic(societyId, (society) => ({ ...society, Request_Status: null }));
  try {
    const { data } = await api(withdrawRequest, { society_id: societyId });
    const { Request_ID: id, version } = data;
    if (id !== null && version !== null) applyOwnRequest(societyId, { id, version, status: null });
  } catch (error) {
    reportFailure(error);
    await refetchOwnRequest(societyId);
  } finally {
    rollback();
  }
}

const refetchOwnRequest = (societyId: string): Promise<unknown> =>
  Promise.all([cancelAndInvalidate(keys.info(societyId)), cancelAndInvalidate(keys.own)]);
