import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';
import { reportFailure } from './failures';
import { onResync, onReturn } from './live';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta;
    mutationMeta: FailureMeta;
  }
}

interface FailureMeta extends Record<string, unknown> {
  /** The area's own text, where the specification has one; false where the feature speaks for itself. */
  failure?: string | false;
}

const RETRIES = 2;
const SPREAD = 4000;
/** What may come through the next time. A call that took all its time is over: another try would only hide that. */
const again = (error: Error): boolean =>
  !(error instanceof ApiError) || (error.code !== 'timeout' && (error.status === 0 || error.status >= 502));

const speak = (error: Error, meta: FailureMeta | undefined): void => {
  if (meta?.failure !== false) reportFailure(error, meta?.failure);
};

/** Which ids a list holds, paging, retry, refetch; one failure is one toast. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => speak(error, query.meta) }),
  mutationCache: new MutationCache({ onError: (error, _input, _result, mutation) => speak(error, mutation.meta) }),
  defaultOptions: {
    queries: {
      retry: (count, error) => count < RETRIES && again(error),
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
export async function askAnew(queryKey: readonly unknown[]): Promise<void> {
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
 * failed while the server was away is asked for again as soon as it is back.
 */
export function refetchAfterGaps(): void {
  onResync(refetchScreen);
  onReturn(() => queryClient.refetchQueries({ type: 'active', predicate: ({ state: { status } }) => status === 'error' }));
}
