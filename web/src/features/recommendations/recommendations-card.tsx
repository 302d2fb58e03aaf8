import { useTranslation } from 'react-i18next';
import { SideCard } from '@/components/side-card';
import { RowSkeletons } from '@/components/skeletons';
import { ErrorLine } from '@/components/states';
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
      {query.isPending && <RowSkeletons />}
      {query.isError && !query.data && !query.isFetching && <ErrorLine onRetry={() => void query.refetch()} />}
      {items?.length === 0 && <p className="small dim">{t('recommended.empty')}</p>}
      <ul ref={list} className={css.list} tabIndex={-1}>
        {items?.map((item) => (
          <RecommendationItem key={item.id} item={item} onRefuse={refuseOne(item)} />
        ))}
      </ul>
    </SideCard>
  );
}
