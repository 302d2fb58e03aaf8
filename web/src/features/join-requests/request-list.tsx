import { useTranslation } from 'react-i18next';
import { AsyncList } from '@/components/async-list';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import css from './join-requests.module.css';
import { RequestRow, type RowActions } from './request-row';
import type { RequestStatusFilter, useRequestList } from './requests.queries';
import { useLeavingRows } from './use-leaving-rows';

const skeletons = (rows: number) => <RowSkeletons rows={rows} className={css.loading} />;

interface RequestListProps extends RowActions {
  filter: RequestStatusFilter;
  list: ReturnType<typeof useRequestList>;
  selected: string;
  /** Ids of requests to mark as new. */
  fresh: readonly string[];
  isChecked: (id: string) => boolean;
  onCheck: (id: string) => void;
}

/** List of requests, newest first; decided rows leave, new rows are marked. */
export function RequestList({ filter, list, selected, fresh, isChecked, onCheck, onSelect, onDecide }: RequestListProps) {
  const { t } = useTranslation('join-requests');
  const rows = useLeavingRows(list.items, filter);
  const arrived = list.items.filter(({ Request_ID }) => fresh.includes(Request_ID)).length;
  return (
    <>
      <p className="vh" role="status">
        {arrived > 0 && list.held === 0 && t('arrived', { count: arrived })}
      </p>
      <AsyncList
        view={{ ...list, items: rows }}
        idOf={({ request }) => request.Request_ID}
        frame="none"
        label={t('list')}
        failed={t('failed')}
        pill={(count) => t('arrived', { count })}
        empty={<EmptyState title={t('empty')} text={filter === 'pending' ? t('emptyPending') : t('emptyOther')} />}
        skeleton={skeletons(5)}
        moreSkeleton={skeletons(2)}
      >
        {({ request, isLeaving }) => (
          <RequestRow
            request={request}
            isSelected={request.Request_ID === selected}
            isFresh={fresh.includes(request.Request_ID)}
            isLeaving={isLeaving}
            isChecked={isChecked(request.Request_ID)}
            onCheck={onCheck}
            onSelect={onSelect}
            onDecide={onDecide}
          />
        )}
      </AsyncList>
    </>
  );
}
