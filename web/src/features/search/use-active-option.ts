import { type KeyboardEvent, type RefObject, useState } from 'react';

/** Step of each key in the list of options. */
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Tracks the option chosen by the arrow keys while the focus stays in the field: its id, or ''. `onKey` returns whether it
 * handled the key.
 */
export function useActiveOption(box: RefObject<HTMLElement | null>) {
  const [active, setActive] = useState('');
  const onKey = (event: KeyboardEvent): boolean => {
    const options = [...(box.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
    const at = options.findIndex(({ id }) => id === active);
    const step = steps[event.key];
    if (step && options.length > 0) {
      const next = options[at === -1 && step < 0 ? options.length - 1 : (at + step + options.length) % options.length];
      setActive(next?.id ?? '');
      next?.scrollIntoView?.({ block: 'nearest' });
      return true;
    }
    if (event.key !== 'Enter' || at === -1) return false;
    options[at]?.click();
    return true;
  };
  return { active, onKey, reset: () => setActive('') };
}
