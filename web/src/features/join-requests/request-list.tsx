import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { InfiniteScroll } from '@/components/infinite-scroll';
import { LongList } from '@/components/long-list';
import { Nuqta } from '@/components/nuqta';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState, ErrorState } from '@/components/states';
import css from './join-requests.module.css';
import { RequestRow, type RowActions } from './request-row';
import type { RequestStatusFilter, useRequestList } from './requests.queries';
import { holdBackWhile, showHeldBack, useLoadedRequests } from './requests.store';
import { useLeavingRows } from './use-leaving-rows';

/** Holds new rows back while the list's head is scrolled out of view. */
function useHoldBack() {
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => holdBackWhile(() => (head.current?.getBoundingClientRect().top ?? 0) < 0), []);
  const show = () => {
    showHeldBack();
    head.current?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  };
  return { head, show };
}

function NewRequests({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation('join-requests');
  const heldBack = useLoadedRequests((state) => state.heldBack.length);
  const fresh = useLoadedRequests((state) => state.fresh.length);
  return (
    <div className={css.arrived} role="status">
      {heldBack > 0 ? (
        <Button size="compact-md" px="md" h={36} leftSection={<Nuqta tone="ink" pulse />} onClick={onShow}>
          {t('arrived', { count: heldBack })}
        </Button>
      ) : (
        fresh > 0 && <span className="vh">{t('arrived', { count: fresh })}</span>
      )}
    </div>
  );
}

interface RequestListProps extends RowActions {
  filter: RequestStatusFilter;
  list: ReturnType<typeof useRequestList>;
  selected: string;
}

/** List of requests, newest first; decided rows leave, new rows are marked. */
export function RequestList({ filter, list: { query, items }, selected, onSelect, onDecide }: RequestListProps) {
  const { t } = useTranslation('join-requests');
  const fresh = useLoadedRequests((state) => state.fresh);
  const rows = useLeavingRows(items, filter);
  const { head, show } = useHoldBack();
  const isEmpty = query.isSuccess && rows.length === 0;
  return (
    <div ref={head}>
      <NewRequests onShow={show} />
      {query.isPending && (
        <div className={css.loading}>
          <RowSkeletons rows={5} />
        </div>
      )}
      {query.isError && items.length === 0 && <ErrorState title={t('failed')} onRetry={() => void query.refetch()} />}
      {isEmpty && <EmptyState title={t('empty')} text={filter === 'pending' ? t('emptyPending') : t('emptyOther')} />}
      {!query.isPending && (
        <LongList aria-label={t('list')} items={rows} idOf={({ request }) => request.Request_ID} hasMore={query.hasNextPage}>
          {({ request, isLeaving }) => (
            <RequestRow
              request={request}
              isSelected={request.Request_ID === selected}
              isFresh={fresh.includes(request.Request_ID)}
              isLeaving={isLeaving}
              onSelect={onSelect}
              onDecide={onDecide}
            />
          )}
        </LongList>
      )}
      <InfiniteScroll query={query}>
        <div className={css.loading}>
          <RowSkeletons rows={2} />
        </div>
      </InfiniteScroll>
    </div>
  );
}
