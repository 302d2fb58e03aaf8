import { maxDecisions } from '#models/contract/limits';
import { decideRequests } from '#models/contract/request-desk';
import { api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { i18n } from '@/lib/i18n';
import { toast } from '@/lib/toasts';
import { deskList } from './desk.queries';
import { markSeen } from './fresh-requests';
import { usePendingDecisions } from './request-counts';
import { applyDecision } from './requests.live';
import { type RequestEntity, requestList, requests } from './requests.queries';
import { addUndoable } from './undoable.store';

type Decision = 'approved' | 'rejected';

/** Shows the requests as decided; returns what ends that. */
function showDecided(open: readonly RequestEntity[], to: Decision): () => void {
  const rollbacks = open.map(({ Request_ID }) => requests.applyOptimistic(Request_ID, (shown) => ({ ...shown, Status: to })));
  const added = Object.fromEntries(open.map(({ Request_ID, version }) => [Request_ID, { to, version }]));
  usePendingDecisions.setState(({ byId }) => ({ byId: { ...byId, ...added } }));
  for (const { Request_ID } of open) markSeen(Request_ID);
  return () => {
    for (const rollback of rollbacks) rollback();
    usePendingDecisions.setState(({ byId }) => ({
      byId: Object.fromEntries(Object.entries(byId).filter(([id]) => !(id in added))),
    }));
  };
}

/** Sends up to a hundred decisions and applies each answer. Returns the ids that were decided. */
async function decidePart(open: readonly RequestEntity[], to: Decision, reason: string): Promise<string[]> {
  const settle = showDecided(open, to);
  try {
    const { data } = await api(decideRequests, {
      request_ids: open.map(({ Request_ID }) => Request_ID),
      decision: to === 'approved' ? 'approve' : 'reject',
      ...(reason && { reason }),
    });
    const decided = new Set(data.filter(({ status }) => status !== 'refused').map(({ request_id }) => request_id));
    const done = open.filter(({ Request_ID }) => decided.has(Request_ID));
    // Admin and time come with the live message of the same version.
    for (const { society, Request_ID, version } of done)
      applyDecision(society, Request_ID, { Status: to, Reason: reason, version: version + 1 });
    const refused = data.filter(({ status }) => status === 'refused');
    if (refused.length > 0) reportRefused(refused.length, refused[0]?.code ?? 'forbidden');
    return done.map(({ Request_ID }) => Request_ID);
  } catch (error) {
    reportFailure(error);
    return [];
  } finally {
    settle();
  }
}

function reportRefused(count: number, code: string): void {
  const reason = i18n.t(`codes.${code}`, { ns: 'errors', defaultValue: '' });
  toast('warning', i18n.t('desk.refused', { ns: 'join-requests', count, reason }));
  void requestList.refetch();
  void deskList.refetch();
}

/** Approves or rejects many open requests, optimistically; each is answered for itself, and all can be undone for ten minutes. */
export async function decideMany(ids: readonly string[], to: Decision, reason = ''): Promise<void> {
  const open = ids.flatMap((id) => requests.get(id) ?? []).filter(({ Status }) => Status === 'pending');
  const done: string[] = [];
  for (let at = 0; at < open.length; at += maxDecisions) done.push(...(await decidePart(open.slice(at, at + maxDecisions), to, reason)));
  addUndoable(to, done);
}
