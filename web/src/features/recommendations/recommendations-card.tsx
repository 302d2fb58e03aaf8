import { useTranslation } from 'react-i18next';
import { CardList } from '@/components/card-list';
import { MadeBy } from '@/components/made-by';
import { SideCard } from '@/components/side-card';
import { HowButton } from './how-button';
import { RecommendationItem } from './recommendation-item';
import { shownOnCard, useRecommendations } from './recommendations.store';
import css from './recommendations-card.module.css';
import { useRefusing } from './use-refusing';

/** Card of recommended societies and events, each with its reason. */
export function RecommendationsCard() {
  const { t } = useTranslation('cards');
  const { query, items, computedAt } = useRecommendations(shownOnCard);
  const { list, refuseOne } = useRefusing();
  return (
    <SideCard title={t('recommended.title')} link={{ to: '/recommendations', label: t('viewAll') }}>
      <CardList query={query} items={items} idOf={({ id }) => id} ref={list} className={css.list} empty={t('recommended.empty')}>
        {(item) => <RecommendationItem item={item} onRefuse={refuseOne(item)} />}
      </CardList>
      <MadeBy computedAt={computedAt}>
        <HowButton />
      </MadeBy>
    </SideCard>
  );
}
