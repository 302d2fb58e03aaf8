import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { AsyncCard } from '@/components/async-card';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import { RecommendationItem } from './recommendation-item';
import { shownOnPage, useRecommendations } from './recommendations.store';
import css from './recommendations-list.module.css';
import { useRefusing } from './use-refusing';

const waiting = (
  <div className={`card ${css.alone}`}>
    <RowSkeletons rows={6} />
  </div>
);

/** Page list of up to twenty recommendations with reasons; refused ones disappear, with an undo. */
export function RecommendationsList() {
  const { t } = useTranslation('cards');
  const { query, items } = useRecommendations(shownOnPage);
  const { list, refuseOne } = useRefusing();
  const discover = (
    <Button component={Link} to="/societies">
      {t('recommended.discover')}
    </Button>
  );
  return (
    <section aria-label={t('recommended.title')}>
      <AsyncCard query={query} data={items} skeleton={waiting} failure="card">
        {(shown) => (
          <>
            {shown.length === 0 && (
              <div className="card">
                <EmptyState title={t('recommended.empty')} text={t('recommended.emptyText')} seed="recommended" action={discover} />
              </div>
            )}
            <ul ref={list} className={css.list} tabIndex={-1}>
              {shown.map((item) => (
                <RecommendationItem key={item.id} item={item} onRefuse={refuseOne(item)} isDetailed />
              ))}
            </ul>
          </>
        )}
      </AsyncCard>
    </section>
  );
}
