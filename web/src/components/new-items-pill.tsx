import { Button } from '@mantine/core';
import css from './new-items-pill.module.css';
import { Nuqta } from './nuqta';

interface NewItemsPillProps {
  /** How many wait; with none there is no pill. */
  count: number;
  label: string;
  /** Shows what waits; the page goes to its top. */
  onShow: () => void;
}

/** What is new waits behind this pill, over the head of its list, and is told to who does not see it. */
export function NewItemsPill({ count, label, onShow }: NewItemsPillProps) {
  const show = () => {
    onShow();
    window.scrollTo({ top: 0, behavior: 'smooth' });
  };
  return (
    <div className={css.pill} role="status">
      {count > 0 && (
        <Button size="compact-md" px="md" h={36} leftSection={<Nuqta tone="ink" pulse />} onClick={show}>
          {label}
        </Button>
      )}
    </div>
  );
}
