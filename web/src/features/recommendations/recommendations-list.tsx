import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CardList } from '@/components/card-list';
import { MadeBy } from '@/components/made-by';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import { HowButton } from './how-button';
import { RecommendationItem } from './recommendation-item';
import { shownOnPage, useRecommendations } from './recommendations.store';
import css from './recommendations-list.module.css';
import { useRefusing } from './use-refusing';

/** Page list of up to twenty recommendations with reasons; refused ones disappear, with an undo. */
export function RecommendationsList() {
  const { t } = useTranslation('cards');
  const { query, items, computedAt } = useRecommendations(shownOnPage);
  const { list, refuseOne } = useRefusing();
  const discover = (
    <Button component={Link} to="/societies">
      {t('recommended.discover')}
    </Button>
  );
  return (
    <section aria-label={t('recommended.title')} className="stack">
      <MadeBy computedAt={computedAt}>
        <HowButton />
      </MadeBy>
      <CardList
        query={query}
        items={items}
        idOf={({ id }) => id}
        ref={list}
        className={css.list}
        skeleton={<RowSkeletons rows={6} className={`card ${css.alone}`} />}
        failure="card"
        empty={
          <div className="card">
            <EmptyState title={t('recommended.empty')} text={t('recommended.emptyText')} seed="recommended" action={discover} />
          </div>
        }
      >
        {(item) => <RecommendationItem item={item} onRefuse={refuseOne(item)} isDetailed />}
      </CardList>
    </section>
  );
}
