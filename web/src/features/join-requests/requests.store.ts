import { create } from 'zustand';
import type { JoinRequest } from '#models/contract/join-requests';
import { onUserChange } from '@/lib/user-change';
import { createEntities } from '@/sync/entities';
import { advanceClock } from '@/sync/logical-clock';

export type Status = JoinRequest['Status'];

/** Loaded join requests. */
export const requests = createEntities<JoinRequest>({ key: 'Request_ID' });

interface LoadedRequests {
  /** Ids of the loaded requests of each society, unordered. */
  bySociety: Readonly<Record<string, readonly string[]>>;
  /** Ids received since the list was opened, until the viewer selects them. */
  fresh: readonly string[];
  /** New ids behind the pill, so that rows do not move while the viewer scrolls. */
  heldBack: readonly string[];
}
const empty: LoadedRequests = { bySociety: {}, fresh: [], heldBack: [] };
export const useLoadedRequests = create<LoadedRequests>()(() => empty);

/** Logical clock of each request's last change: it wins over answers to earlier requests. */
const changedAt = new Map<string, number>();
onUserChange(() => {
  changedAt.clear();
  useLoadedRequests.setState(empty);
});

export const changedSince = (id: string, requestedAt: number): boolean => (changedAt.get(id) ?? 0) > requestedAt;
export const noteChange = (id: string): void => void changedAt.set(id, advanceClock());

const without = (ids: readonly string[], removed: readonly string[]): readonly string[] => ids.filter((id) => !removed.includes(id));

/** Merges fetched or received requests; returns their ids. */
export function mergeRequests(societyId: string, fetched: readonly JoinRequest[]): string[] {
  const ids = requests.merge(fetched);
  useLoadedRequests.setState(({ bySociety }) => ({
    bySociety: { ...bySociety, [societyId]: [...new Set([...(bySociety[societyId] ?? []), ...ids])] },
  }));
  return ids;
}

/** Drops requests that the society no longer has. */
export function dropRequests(societyId: string, removed: readonly string[]): void {
  if (removed.length === 0) return;
  for (const id of removed) requests.drop(id);
  useLoadedRequests.setState(({ bySociety, fresh, heldBack }) => ({
    bySociety: { ...bySociety, [societyId]: without(bySociety[societyId] ?? [], removed) },
    fresh: without(fresh, removed),
    heldBack: without(heldBack, removed),
  }));
}

let isHeldBack: () => boolean = () => false;

/** Holds new requests back while `test` returns true. Returns a function that ends this. */
export function holdBackWhile(test: () => boolean): () => void {
  isHeldBack = test;
  return () => {
    isHeldBack = () => false;
  };
}

/** Adds a request from a live message, marked as new. */
export function addReceivedRequest(societyId: string, request: JoinRequest): void {
  const id = request.Request_ID;
  if (isHeldBack()) useLoadedRequests.setState(({ heldBack }) => ({ heldBack: [...heldBack, id] }));
  mergeRequests(societyId, [request]);
  useLoadedRequests.setState(({ fresh }) => ({ fresh: [...fresh, id] }));
}

export const showHeldBack = (): void => useLoadedRequests.setState({ heldBack: [] });

export const markSeen = (id: string): void => useLoadedRequests.setState(({ fresh }) => ({ fresh: without(fresh, [id]) }));

export const clearNew = (): void => useLoadedRequests.setState({ fresh: [], heldBack: [] });
