import { useTranslation } from 'react-i18next';
import { InfiniteScroll } from '@/components/infinite-scroll';
import { LongList } from '@/components/long-list';
import { NewItemsPill } from '@/components/new-items-pill';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState, ErrorState } from '@/components/states';
import { useStableList } from '@/lib/use-stable-list';
import { NotificationRow } from './notification-row';
import { notifications, useNotifications } from './notifications.store';
import css from './notifications-list.module.css';
import { useNotificationsLive } from './use-notifications-live';

/** List of all notifications, newest first; new ones are held back while the list is scrolled. */
export function NotificationsList() {
  const { t } = useTranslation('notifications');
  const { query, ids } = useNotifications();
  const { shown, waiting, showAll } = useStableList(ids);
  const items = notifications.useList(shown);
  useNotificationsLive();
  const isFailed = query.isError && !query.data && !query.isFetching;
  return (
    <section className={css.box} aria-label={t('card.title')}>
      <NewItemsPill count={waiting} label={t('page.new', { count: waiting })} onShow={showAll} />
      <div className={`card ${css.card}`}>
        {query.isPending && (
          <div className={css.waiting}>
            <RowSkeletons rows={6} />
          </div>
        )}
        {isFailed && <ErrorState onRetry={() => void query.refetch()} />}
        {query.isSuccess && ids.length === 0 && <EmptyState title={t('page.empty')} text={t('card.empty')} seed="notifications" />}
        <LongList className={css.list} items={items} idOf={({ ID }) => ID} hasMore={query.hasNextPage}>
          {(item) => <NotificationRow item={item} />}
        </LongList>
        <InfiniteScroll query={query}>
          <div className={css.waiting}>
            <RowSkeletons rows={2} />
          </div>
        </InfiniteScroll>
      </div>
    </section>
  );
}
