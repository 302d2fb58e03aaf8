import { type RefObject, useLayoutEffect } from 'react';
import { isTakingOver } from './rendered-view';

/** Hands over what was typed into a field before the app took the rendered page over; `value` is what the field has without it. */
export function useTypedBefore(field: RefObject<HTMLInputElement | null>, value: string, take: (input: HTMLInputElement) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the field is taken over.
  useLayoutEffect(() => {
    if (isTakingOver() && field.current && field.current.value !== value) take(field.current);
  }, []);
}
