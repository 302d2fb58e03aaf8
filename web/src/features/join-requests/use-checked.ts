import { useState } from 'react';

/** Chosen items of a list; those that left it are not chosen any more. */
export function useChecked(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const checked = ids.filter((id) => chosen.has(id));
  const toggle = (id: string) => {
    const next = new Set(checked);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return {
    checked,
    total: ids.length,
    isChecked: (id: string) => chosen.has(id),
    toggle,
    toggleAll: () => setChosen(new Set(checked.length === ids.length ? [] : ids)),
    clear: () => setChosen(new Set()),
  };
}
