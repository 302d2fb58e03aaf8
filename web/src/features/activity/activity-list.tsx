import { useTranslation } from 'react-i18next';
import { lineKey } from '#models/contract/activity-lines';
import { AsyncList } from '@/components/async-list';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import { shownOnPage, useActivity } from './activity.store';
import { ActivityLine } from './activity-line';
import css from './activity-list.module.css';

/** The twenty newest lines of activity; new ones are held back while the list is scrolled. */
export function ActivityList() {
  const { t } = useTranslation('cards');
  const { lines, ...view } = useActivity(shownOnPage);
  return (
    <section className="card" aria-label={t('activity.title')}>
      <AsyncList
        view={view}
        items={lines}
        idOf={lineKey}
        frame="none"
        className={css.list}
        pill={(count) => t('activity.new', { count })}
        empty={<EmptyState title={t('activity.none')} text={t('activity.emptyText')} seed="activity" />}
        skeleton={<RowSkeletons rows={8} className={css.waiting} />}
      >
        {(item) => <ActivityLine item={item} />}
      </AsyncList>
    </section>
  );
}
