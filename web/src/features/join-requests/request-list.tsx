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
import type { Filter, useRequestList } from './requests.queries';
import { holdBackWhile, showWaiting, useKnown } from './requests.store';
import { useLeaving } from './use-leaving';

/** Rows come in only where the list's head is on the screen; below that they wait for a press. */
function useHeldBack() {
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => holdBackWhile(() => (head.current?.getBoundingClientRect().top ?? 0) < 0), []);
  const show = () => {
    showWaiting();
    head.current?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  };
  return { head, show };
}

function Arrived({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation('join-requests');
  const waiting = useKnown((known) => known.waiting.length);
  const fresh = useKnown((known) => known.fresh.length);
  return (
    <div className={css.arrived} role="status">
      {waiting > 0 ? (
        <Button size="compact-md" px="md" h={36} leftSection={<Nuqta tone="ink" pulse />} onClick={onShow}>
          {t('arrived', { count: waiting })}
        </Button>
      ) : (
        fresh > 0 && <span className="vh">{t('arrived', { count: fresh })}</span>
      )}
    </div>
  );
}

interface RequestListProps extends RowActions {
  filter: Filter;
  list: ReturnType<typeof useRequestList>;
  selected: string;
}

/** The requests, newest first; what is decided leaves, what comes in is marked. */
export function RequestList({ filter, list: { query, items }, selected, onSelect, onDecide }: RequestListProps) {
  const { t } = useTranslation('join-requests');
  const fresh = useKnown((known) => known.fresh);
  const rows = useLeaving(items, filter);
  const { head, show } = useHeldBack();
  const isEmpty = query.isSuccess && rows.length === 0;
  return (
    <div ref={head}>
      <Arrived onShow={show} />
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
