import { rejectRequest } from '#models/contract/join-request-queue';
import type { JoinRequest } from '#models/contract/join-requests';
import { approveRequest } from '#models/contract/join-requests';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { i18n } from '@/lib/i18n';
import { dropToast, toast } from '@/lib/toasts';
import { markSeen } from './fresh-requests';
import { holdRejection, releaseRejection } from './held-rejections';
import { removeReason, restoreReason } from './reason-draft';
import { usePendingDecisions } from './request-counts';
import { applyDecision } from './requests.live';
import { requestList, requests } from './requests.queries';
import { addUndoable } from './undoable.store';

type Decision = 'approved' | 'rejected';

interface DecisionInput {
  to: Decision;
  reason: string;
  version: number;
}

async function callDecision(societyId: string, id: string, { to, reason, version }: DecisionInput): Promise<void> {
  if (to === 'approved') {
    const { data } = await api(approveRequest, { request_id: id });
    applyDecision(societyId, id, data);
    return;
  }
  // `keepalive`, since leaving the page sends the rejection.
  await api(rejectRequest, { request_id: id, ...(reason ? { reason } : {}) }, { keepalive: true });
  // The answer is an empty 204; admin and time come with the live message of the same version.
  applyDecision(societyId, id, { Status: 'rejected', Reason: reason, version: version + 1 });
}

/** Sends a decision that is shown already, then calls `settle` to end its optimistic update. Returns whether it succeeded. */
async function sendAndSettle(societyId: string, id: string, input: DecisionInput, settle: () => void): Promise<boolean> {
  // Remove the draft before the answer: the page may be leaving, and a repeated request has the same id.
  const reason = removeReason(id);
  try {
    await callDecision(societyId, id, input);
    addUndoable(input.to, [id]);
    return true;
  } catch (error) {
    restoreReason(id, reason);
    reportFailure(error);
    if (error instanceof ApiError && error.status >= 403 && error.status < 500) void requestList.refetch();
    return false;
  } finally {
    settle();
  }
}

/** Sends a rejection unless it is undone within ten seconds, or another admin decides first. */
async function rejectUnlessUndone(societyId: string, request: JoinRequest, input: DecisionInput, settle: () => void): Promise<void> {
  const { Request_ID: id, User_Name } = request;
  const t = i18n.getFixedT(null, ['join-requests', 'common']);
  const toastId = `reject-${id}`;
  toast('info', t('join-requests:undo.rejected', { name: User_Name || t('common:unknownUser') }), {
    id: toastId,
    undo: { label: t('join-requests:undo.action'), run: () => releaseRejection(id, 'undone') },
  });
  const outcome = await holdRejection(id);
  dropToast(toastId);
  if (outcome === 'send') return void (await sendAndSettle(societyId, id, input, settle));
  if (outcome === 'overtaken') removeReason(id);
  settle();
}

/**
 * Approves or rejects a request with an optimistic update. A rejection can be undone for ten seconds and is sent after that.
 * Returns whether the approval succeeded, or true for a held rejection.
 */
export async function decide(societyId: string, id: string, to: Decision, reason = ''): Promise<boolean> {
  const request = requests.get(id);
  if (request?.Status !== 'pending') return false;
  const { version } = request;
  const rollback = requests.applyOptimistic(id, (shown) => ({ ...shown, Status: to }));
  usePendingDecisions.setState(({ byId }) => ({ byId: { ...byId, [id]: { to, version } } }));
  markSeen(id);
  const settle = () => {
    rollback();
    usePendingDecisions.setState(({ byId: { [id]: _done, ...byId } }) => ({ byId }));
  };
  const input = { to, reason, version };
  if (to === 'approved') return sendAndSettle(societyId, id, input, settle);
  void rejectUnlessUndone(societyId, request, input, settle);
  return true;
}
