import type { Query } from '@tanstack/react-query';
import { queryClient } from '@/lib/query';

/** Whether a component wants the query, and it has no answer. */
const isMissing = ({ options, state }: Query): boolean => {
  const { enabled } = options as { enabled?: boolean };
  return state.status === 'pending' && enabled !== false && options.queryFn !== undefined;
};

/**
 * Asks for what the last round of rendering lacked: on the server no effect runs that would. Returns whether there was anything;
 * rejects if a call fails.
 */
export async function fetchMissing(): Promise<boolean> {
  const missing = queryClient.getQueryCache().findAll({ predicate: isMissing });
  const fetched = await Promise.allSettled(missing.map((query) => query.fetch({ ...query.options, retry: false })));
  // All have ended by now, so none puts its answer into the stores of the next page.
  const failed = fetched.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return missing.length > 0;
}
