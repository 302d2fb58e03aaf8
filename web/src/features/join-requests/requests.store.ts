import { create } from 'zustand';
import type { JoinRequest } from '#models/contract/join-requests';
import { createEntities, onClear } from '@/lib/entities';
import { advanceClock } from '@/lib/logical-clock';

export type Status = JoinRequest['Status'];

/** Every request on the screen, once. */
export const requests = createEntities<JoinRequest>({ key: 'Request_ID' });

interface Known {
  /** The requests of each society that are known, in no order. */
  bySociety: Readonly<Record<string, readonly string[]>>;
  /** Those that came in while one looks, until they are looked at. */
  fresh: readonly string[];
  /** Those of them that wait until the reader asks, so that no row moves under a finger. */
  waiting: readonly string[];
}
const nothing: Known = { bySociety: {}, fresh: [], waiting: [] };
export const useKnown = create<Known>()(() => nothing);

/** When each request was last heard of: an answer that was asked for before does not outdo it. */
const heardOf = new Map<string, number>();
onClear(() => {
  heardOf.clear();
  useKnown.setState(nothing);
});

export const heardSince = (id: string, asked: number): boolean => (heardOf.get(id) ?? 0) > asked;
export const heardOfRequest = (id: string): void => void heardOf.set(id, advanceClock());

const without = (ids: readonly string[], gone: readonly string[]): readonly string[] => ids.filter((id) => !gone.includes(id));

/** Puts requests in. */
export function addRequests(societyId: string, found: readonly JoinRequest[]): string[] {
  const ids = requests.merge(found);
  useKnown.setState(({ bySociety }) => ({
    bySociety: { ...bySociety, [societyId]: [...new Set([...(bySociety[societyId] ?? []), ...ids])] },
  }));
  return ids;
}

/** They are no longer among the society's requests. */
export function forgetRequests(societyId: string, gone: readonly string[]): void {
  if (gone.length === 0) return;
  for (const id of gone) requests.drop(id);
  useKnown.setState(({ bySociety, fresh, waiting }) => ({
    bySociety: { ...bySociety, [societyId]: without(bySociety[societyId] ?? [], gone) },
    fresh: without(fresh, gone),
    waiting: without(waiting, gone),
  }));
}

let isHeldBack: () => boolean = () => false;

/** While the test says so, what comes in waits. Answers how to end that. */
export function holdBackWhile(test: () => boolean): () => void {
  isHeldBack = test;
  return () => {
    isHeldBack = () => false;
  };
}

/** A request has just come in. */
export function announceRequest(societyId: string, request: JoinRequest): void {
  const id = request.Request_ID;
  if (isHeldBack()) useKnown.setState(({ waiting }) => ({ waiting: [...waiting, id] }));
  addRequests(societyId, [request]);
  useKnown.setState(({ fresh }) => ({ fresh: [...fresh, id] }));
}

export const showWaiting = (): void => useKnown.setState({ waiting: [] });

export const sawRequest = (id: string): void => useKnown.setState(({ fresh }) => ({ fresh: without(fresh, [id]) }));

export const leaveRequests = (): void => useKnown.setState({ fresh: [], waiting: [] });
