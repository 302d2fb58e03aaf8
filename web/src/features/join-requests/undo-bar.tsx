import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAction } from '@/sync/mutations';
import css from './desk.module.css';
import { reopenBatch, type UndoableBatch, useUndoable } from './undoable.store';

/** Number of decisions that are offered at once. */
const shown = 3;

function UndoableLine({ batch }: { batch: UndoableBatch }) {
  const { t } = useTranslation('join-requests');
  const { run, isBusy } = useAction(() => reopenBatch(batch));
  return (
    <li className={css.done}>
      <span className="grow small">{t(`desk.done.${batch.to}`, { count: batch.ids.length })}</span>
      <Button
        data-online
        size="compact-sm"
        variant="default"
        aria-disabled={isBusy || undefined}
        leftSection={<IconArrowBackUp className="flip" size={16} aria-hidden="true" />}
        onClick={() => void run()}
      >
        {t('desk.undo')}
      </Button>
    </li>
  );
}

/** The viewer's decisions of the last ten minutes, which can be undone. */
export function UndoBar() {
  const { t } = useTranslation('join-requests');
  const batches = useUndoable((state) => state.batches);
  if (batches.length === 0) return null;
  return (
    <ul className={css.undo} aria-label={t('desk.recent')}>
      {batches.slice(0, shown).map((batch) => (
        <UndoableLine key={batch.id} batch={batch} />
      ))}
    </ul>
  );
}
