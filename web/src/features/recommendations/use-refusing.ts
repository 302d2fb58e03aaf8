import { type MouseEvent, useRef } from 'react';
import type { Recommendation } from '#models/contract/analytics';
import { refuse } from './recommendations.store';

/** Refuses one of a list: its button goes with its row, and the keyboard stays in the list. */
export function useRefusing() {
  const list = useRef<HTMLUListElement>(null);
  const refuseOne = (item: Recommendation) => (event: MouseEvent<HTMLButtonElement>) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(event.currentTarget);
    (buttons[at + 1] ?? buttons[at - 1] ?? list.current)?.focus();
    void refuse(item);
  };
  return { list, refuseOne };
}
