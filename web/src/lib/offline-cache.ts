import type { Query, QueryKey } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { useConnection } from './connection';
import { namedStores, onClear, onEntitiesChanged } from './entities';
import { cacheOwner } from './offline-owner';
import {
  eraseRecords,
  isStorageAvailable,
  type OfflineHeader,
  type OfflineRecord,
  type OfflineRecordKind,
  readHead,
  removeRecords,
  writeRecords,
} from './offline-storage';
import { queryClient } from './query';
import { isUnreachableError } from './reachability';
import { useSession } from './session';
import { onTokenExpired } from './token';

/** What is kept of a query. */
export interface CachedQuery {
  queryKey: QueryKey;
  data: unknown;
}

/** Changes are written together, at most so often (milliseconds). */
const flushAfter = 2000;
/** The most that one answer may take, as JSON characters. */
const longestAnswer = 200_000;
/** Another build may have other shapes: what it wrote is erased. */
const build = new URL(import.meta.url).pathname;

const cache = queryClient.getQueryCache();
/** What changed and is not written yet. */
const dirty = new Map<string, { kind: OfflineRecordKind; name: string }>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** Reading and writing happen one after the other. */
let work: Promise<unknown> = Promise.resolve();

/** Does this when everything before it is done; where the browser refuses, nothing is kept. */
export function runInOrder<T>(what: () => Promise<T>): Promise<T | undefined> {
  const done = work.then(what).catch(() => undefined);
  work = done;
  return done;
}

function mark(kind: OfflineRecordKind, name: string): void {
  dirty.set(`${kind} ${name}`, { kind, name });
  timer ??= setTimeout(() => void flushOfflineCache(), flushAfter);
}

const isPersisted = ({ meta }: Query): boolean => meta?.persist !== false;
const refused = ({ state: { error, status } }: Query): boolean =>
  status === 'error' && error instanceof ApiError && !isUnreachableError(error);

/** When a query's answer was last known to be true: what is on the screen is kept true while the socket is there. */
function confirmedAt(query: Query): number {
  const { state, asOf } = useConnection.getState();
  const { dataUpdatedAt } = query.state;
  if (!query.isActive() || query.state.isInvalidated) return dataUpdatedAt;
  return Math.max(dataUpdatedAt, state === 'online' ? Date.now() : state === 'offline' ? asOf : 0);
}

/** A record of how a query stands now; null: nothing of it is to be kept, undefined: what is kept stays. */
function queryRecord(name: string): OfflineRecord | null | undefined {
  const query = cache.get(name);
  if (!query) return undefined;
  if (refused(query)) return null;
  const { data } = query.state;
  if (data === undefined || !isPersisted(query)) return undefined;
  if (JSON.stringify(data).length > longestAnswer) return null;
  return { kind: 'query', name, value: { queryKey: query.queryKey, data } satisfies CachedQuery, at: confirmedAt(query) };
}

/** A thing is named by its store and its id. */
const nameOfEntity = (store: string, id: string): string => `${store} ${id}`;
function entityRecord(name: string): OfflineRecord | null {
  const [store = '', id = ''] = name.split(/ (.*)/s);
  const value = namedStores.get(store)?.confirmed(id);
  return value ? { kind: 'entity', name, value, at: Date.now() } : null;
}

async function write(): Promise<void> {
  const owner = cacheOwner();
  if (owner === null || dirty.size === 0) return;
  const newHead: OfflineHeader = { owner, build };
  const head = await readHead();
  if (head && !isOurs(head)) await eraseRecords();
  // Somebody else may be signed in by now.
  if (cacheOwner() !== owner) return;
  const changed = [...dirty.values()];
  dirty.clear();
  const found = changed.map((one) => ({ one, record: one.kind === 'query' ? queryRecord(one.name) : entityRecord(one.name) }));
  await writeRecords(
    newHead,
    found.flatMap(({ record }) => record ?? []),
  );
  await removeRecords(found.flatMap(({ one, record }) => (record === null ? [one] : [])));
}

/** Writes what has changed; answers when it is written. */
export function flushOfflineCache(): Promise<unknown> {
  clearTimeout(timer);
  timer = undefined;
  return runInOrder(write);
}

/** Keeps a small state beside what was seen. */
export const cacheState = (name: string, value: unknown): Promise<unknown> =>
  runInOrder(async () => {
    const owner = cacheOwner();
    if (owner !== null) await writeRecords({ owner, build }, [{ kind: 'state', name, value, at: Date.now() }]);
  });

/** Whether what is kept is of who is here, and of this build. */
export const isOurs = (head: OfflineHeader): boolean => head.owner === cacheOwner() && head.build === build;

/** Nothing of what anybody saw stays in this browser. */
export function eraseOfflineCache(): Promise<unknown> {
  dirty.clear();
  return runInOrder(eraseRecords);
}

/** The answers on the screen are true as of now: they are written so. */
function markShown(): void {
  for (const query of cache.getAll()) if (query.isActive() && query.state.data !== undefined) mark('query', query.queryHash);
}

function markAll(): void {
  for (const query of cache.getAll()) mark('query', query.queryHash);
  for (const [name, store] of namedStores) for (const id of store.ids()) mark('entity', nameOfEntity(name, id));
}

/** What another person, or another build, has left here goes at once, and not only when something is written. */
const eraseForeignCache = (): Promise<unknown> =>
  runInOrder(async () => {
    const head = await readHead();
    if (head && cacheOwner() !== null && !isOurs(head)) await eraseRecords();
  });

/** Keeps what is seen from now on, and what is on the screen already, for when there is no network; call it once. */
export function startOfflineCache(): void {
  if (!isStorageAvailable()) return;
  onClear(() => void eraseOfflineCache());
  onTokenExpired(() => void eraseOfflineCache());
  useSession.subscribe(({ user, status }, before) => {
    if (user?.ID !== before.user?.ID || status !== before.status) void eraseForeignCache().then(flushOfflineCache);
  });
  onEntitiesChanged((store, ids) => {
    for (const id of ids) mark('entity', nameOfEntity(store, id));
  });
  cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    if (event.action.type === 'success' || refused(event.query)) mark('query', event.query.queryHash);
  });
  useConnection.subscribe(({ state }, before) => {
    if (state === 'offline' && before.state !== state) markShown();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    markShown();
    void flushOfflineCache();
  });
  void eraseForeignCache();
  markAll();
}
