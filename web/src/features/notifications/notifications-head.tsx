import { Button } from '@mantine/core';
import { IconChecks, IconSettings } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Count } from '@/components/count';
import { PageHead } from '@/components/page-head';
import { formatNumber } from '@/lib/format';
import { useUnread } from '@/sync/unread';
import { markAllAsRead } from './mark-read';
import { useNotifications } from './notifications.store';

/** Page head with the unread count, a button to mark all as read, and a link to the settings. */
export function NotificationsHead() {
  const { t } = useTranslation('notifications');
  const { count: unread, isLoaded } = useUnread();
  const { query } = useNotifications();
  const markAll = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The button disappears with the last unread notification, so move the focus to its neighbour.
    if (currentTarget.nextElementSibling instanceof HTMLElement) currentTarget.nextElementSibling.focus();
    void markAllAsRead();
  };
  const action = (
    <div className="row">
      {unread > 0 && (
        <Button data-online variant="light" leftSection={<IconChecks size={17} stroke={1.75} aria-hidden="true" />} onClick={markAll}>
          {t('card.markAll')}
        </Button>
      )}
      <Button
        component={Link}
        to="/account?tab=notifications"
        variant="default"
        leftSection={<IconSettings size={17} stroke={1.75} aria-hidden="true" />}
      >
        {t('page.settings')}
      </Button>
    </div>
  );
  const unreadText = unread > 0 ? t('page.unread', { count: unread, n: formatNumber(unread) }) : t('page.allRead');
  const lead = isLoaded ? unreadText : <Count value={undefined} isFailed={query.isError} />;
  return <PageHead title={t('card.title')} lead={lead} action={action} />;
}
