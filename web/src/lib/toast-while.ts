import { reportFailure } from './failures';
import { dropToast, toast } from './toasts';

interface Work<T> {
  /** What is said of it stands in one place: the outcome takes that of the loading text. */
  id: string;
  loading: string;
  success: string | ((result: T) => string);
  /** The area's own text, or none where it is said elsewhere. */
  failure: string | ((error: unknown) => string | null);
  run: () => Promise<T>;
}

/** Says that something is being done until it is, and then how it went; a failure goes on to who asked for it. */
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
