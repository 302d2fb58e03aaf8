import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { approveRequest } from '#models/contract/join-requests';
import { api } from '@/lib/api';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { markAsRead } from './mark-read';
import css from './notification-row.module.css';

interface ApproveButtonProps {
  notification: string;
  request: string;
}

/** Approves the one join request of a notification. */
export function ApproveButton({ notification, request }: ApproveButtonProps) {
  const { t } = useTranslation('notifications');
  const { run, isBusy } = useAction(async () => {
    await api(approveRequest, { request_id: request });
    toast('success', t('push.approved'));
    await markAsRead(notification);
  });
  return (
    <div className={css.actions}>
      <Button
        variant="default"
        size="compact-sm"
        data-online
        aria-disabled={isBusy || undefined}
        leftSection={<IconCheck size={15} stroke={1.75} aria-hidden="true" />}
        onClick={() => void run()}
      >
        {t('push.approve')}
      </Button>
    </div>
  );
}
