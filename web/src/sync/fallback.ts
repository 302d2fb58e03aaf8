import type { Call, DataOf } from '#models/contract/define';
import type { ApiAnswer } from '@/lib/api';
import { isOffline } from '@/lib/reachability';

/**
 * A list's `fetch` that loads something else if the call for the first page fails. If that fails too, the first failure is
 * shown. Skips the fallback if the caller has aborted or the server is out of reach.
 */
export const orElse =
  <C extends Call, A>(load: (args: A, signal: AbortSignal) => Promise<DataOf<C>>) =>
  async (args: A, cursor: string, signal: AbortSignal, ask: () => Promise<ApiAnswer<C>>): Promise<ApiAnswer<C>> => {
    try {
      return await ask();
    } catch (failure) {
      if (cursor || signal.aborted || isOffline()) throw failure;
      const data = await load(args, signal).catch(() => {
        throw failure;
      });
      return { data, next: null, counts: undefined };
    }
  };
