import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import css from './held-back-items.module.css';
import { Nuqta } from './nuqta';

const none: ReadonlySet<string> = new Set();

/**
 * Holds back what comes in at the head of a list, newest first, while it is read: the list does not move until that is asked
 * for. `isReady`: the list has come; what it holds then is what it begins with.
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

/** How many wait, and the way to see them. */
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
