import { create } from 'zustand';
import { joinRequestCreated } from '#models/contract/join-requests';
import { reopenForMs } from '#models/contract/limits';
import { reopenRequest } from '#models/contract/request-desk';
import { api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { onUserChange } from '@/lib/user-change';
import { on, registerEffects } from '@/sync/effects';
import { deskList } from './desk.queries';
import { moveCounts } from './request-counts';
import { requestList, requests } from './requests.queries';

/** Requests that the viewer decided in one step. */
export interface UndoableBatch {
  id: number;
  to: 'approved' | 'rejected';
  ids: readonly string[];
}

export const useUndoable = create<{ batches: readonly UndoableBatch[] }>(() => ({ batches: [] }));
onUserChange(() => useUndoable.setState({ batches: [] }));

let lastId = 0;

const drop = (gone: (id: string, batch: number) => boolean): void =>
  useUndoable.setState(({ batches }) => ({
    batches: batches.map((batch) => ({ ...batch, ids: batch.ids.filter((id) => !gone(id, batch.id)) })).filter(({ ids }) => ids.length > 0),
  }));

/** Offers to undo a decision for ten minutes. */
export function addUndoable(to: UndoableBatch['to'], ids: readonly string[]): void {
  if (ids.length === 0) return;
  const id = ++lastId;
  useUndoable.setState(({ batches }) => ({ batches: [{ id, to, ids }, ...batches] }));
  setTimeout(() => drop((_request, batch) => batch === id), reopenForMs);
}

/** Undoes the decision of one request. Returns whether it is open again. */
export async function reopen(id: string): Promise<boolean> {
  try {
    const society = requests.confirmed(id)?.society ?? '';
    const before = requests.confirmed(id)?.Status;
    const { data } = await api(reopenRequest, { request_id: id });
    requestList.insert({ ...data, society });
    deskList.insert({ ...data, society });
    if (before !== data.Status) moveCounts(society, before, data.Status);
    drop((request) => request === id);
    return true;
  } catch (error) {
    reportFailure(error);
    return false;
  }
}

/** Undoes a batch, one request after the other; continues after one that cannot be undone. */
export async function reopenBatch({ id: batch, ids }: UndoableBatch): Promise<void> {
  for (const id of ids) await reopen(id);
  drop((_request, of) => of === batch);
}

// Reopened by whomever: there is nothing left to undo.
registerEffects('undoable', [
  on(joinRequestCreated, ({ request }) => {
    if (request.Status === 'pending') drop((id) => id === request.Request_ID);
  }),
]);
