import { useTranslation } from 'react-i18next';
import { lineKey } from '#models/contract/activity-lines';
import { AsyncCard } from '@/components/async-card';
import { SideCard } from '@/components/side-card';
import { RowSkeletons } from '@/components/skeletons';
import { shownOnCard, useActivity } from './activity.store';
import css from './activity-card.module.css';
import { ActivityLine } from './activity-line';

const waiting = (
  <div className={css.waiting}>
    <RowSkeletons rows={shownOnCard} />
  </div>
);

/** Card with the six newest lines of activity. */
export function ActivityCard() {
  const { t } = useTranslation('cards');
  const { query, lines } = useActivity(shownOnCard, 'never');
  return (
    <SideCard title={t('activity.title')} link={{ to: '/activity', label: t('viewAll') }}>
      <AsyncCard query={query} data={lines} skeleton={waiting}>
        {(shown) => (
          <>
            {shown.length === 0 && <p className="small dim">{t('activity.empty')}</p>}
            <ul className={css.list}>
              {shown.map((item) => (
                <ActivityLine key={lineKey(item)} item={item} />
              ))}
            </ul>
          </>
        )}
      </AsyncCard>
    </SideCard>
  );
}
