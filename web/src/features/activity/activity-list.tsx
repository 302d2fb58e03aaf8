import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lineKey } from '#models/contract/activity-lines';
import { NewItemsPill } from '@/components/new-items-pill';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState, ErrorState } from '@/components/states';
import { useStableList } from '@/lib/use-stable-list';
import { shownOnPage, useActivity } from './activity.store';
import { ActivityLine } from './activity-line';
import css from './activity-list.module.css';

/** The twenty newest lines of activity; new ones are held back while the list is scrolled. */
export function ActivityList() {
  const { t } = useTranslation('cards');
  const { query, lines } = useActivity(shownOnPage);
  const byId = useMemo(() => new Map(lines?.map((item) => [lineKey(item), item])), [lines]);
  const ids = useMemo(() => [...byId.keys()], [byId]);
  const { shown, waiting, showAll } = useStableList(ids);
  const items = shown.map((id) => byId.get(id)).filter((item) => item !== undefined);
  const isFailed = query.isError && !lines && !query.isFetching;
  return (
    <section aria-label={t('activity.title')}>
      <NewItemsPill count={waiting} label={t('activity.new', { count: waiting })} onShow={showAll} />
      <div className={`card ${css.card}`}>
        {query.isPending && (
          <div className={css.waiting}>
            <RowSkeletons rows={8} />
          </div>
        )}
        {isFailed && <ErrorState onRetry={() => void query.refetch()} />}
        {lines?.length === 0 && <EmptyState title={t('activity.none')} text={t('activity.emptyText')} seed="activity" />}
        <ul className={css.list}>
          {items.map((item) => (
            <ActivityLine key={lineKey(item)} item={item} />
          ))}
        </ul>
      </div>
    </section>
  );
}
