import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import css from './held-back-items.module.css';
import { Nuqta } from './nuqta';

const none: ReadonlySet<string> = new Set();

/**
 * Holds back new items at the head of a list, newest first, so the list does not move while it is read. `isReady`: the list has
 * loaded; items it holds then are shown at once.
 */
export function useHeldBackItems<T extends { ID: string }>(items: readonly T[], isReady: boolean) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(none);
  const isBegun = seen.size > 0;
  if (isReady && !isBegun && items.length > 0) setSeen(new Set(items.map(({ ID }) => ID)));
  const head = items.findIndex(({ ID }) => seen.has(ID));
  const waiting = isBegun && head > 0 ? head : 0;
  const shown = useMemo(() => items.slice(waiting), [items, waiting]);
  const show = () => setSeen(new Set(items.map(({ ID }) => ID)));
  return { shown, waiting, show };
}

/** Button with the number of items held back; shows them when pressed. */
export function HeldBackPill({ count, label, onShow }: { count: number; label: string; onShow: () => void }) {
  return (
    <div className={css.place} role="status">
      {count > 0 && (
        <Button size="compact-md" px="md" h={36} leftSection={<Nuqta tone="ink" pulse />} onClick={onShow}>
          {label}
        </Button>
      )}
    </div>
  );
}
