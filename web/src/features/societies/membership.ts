import { askToJoin, withdrawRequest } from '#models/contract/join-requests';
import { api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { cancelAndInvalidate } from '@/lib/query';
import { answerTo, keepAnswer } from './join-answer';
import { keys } from './societies.queries';
import { settleOwnRequest, societies } from './societies.store';

/** Asks to join, or joins where nobody is to be asked; answers whether the server took it. */
export async function join(societyId: string): Promise<boolean> {
  try {
    const answer = answerTo(societyId);
    const { data } = await api(askToJoin, { society_id: societyId, ...(answer ? { answer } : {}) });
    if (answer) keepAnswer(societyId, '');
    const { Request_ID: id, version, status } = data;
    if (id !== null && version !== null) settleOwnRequest(societyId, { id, version, status });
    if (status === 'approved') await refetchOwn(societyId);
    return true;
  } catch (error) {
    reportFailure(error);
    return false;
  }
}

/** Takes the request back: seen at once, and undone when the server does not take it. */
export async function withdraw(societyId: string): Promise<void> {
  const settle = societies.applyOptimistic(societyId, (society) => ({ ...society, Request_Status: null }));
  try {
    const { data } = await api(withdrawRequest, { society_id: societyId });
    const { Request_ID: id, version } = data;
    if (id !== null && version !== null) settleOwnRequest(societyId, { id, version, status: null });
  } catch (error) {
    reportFailure(error);
    await refetchOwn(societyId);
  } finally {
    settle();
  }
}

const refetchOwn = (societyId: string): Promise<unknown> =>
  Promise.all([cancelAndInvalidate(keys.info(societyId)), cancelAndInvalidate(keys.own)]);
