import { useTranslation } from 'react-i18next';
import { lineKey } from '#models/contract/activity-lines';
import { CardList } from '@/components/card-list';
import { SideCard } from '@/components/side-card';
import { RowSkeletons } from '@/components/skeletons';
import { shownOnCard, useActivity } from './activity.store';
import css from './activity-card.module.css';
import { ActivityLine } from './activity-line';

const skeleton = <RowSkeletons rows={shownOnCard} className={css.waiting} />;

/** Card with the six newest lines of activity. */
export function ActivityCard() {
  const { t } = useTranslation('cards');
  const { query, lines } = useActivity(shownOnCard, 'never');
  return (
    <SideCard title={t('activity.title')} link={{ to: '/activity', label: t('viewAll') }}>
      <CardList query={query} items={lines} idOf={lineKey} skeleton={skeleton} empty={t('activity.empty')} className={css.list}>
        {(item) => <ActivityLine item={item} />}
      </CardList>
    </SideCard>
  );
}
