import { reportFailure } from './failures';
import { dropToast, toast } from './toasts';

interface Work<T> {
  /** Id of the toast: the outcome replaces the loading text. */
  id: string;
  loading: string;
  success: string | ((result: T) => string);
  /** The area's own text, or null if the failure is shown elsewhere. */
  failure: string | ((error: unknown) => string | null);
  run: () => Promise<T>;
}

/** Shows a loading toast while the work runs, then its outcome. Rethrows a failure. */
export async function toastWhile<T>({ id, loading, success, failure, run }: Work<T>): Promise<T> {
  toast('info', loading, { id, stays: true });
  try {
    const result = await run();
    toast('success', typeof success === 'string' ? success : success(result), { id });
    return result;
  } catch (error) {
    const text = typeof failure === 'string' ? failure : failure(error);
    if (text === null) dropToast(id);
    else reportFailure(error, text, id);
    throw error;
  }
}
