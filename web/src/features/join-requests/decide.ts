import { approveRequest, rejectRequest } from '#models/contract/join-requests';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { askAnew } from '@/lib/query';
import { useDeciding } from './counts';
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
  await api(rejectRequest, { request_id: id, ...(reason ? { reason } : {}) });
  // A 204 says no more; who and when comes with the live message of the same version.
  settleRequest(societyId, id, { Status: 'rejected', Reason: reason, version: version + 1 });
}

/** Approves or rejects: seen at once, taken back when the server does not take it. Answers whether it did. */
export async function decide(societyId: string, id: string, to: Decision, reason = ''): Promise<boolean> {
  const request = requests.get(id);
  if (request?.Status !== 'pending') return false;
  const { version } = request;
  const settle = requests.expect(id, (shown) => ({ ...shown, Status: to }));
  useDeciding.setState(({ byId }) => ({ byId: { ...byId, [id]: { society: societyId, to, version } } }));
  sawRequest(id);
  try {
    await send(societyId, id, { to, reason, version });
    return true;
  } catch (error) {
    reportFailure(error);
    if (error instanceof ApiError && error.status >= 403 && error.status < 500) {
      void askAnew(['join-requests', societyId]);
    }
    return false;
  } finally {
    settle();
    useDeciding.setState(({ byId: { [id]: _done, ...byId } }) => ({ byId }));
  }
}
