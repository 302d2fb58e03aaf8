import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { useConnection } from './connection';
import { reportFailure } from './failures';
import { onResync, onReturn } from './live';
import { isOffline, isUnreachableError } from './reachability';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
    mutationMeta: FailureMeta;
  }
}

interface FailureMeta extends Record<string, unknown> {
  /** The area's own text, if the specification has one; false if the feature shows the failure itself. */
  failure?: string | false;
}

interface QueryMeta extends FailureMeta {
  /** False if the answer must not be in the offline cache: it concerns other people, or is secret. */
  persist?: false;
}

const RETRIES = 2;
const SPREAD = 4000;
/** Whether a retry may help. Never after a timeout: the ten seconds are shared by all tries. */
const isRetryable = (error: Error): boolean =>
  !(error instanceof ApiError) || (error.code !== 'timeout' && (error.status === 0 || error.status >= 502));

const report = (error: Error, meta: FailureMeta | undefined): void => {
  if (meta?.failure !== false) reportFailure(error, meta?.failure);
};

/**
 * Keeps data on the screen when a refetch did not reach the server, instead of failing the query. It is refetched as soon as
 * the server is back.
 */
function keepStaleData(error: Error, query: Query<unknown, unknown>): boolean {
  const isMore = query.state.fetchMeta?.fetchMore !== undefined;
  if (query.state.data === undefined || isMore || !isUnreachableError(error) || useConnection.getState().state === 'online') return false;
  query.setState({ status: 'success', error: null, isInvalidated: true });
  return true;
}

/** The query client: ids of lists, paging, retries and refetches; one toast per failure. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => keepStaleData(error, query) || report(error, query.meta) }),
  mutationCache: new MutationCache({ onError: (error, _input, _result, mutation) => report(error, mutation.meta) }),
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
