import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatNumber } from '@/lib/format';
import { lazyOptional } from '@/lib/lazy-optional';
import { useUnread } from '@/sync/unread';
import css from './shell.module.css';

const MOST = 99;
const LoadUnread = lazyOptional(() => import('@/features/notifications/load-unread'));

/** Link to the notifications, with the unread count. */
export function Bell() {
  const { t } = useTranslation('shell');
  const count = useUnread((unread) => unread.count);
  return (
    <ActionIcon component={Link} to="/notifications" className={css.bell ?? ''} aria-label={t('notifications', { count })}>
      <LoadUnread />
      <IconBell size={21} stroke={1.75} aria-hidden="true" />
      {count > 0 && (
        <span className={css.count} aria-hidden="true">
          {count > MOST ? <bdi dir="ltr">{formatNumber(MOST)}+</bdi> : formatNumber(count)}
        </span>
      )}
    </ActionIcon>
  );
}
