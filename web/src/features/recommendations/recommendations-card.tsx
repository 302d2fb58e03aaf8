import { useTranslation } from 'react-i18next';
import { AsyncCard } from '@/components/async-card';
import { SideCard } from '@/components/side-card';
import { RecommendationItem } from './recommendation-item';
import { shownOnCard, useRecommendations } from './recommendations.store';
import css from './recommendations-card.module.css';
import { useRefusing } from './use-refusing';

/** Card of recommended societies and events, each with its reason. */
export function RecommendationsCard() {
  const { t } = useTranslation('cards');
  const { query, items } = useRecommendations(shownOnCard);
  const { list, refuseOne } = useRefusing();
  return (
    <SideCard title={t('recommended.title')} link={{ to: '/recommendations', label: t('viewAll') }}>
      <AsyncCard query={query} data={items}>
        {(shown) => (
          <>
            {shown.length === 0 && <p className="small dim">{t('recommended.empty')}</p>}
            <ul ref={list} className={css.list} tabIndex={-1}>
              {shown.map((item) => (
                <RecommendationItem key={item.id} item={item} onRefuse={refuseOne(item)} />
              ))}
            </ul>
          </>
        )}
      </AsyncCard>
    </SideCard>
  );
}
