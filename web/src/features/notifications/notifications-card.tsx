import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { AsyncCard } from '@/components/async-card';
import { Badge } from '@/components/badge';
import { SideCard } from '@/components/side-card';
import { RowSkeletons } from '@/components/skeletons';
import { formatNumber } from '@/lib/format';
import { lazyOptional } from '@/lib/lazy-optional';
import { useUnread } from '@/sync/unread';
import { markAllAsRead } from './mark-read';
import { NotificationRow } from './notification-row';
import { notifications, useNotifications } from './notifications.store';
import css from './notifications-card.module.css';

const shown = 3;
const PushButton = lazyOptional(async () => ({ default: (await import('./push-button')).PushButton }), { areas: ['push-button'] });

/** Card with the three newest notifications, the unread count, and a button to mark all as read. */
export function NotificationsCard() {
  const { t } = useTranslation('notifications');
  const unread = useUnread(({ count }) => count);
  const { query, ids, counts } = useNotifications('never');
  const items = notifications.useList(ids.slice(0, shown));
  const total = counts?.total ?? ids.length;
  const list = useRef<HTMLUListElement>(null);
  const markAll = () => {
    void markAllAsRead();
    // The button disappears with the last unread notification, so move the focus to the list.
    list.current?.querySelector<HTMLElement>('a, button')?.focus();
  };
  const extra = unread > 0 && (
    <span className="row grow">
      <Badge tone="rose">{formatNumber(unread)}</Badge>
      <span className="grow" />
      <Button data-online variant="subtle" size="compact-sm" onClick={markAll}>
        {t('card.markAll')}
      </Button>
    </span>
  );
  return (
    <SideCard id="notifications" title={t('card.title')} extra={extra}>
      <AsyncCard query={query} data={items} skeleton={<RowSkeletons className={css.waiting} />}>
        {(newest) => (
          <>
            {newest.length === 0 && <p className="small dim">{t('card.empty')}</p>}
            <ul ref={list} className={css.list}>
              {newest.map((item) => (
                <NotificationRow key={item.ID} item={item} />
              ))}
            </ul>
          </>
        )}
      </AsyncCard>
      {total > shown && (
        <Link to="/notifications" className="link small tap">
          {t('card.viewAll', { n: formatNumber(total) })}
        </Link>
      )}
      <PushButton />
    </SideCard>
  );
}
