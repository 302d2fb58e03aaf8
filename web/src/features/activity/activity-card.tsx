import { useTranslation } from 'react-i18next';
import { lineKey } from '#models/contract/activity-lines';
import { SideCard } from '@/components/side-card';
import { RowSkeletons } from '@/components/skeletons';
import { ErrorLine } from '@/components/states';
import { shownOnCard, useActivity } from './activity.store';
import css from './activity-card.module.css';
import { ActivityLine } from './activity-line';

/** Card with the six newest lines of activity. */
export function ActivityCard() {
  const { t } = useTranslation('cards');
  const { query, lines } = useActivity(shownOnCard);
  return (
    <SideCard title={t('activity.title')} link={{ to: '/activity', label: t('viewAll') }}>
      {query.isPending && (
        <div className={css.waiting}>
          <RowSkeletons rows={shownOnCard} />
        </div>
      )}
      {query.isError && !lines && !query.isFetching && <ErrorLine onRetry={() => void query.refetch()} />}
      {lines?.length === 0 && <p className="small dim">{t('activity.empty')}</p>}
      <ul className={css.list}>
        {lines?.map((item) => (
          <ActivityLine key={lineKey(item)} item={item} />
        ))}
      </ul>
    </SideCard>
  );
}
