import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { HeldBackPill, useHeldBackItems } from '@/components/held-back-items';
import { InfiniteScroll } from '@/components/infinite-scroll';
import { LongList } from '@/components/long-list';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState, ErrorState } from '@/components/states';
import { RequestCard } from './request-card';
import css from './requests.module.css';
import { useMyRequests } from './requests.store';

/** Own requests of the viewer; the newest is expanded. */
export function MyRequests() {
  const { t } = useTranslation('support');
  const { query, items } = useMyRequests();
  const { shown, waiting, show } = useHeldBackItems(items, query.isSuccess);
  if (query.isPending) return <RowSkeletons rows={4} />;
  if (query.isError && !query.data)
    return (
      <div className="card">
        <ErrorState title={t('tickets.failed')} onRetry={() => void query.refetch()} />
      </div>
    );
  if (items.length === 0)
    return (
      <div className="card">
        <EmptyState
          title={t('tickets.empty')}
          text={t('tickets.emptyText')}
          action={
            <Button component={Link} to="/support">
              {t('tickets.write')}
            </Button>
          }
        />
      </div>
    );
  return (
    <div>
      <HeldBackPill count={waiting} label={t('tickets.new', { count: waiting })} onShow={show} />
      <LongList className={css.list} items={shown} idOf={({ ID }) => ID} hasMore={query.hasNextPage}>
        {(request, i) => <RequestCard request={request} isOpenAtFirst={i === 0} />}
      </LongList>
      <InfiniteScroll query={query}>
        <RowSkeletons rows={2} />
      </InfiniteScroll>
    </div>
  );
}
