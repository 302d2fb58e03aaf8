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
  /** The area's own text, where the specification has one; false where the feature speaks for itself. */
  failure?: string | false;
}

interface QueryMeta extends FailureMeta {
  /** False where the answer must not lie in this browser for when there is no network: it is about other people, or secret. */
  persist?: false;
}

const RETRIES = 2;
const SPREAD = 4000;
/** What may come through the next time. A call that took all its time is over: another try would only hide that. */
const isRetryable = (error: Error): boolean =>
  !(error instanceof ApiError) || (error.code !== 'timeout' && (error.status === 0 || error.status >= 502));

const report = (error: Error, meta: FailureMeta | undefined): void => {
  if (meta?.failure !== false) reportFailure(error, meta?.failure);
};

/**
 * What is on the screen stays where asking for it anew did not reach the server: that is no failure of what is shown. It is
 * asked for again as soon as the server is back.
 */
function keepStaleData(error: Error, query: Query<unknown, unknown>): boolean {
  const isMore = query.state.fetchMeta?.fetchMore !== undefined;
  if (query.state.data === undefined || isMore || !isUnreachableError(error) || useConnection.getState().state === 'online') return false;
  query.setState({ status: 'success', error: null, isInvalidated: true });
  return true;
}

/** Which ids a list holds, paging, retry, refetch; one failure is one toast. */
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
 * What was fetched may have changed: asks again for what is on the screen. An answer that is on its way was asked for
 * before, so it is not waited for, also where it is the first.
 */
export async function cancelAndInvalidate(queryKey: readonly unknown[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
}

let refetch: Promise<void> | null = null;

/** Several gaps at once are one refetch; a gap that comes while its answers are on their way asks for them anew. */
function refetchScreen(): Promise<void> {
  refetch ??= new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD)).then(() => {
    refetch = null;
    return queryClient.invalidateQueries();
  });
  return refetch;
}

/**
 * After a gap that could not be replayed: refetch what is on the screen, spread out so that a restart is no stampede. What
 * failed while the server was away, or is shown as an earlier visit has left it, is asked for again as soon as it is back.
 */
export function refetchAfterGaps(): void {
  onResync(refetchScreen);
  onReturn(() => queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' || state.isInvalidated }));
}
