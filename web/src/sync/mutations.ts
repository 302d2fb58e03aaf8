import { useMutation } from '@tanstack/react-query';
import { reportFailure } from '@/lib/failures';

type FailureOption = string | false | undefined;

export interface ActionOptions {
  /** The area's own text of a failure, if the specification has one; false if `onError` shows the failure itself. */
  failure?: FailureOption | ((error: unknown) => FailureOption);
  /** Called with the error after it was reported. */
  onError?: (error: unknown) => unknown;
}

export interface RunningAction<I> {
  /** Runs the action; does nothing while it is under way. Resolves to whether it succeeded. */
  run: (input: I) => Promise<boolean>;
  isBusy: boolean;
  /** The input of the run under way. */
  busyWith: I | undefined;
}

/**
 * An action of a form or a button: busy until the call is answered, one toast if it fails. TanStack Query has the state.
 * @param work calls the server and applies its answer; throws what the call throws
 */
export function useAction<I = void>(work: (input: I) => Promise<unknown>, { failure, onError }: ActionOptions = {}): RunningAction<I> {
  const { mutateAsync, isPending, variables } = useMutation({ mutationFn: work });
  const run = async (input: I): Promise<boolean> => {
    if (isPending) return false;
    try {
      await mutateAsync(input);
      return true;
    } catch (error) {
      const text = typeof failure === 'function' ? failure(error) : failure;
      if (text !== false) reportFailure(error, text);
      onError?.(error);
      return false;
    }
  };
  return { run, isBusy: isPending, busyWith: isPending ? variables : undefined };
}

type Rollback = () => void;

/**
 * Runs an action whose result is shown at once: one toast if it fails. Resolves to whether it succeeded.
 * @param rollbacks of the optimistic changes shown until it has ended
 */
export async function runAction(work: () => Promise<unknown>, rollbacks: readonly Rollback[] = []): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    reportFailure(error);
    return false;
  } finally {
    for (const rollback of rollbacks) rollback();
  }
}

interface Pending<W, R> {
  want: W;
  /** Rollbacks of the optimistic changes shown until the answer. */
  rollbacks: Rollback[];
  answer: Promise<R>;
}

/**
 * A mutation that the user may repeat before the answer: one call at a time for each id, and the last press wins.
 * @param send calls the server and applies its answer
 * @returns a function of the id, the wanted value, and a function that shows it optimistically and returns its rollbacks; it
 *   resolves to the last call's answer, or rejects
 */
export function lastPressWins<W, R>(send: (id: string, want: W) => Promise<R>) {
  const pendingById = new Map<string, Pending<W, R>>();
  const sendUntilCurrent = async (id: string, change: Pending<W, R>): Promise<R> => {
    try {
      for (;;) {
        const sent = change.want;
        const answer = await send(id, sent);
        if (sent === change.want) return answer;
      }
    } finally {
      pendingById.delete(id);
      for (const rollback of change.rollbacks) rollback();
    }
  };
  return (id: string, want: W, show: () => Rollback[]): Promise<R> => {
    const pending = pendingById.get(id);
    if (pending) {
      pending.want = want;
      pending.rollbacks.push(...show());
      return pending.answer;
    }
    const change = { want, rollbacks: show() } as Pending<W, R>;
    pendingById.set(id, change);
    change.answer = sendUntilCurrent(id, change);
    return change.answer;
  };
}
