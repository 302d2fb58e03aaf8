import { defaultScheduler, notifyManager, type Query, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { useConnection } from './connection';
import { onResync, onReturn } from './live';
import { isOffline, isUnreachableError } from './reachability';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
  }
}

interface QueryMeta extends Record<string, unknown> {
  /** False if the answer must not be in the offline cache: it concerns other people, or is secret. */
  persist?: false;
  /**
   * Set if the answer depends on what the viewer may see, so that it is refetched when that changes (sync/access.ts). A function
   * says whether it may depend on what the viewer may see of this society.
   */
  access?: true | ((society: string) => boolean);
  /** Called after each answer is in the cache, before it is rendered. */
  onFetched?: () => void;
}

const RETRIES = 2;
const SPREAD = 4000;
/** Whether a retry may help. Never after a timeout: the ten seconds are shared by all tries. */
const isRetryable = (error: Error): boolean =>
  !(error instanceof ApiError) || (error.code !== 'timeout' && (error.status === 0 || error.status >= 502));

/**
 * Keeps data on the screen when a refetch did not reach the server, instead of failing the query. It is refetched as soon as
 * the server is back.
 */
function keepStaleData(error: Error, query: Query<unknown, unknown>): void {
  const isMore = query.state.fetchMeta?.fetchMore !== undefined;
  if (query.state.data === undefined || isMore || !isUnreachableError(error) || useConnection.getState().state === 'online') return;
  query.setState({ status: 'success', error: null, isInvalidated: true });
}

/** The query client: ids of lists, paging, retries and refetches. Failures are shown where they happened, without a toast. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: keepStaleData, onSuccess: (_data, { meta }) => meta?.onFetched?.() }),
  defaultOptions: {
    queries: {
      retry: (count, error) => count < RETRIES && isRetryable(error) && !isOffline(),
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

let isAtOnce = false;
notifyManager.setScheduler((notify) => (isAtOnce ? notify() : defaultScheduler(notify)));

/**
 * `setQueryData` that notifies in the same tick, not in a later one as by default, so that a list is rendered together with the
 * entities that changed with it.
 */
export function setDataAtOnce<T>(queryKey: QueryKey, data: T | ((before: T | undefined) => T | undefined)): void {
  isAtOnce = true;
  try {
    queryClient.setQueryData<T>(queryKey, data as (before: T | undefined) => T | undefined);
  } finally {
    isAtOnce = false;
  }
}

/**
 * Refetches active queries whose data may have changed. Cancels requests under way first, since their answers may be older than
 * the change, even for a query without data.
 */
export async function cancelAndInvalidate(queryKey: readonly unknown[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
}

let refetch: Promise<void> | null = null;

/** Joins several gaps into one refetch; a gap during that refetch starts another one. */
function refetchScreen(): Promise<void> {
  refetch ??= new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD)).then(() => {
    refetch = null;
    return queryClient.invalidateQueries();
  });
  return refetch;
}

/**
 * Refetches what is on the screen after a gap without a replay, with jitter so that a restart causes no stampede. Queries that
 * failed or show cached data are refetched as soon as the server is back.
 */
export function refetchAfterGaps(): void {
  onResync(refetchScreen);
  onReturn(() => queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' || state.isInvalidated }));
}
