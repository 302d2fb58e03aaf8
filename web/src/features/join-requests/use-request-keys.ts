import { useEffect, useRef } from 'react';

interface RequestKeys {
  /** Ids in the order of the list. */
  ids: readonly string[];
  selected: string;
  onSelect: (id: string) => void;
  onApprove: () => void;
  onReject: () => void;
}

/** Whether a key belongs to what is being written, or to another command. */
const isTaken = ({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean =>
  defaultPrevented ||
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof Element && target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null);

/** Keys of a list of requests: J and K select the next and the previous one, A approves, R rejects. By position, in any language. */
export function useRequestKeys(keys: RequestKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const move = (by: number) => {
      const { ids, selected, onSelect } = latest.current;
      const at = ids.indexOf(selected);
      const next = ids[at < 0 ? 0 : at + by];
      if (!next) return;
      onSelect(next);
      document.getElementById(`request-${next}`)?.focus();
    };
    const actions: Record<string, () => void> = {
      KeyJ: () => move(1),
      KeyK: () => move(-1),
      KeyA: () => latest.current.onApprove(),
      KeyR: () => latest.current.onReject(),
    };
    const onKey = (event: KeyboardEvent) => {
      const action = actions[event.code];
      if (!action || isTaken(event)) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
