import { useRef } from 'react';
import { isAnswered } from '@/lib/api-error';

const none = { input: '', key: '' };

/**
 * Idempotency keys of a form whose call creates something: the same input again after no answer has the same key, so that it is
 * created once. Returns a function of the input and the call.
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
      if (isAnswered(error)) unanswered.current = none;
      throw error;
    }
  };
}
