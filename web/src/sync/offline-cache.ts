import type { Query, QueryKey } from '@tanstack/react-query';
import { ApiError } from '@/lib/api-error';
import { useConnection } from '@/lib/connection';
import { erasePages } from '@/lib/local-storage';
import { queryClient } from '@/lib/query';
import { isUnreachableError } from '@/lib/reachability';
import { useSession } from '@/lib/session';
import { onTokenExpired } from '@/lib/token';
import { onUserChange } from '@/lib/user-change';
import { namedStores, onEntitiesChanged } from './named-stores';
import { cacheOwner } from './offline-owner';
import {
  eraseRecords,
  isSameHead,
  isStorageAvailable,
  type OfflineHeader,
  type OfflineRecord,
  type OfflineRecordKind,
  readHead,
  readState,
  writeRecords,
} from './offline-storage';

/** The cached part of a query. */
export interface CachedQuery {
  queryKey: QueryKey;
  data: unknown;
}

/** Interval of batched writes (milliseconds). */
const flushAfter = 2000;
/** Largest answer that is cached, in JSON characters. */
const longestAnswer = 200_000;
/** Identifies the build: records of another build may have other shapes and are erased. */
const build = new URL(import.meta.url).pathname;

const cache = queryClient.getQueryCache();
/** Changed records that are not written yet. */
const dirty = new Map<string, { kind: OfflineRecordKind; name: string }>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** Tail of the chain that serializes reads and writes. */
let work: Promise<unknown> = Promise.resolve();

/** Runs a read or write after all earlier ones; resolves to undefined if the browser refuses storage. */
export function runInOrder<T>(what: () => Promise<T>): Promise<T | undefined> {
  const done = work.then(what).catch(() => undefined);
  work = done;
  return done;
}

function markDirty(kind: OfflineRecordKind, name: string): void {
  dirty.set(`${kind} ${name}`, { kind, name });
  timer ??= setTimeout(() => void flushOfflineCache(), flushAfter);
}

const isPersisted = ({ meta }: Query): boolean => meta?.persist !== false;
const refused = ({ state: { error, status } }: Query): boolean =>
  status === 'error' && error instanceof ApiError && !isUnreachableError(error);

/** Time at which a query's answer was last current: live messages keep queries on the screen current while the socket is connected. */
function confirmedAt(query: Query): number {
  const { state, asOf } = useConnection.getState();
  const { dataUpdatedAt } = query.state;
  if (!query.isActive() || query.state.isInvalidated) return dataUpdatedAt;
  return Math.max(dataUpdatedAt, state === 'online' ? Date.now() : state === 'offline' ? asOf : 0);
}

/** The record of a query: null deletes its record, undefined leaves it as it is. */
function queryRecord(name: string): OfflineRecord | null | undefined {
  const query = cache.get(name);
  if (!query) return undefined;
  if (refused(query)) return null;
  const { data } = query.state;
  if (data === undefined || !isPersisted(query)) return undefined;
  if (JSON.stringify(data).length > longestAnswer) return null;
  return { kind: 'query', name, value: { queryKey: query.queryKey, data } satisfies CachedQuery, at: confirmedAt(query) };
}

/** Name of an entity's record: its store and its id. */
const nameOfEntity = (store: string, id: string): string => `${store} ${id}`;
function entityRecord(name: string): OfflineRecord | null {
  const [store = '', id = ''] = name.split(/ (.*)/s);
  const value = namedStores.get(store)?.confirmed(id);
  return value ? { kind: 'entity', name, value, at: Date.now() } : null;
}

/** Head of what may be cached and restored now: this user's and this build's; null while the user is uncertain. */
export function currentHead(): OfflineHeader | null {
  const owner = cacheOwner();
  return owner === null ? null : { owner, build };
}

async function write(): Promise<void> {
  const head = currentHead();
  if (head === null || dirty.size === 0) return;
  const changed = [...dirty.values()];
  dirty.clear();
  const found = changed.map((one) => ({ one, record: one.kind === 'query' ? queryRecord(one.name) : entityRecord(one.name) }));
  await writeRecords(
    head,
    found.flatMap(({ record }) => record ?? []),
    found.flatMap(({ one, record }) => (record === null ? [one] : [])),
  );
}

/** Writes all changes now; resolves when done. */
export function flushOfflineCache(): Promise<unknown> {
  clearTimeout(timer);
  timer = undefined;
  return runInOrder(write);
}

/** Caches a small state next to queries and entities. */
export const cacheState = (name: string, value: unknown): Promise<unknown> =>
  runInOrder(async () => {
    const head = currentHead();
    if (head !== null) await writeRecords(head, [{ kind: 'state', name, value, at: Date.now() }]);
  });

/** A cached state of this user and build; undefined without one. */
export const readCachedState = <T>(name: string): Promise<T | undefined> =>
  runInOrder(async () => {
    const head = currentHead();
    return head === null ? undefined : readState<T>(head, name);
  });

/** Erases the whole offline cache of this browser. */
export function eraseOfflineCache(): Promise<unknown> {
  dirty.clear();
  erasePages();
  return runInOrder(eraseRecords);
}

/** Marks the queries on the screen, so that their records get the current time. */
function markShown(): void {
  for (const query of cache.getAll()) if (query.isActive() && query.state.data !== undefined) markDirty('query', query.queryHash);
}

function markAll(): void {
  for (const query of cache.getAll()) markDirty('query', query.queryHash);
  for (const [name, store] of namedStores) for (const id of store.ids()) markDirty('entity', nameOfEntity(name, id));
}

/** Erases the cache of another user or build at once, instead of at the next write. */
const eraseForeignCache = (): Promise<unknown> =>
  runInOrder(async () => {
    const [head, ours] = [await readHead(), currentHead()];
    if (head && ours && !isSameHead(head, ours)) await eraseRecords();
  });

/** Starts caching everything seen, including what is on the screen already. Call it once. */
export function startOfflineCache(): void {
  if (!isStorageAvailable()) return;
  onUserChange(() => void eraseOfflineCache());
  onTokenExpired(() => void eraseOfflineCache());
  useSession.subscribe(({ user, status }, before) => {
    if (user?.ID !== before.user?.ID || status !== before.status) void eraseForeignCache().then(flushOfflineCache);
  });
  onEntitiesChanged((store, ids) => {
    for (const id of ids) markDirty('entity', nameOfEntity(store, id));
  });
  cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    if (event.action.type === 'success' || refused(event.query)) markDirty('query', event.query.queryHash);
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
