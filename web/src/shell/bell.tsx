import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useUnreadCount } from '@/features/notifications/notifications.store';
import { formatNumber } from '@/lib/format';
import { useUnread } from '@/sync/unread';
import css from './shell.module.css';

const MOST = 99;

/** Link to the notifications, with the unread count. */
export function Bell() {
  const { t } = useTranslation('shell');
  useUnreadCount();
  const count = useUnread((unread) => unread.count);
  return (
    <ActionIcon component={Link} to="/notifications" className={css.bell ?? ''} aria-label={t('notifications', { count })}>
      <IconBell size={21} stroke={1.75} aria-hidden="true" />
      {count > 0 && (
        <span className={css.count} aria-hidden="true">
          {count > MOST ? <bdi dir="ltr">{formatNumber(MOST)}+</bdi> : formatNumber(count)}
        </span>
      )}
    </ActionIcon>
  );
}
