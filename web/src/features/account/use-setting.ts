import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { reportFailure } from '@/lib/failures';

/**
 * Optimistic value of a setting that saves itself: rolled back with a toast if the server refuses. Several choices in a row
 * are sent in order, so that the last one wins.
 */
export function useSetting<T>(value: T, save: (next: T) => Promise<unknown>, failed?: string): [shown: T, choose: (next: T) => void] {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: save,
    // Mutations of one scope run one after another.
    scope: { id: useId() },
    onError: (error) => reportFailure(error, failed),
  });
  return [isPending ? variables : value, mutate];
}
