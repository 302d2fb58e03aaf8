import { useRef } from 'react';
import { isRetryable } from './offline-queue';

const none = { input: '', key: '' };

/**
 * Idempotency keys of a form whose call creates something: the same input again has the same key until the call is answered for
 * good, so that it is created once. Returns a function of the input and the call.
 */
export function useIdempotencyKey() {
  const unanswered = useRef(none);
  return async <R>(input: unknown, send: (key: string) => Promise<R>): Promise<R> => {
    const body = JSON.stringify(input);
    const key = unanswered.current.input === body ? unanswered.current.key : crypto.randomUUID();
    unanswered.current = { input: body, key };
    try {
      const answer = await send(key);
      unanswered.current = none;
      return answer;
    } catch (error) {
      if (!isRetryable(error)) unanswered.current = none;
      throw error;
    }
  };
}
