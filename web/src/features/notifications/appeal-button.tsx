import { Button } from '@mantine/core';
import { IconMessage2Question } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Notification } from '#models/contract/notifications';
import { appealableKinds } from '#models/contract/report-appeals';
import { lazyDialog } from '@/components/lazy-dialog';
import css from './notification-row.module.css';

const useAppealDialog = lazyDialog(() => import('./appeal-dialog'), 'appeal');

/** Opens the appeal against the removal that a notification is about; nothing for what nobody can appeal against. */
export function AppealButton({ params }: Pick<Notification, 'params'>) {
  const kind = appealableKinds.find((each) => each === params.kind);
  return kind && params.object ? <Appeal kind={kind} id={params.object} /> : null;
}

function Appeal({ kind, id }: { kind: (typeof appealableKinds)[number]; id: string }) {
  const { t } = useTranslation('notifications');
  const [dialog, open] = useAppealDialog({ kind, id });
  return (
    <div className={css.actions}>
      <Button
        variant="default"
        size="compact-sm"
        data-online
        leftSection={<IconMessage2Question size={15} stroke={1.75} aria-hidden="true" />}
        onClick={open}
      >
        {t('appeal.action')}
      </Button>
      {dialog}
    </div>
  );
}
