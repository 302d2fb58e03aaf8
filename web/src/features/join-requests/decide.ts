import { approveRequest, type JoinRequest, rejectRequest } from '#models/contract/join-requests';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { i18n } from '@/lib/i18n';
import { cancelAndInvalidate } from '@/lib/query';
import { dropToast, toast } from '@/lib/toasts';
import { useDeciding } from './counts';
import { holdRejection, releaseRejection } from './held-rejections';
import { restoreReason, takeReason } from './reason-draft';
import { requests, sawRequest } from './requests.store';
import { settleRequest } from './settle-request';

type Decision = 'approved' | 'rejected';

interface Sent {
  to: Decision;
  reason: string;
  version: number;
}

async function send(societyId: string, id: string, { to, reason, version }: Sent): Promise<void> {
  if (to === 'approved') {
    const { data } = await api(approveRequest, { request_id: id });
    settleRequest(societyId, id, data);
    return;
  }
  // It may go out as the page is left.
  await api(rejectRequest, { request_id: id, ...(reason ? { reason } : {}) }, { keepalive: true });
  // A 204 says no more; who and when comes with the live message of the same version.
  settleRequest(societyId, id, { Status: 'rejected', Reason: reason, version: version + 1 });
}

/** Sends a decision that is on the screen already; answers whether the server took it. `settle` takes it off the screen. */
async function finish(societyId: string, id: string, sent: Sent, settle: () => void): Promise<boolean> {
  // Before the answer: it may go out as the page is left, and who asks again has the same id.
  const written = takeReason(id);
  try {
    await send(societyId, id, sent);
    return true;
  } catch (error) {
    restoreReason(id, written);
    reportFailure(error);
    if (error instanceof ApiError && error.status >= 403 && error.status < 500) {
      void cancelAndInvalidate(['join-requests', societyId]);
    }
    return false;
  } finally {
    settle();
  }
}

/** Sends a rejection unless it is undone within ten seconds, or another admin decides first. */
async function reject(societyId: string, request: JoinRequest, sent: Sent, settle: () => void): Promise<void> {
  const { Request_ID: id, User_Name } = request;
  const t = i18n.getFixedT(null, ['join-requests', 'common']);
  const toastId = `reject-${id}`;
  toast('info', t('join-requests:undo.rejected', { name: User_Name || t('common:unknownUser') }), {
    id: toastId,
    undo: { label: t('join-requests:undo.action'), run: () => releaseRejection(id, 'undone') },
  });
  const outcome = await holdRejection(id);
  dropToast(toastId);
  if (outcome === 'send') return void (await finish(societyId, id, sent, settle));
  if (outcome === 'overtaken') takeReason(id);
  settle();
}

/**
 * Approves or rejects: seen at once, taken back when the server does not take it. A rejection can be undone for ten seconds, and
 * is sent after that. Answers whether the decision stands, for now.
 */
export async function decide(societyId: string, id: string, to: Decision, reason = ''): Promise<boolean> {
  const request = requests.get(id);
  if (request?.Status !== 'pending') return false;
  const { version } = request;
  const unexpect = requests.applyOptimistic(id, (shown) => ({ ...shown, Status: to }));
  useDeciding.setState(({ byId }) => ({ byId: { ...byId, [id]: { society: societyId, to, version } } }));
  sawRequest(id);
  const settle = () => {
    unexpect();
    useDeciding.setState(({ byId: { [id]: _done, ...byId } }) => ({ byId }));
  };
  const sent = { to, reason, version };
  if (to === 'approved') return finish(societyId, id, sent, settle);
  void reject(societyId, request, sent, settle);
  return true;
}
