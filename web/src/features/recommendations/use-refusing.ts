import { type MouseEvent, useRef } from 'react';
import type { Recommendation } from '#models/contract/recommendations';
import { refuse } from './recommendations.store';

/** Refuses an item of a list. Its button disappears with the row, so the focus moves to a neighbour. */
export function useRefusing() {
  const list = useRef<HTMLUListElement & HTMLOListElement>(null);
  const refuseOne = (item: Recommendation) => (event: MouseEvent<HTMLButtonElement>) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const index = buttons.indexOf(event.currentTarget);
    (buttons[index + 1] ?? buttons[index - 1] ?? list.current)?.focus();
    void refuse(item);
  };
  return { list, refuseOne };
}
