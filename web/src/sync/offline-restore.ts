import type { Query } from '@tanstack/react-query';
import { queryClient } from '@/lib/query';
import { isUnreachableError, onReachable } from '@/lib/reachability';
import { onUserChange } from '@/lib/user-change';
import { endRestoringEntities, restoreEntities } from './named-stores';
import { type CachedQuery, currentHead, flushOfflineCache, runInOrder } from './offline-cache';
import { isStorageAvailable, type OfflineRecord, readRecords } from './offline-storage';

const cache = queryClient.getQueryCache();
/** Cached answers while the server is out of reach, each with the time at which it was last current. */
let restored: ReadonlyMap<string, CachedQuery & { at: number }> = new Map();
let restoring: Promise<unknown> | null = null;

/** Queries with a cached answer, until the server answers them. */
const filled = new WeakSet<Query>();

/** Gives a query without data its cached answer, marked as invalidated so it is refetched when the server is back. */
function fill(query: Query): void {
  const cached = restored.get(query.queryHash);
  if (!cached || query.state.data !== undefined) return;
  filled.add(query);
  query.setState({ data: cached.data, dataUpdatedAt: cached.at, status: 'success', error: null, isInvalidated: true });
}

function entitiesOf(records: readonly OfflineRecord[]): Map<string, Map<string, object>> {
  const stores = new Map<string, Map<string, object>>();
  for (const { kind, name, value } of records) {
    const [store = '', id = ''] = name.split(/ (.*)/s);
    if (kind === 'entity') stores.set(store, (stores.get(store) ?? new Map<string, object>()).set(id, value as object));
  }
  return stores;
}

async function read(): Promise<void> {
  const head = currentHead();
  if (head === null) return;
  const records = await readRecords({ of: head });
  // Another user may be signed in by now.
  if (currentHead()?.owner !== head.owner) return;
  restoreEntities(entitiesOf(records));
  const queries = records.filter(({ kind }) => kind === 'query');
  restored = new Map(queries.map(({ name, value, at }) => [name, { ...(value as CachedQuery), at }]));
  for (const query of cache.getAll()) fill(query);
}

/** Shows cached data wherever nothing newer is loaded, until the server is back. */
export function restoreOfflineCache(): Promise<unknown> {
  if (!isStorageAvailable()) return Promise.resolve();
  restoring ??= flushOfflineCache().then(() => runInOrder(read));
  return restoring;
}

function reset(): void {
  endRestoringEntities();
  restored = new Map();
  restoring = null;
}

/** Ends the filling of new queries with what an earlier visit saw. */
export const endRestoring = reset;

onUserChange(reset);
onReachable(reset);
/** Removes a cached answer once the server has refused to answer anew: it would pass for the present state. */
function clearRefused(query: Query, error: unknown): void {
  if (!isUnreachableError(error) && filled.delete(query)) query.setState({ data: undefined, dataUpdatedAt: 0 });
}

cache.subscribe((event) => {
  // Fill new queries before their component renders for the first time.
  if (event.type === 'added') fill(event.query);
  if (event.type !== 'updated') return;
  if (event.action.type === 'success') filled.delete(event.query);
  else if (event.action.type === 'error') clearRefused(event.query, event.action.error);
});
