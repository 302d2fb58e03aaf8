import { Button } from '@mantine/core';
import css from './new-items-pill.module.css';
import { Nuqta } from './nuqta';

interface NewItemsPillProps {
  /** Number of items held back; 0 hides the pill. */
  count: number;
  label: string;
  /** Shows the items; the page scrolls to its top. */
  onShow: () => void;
}

/** Pill above a list that shows new items held back; announced to screen readers. */
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
