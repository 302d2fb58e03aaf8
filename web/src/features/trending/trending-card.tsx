import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CardList } from '@/components/card-list';
import { Excerpt } from '@/components/excerpt';
import { SideCard } from '@/components/side-card';
import { RowSkeletons } from '@/components/skeletons';
import { formatNumber } from '@/lib/format';
import { HowButton } from './how-button';
import { shownOnCard, type TrendingItem, useTrending } from './trending.store';
import css from './trending-card.module.css';
import { TrendingCounts } from './trending-counts';

function Ranked({ item, place }: { item: TrendingItem; place: number }) {
  const { t } = useTranslation(['cards', 'common']);
  return (
    <li className={css.item}>
      <b className={css.place}>{formatNumber(place)}</b>
      <span className="grow">
        <Link to={`/posts/${item.ID}`} className={`${css.post} tap`}>
          <Excerpt lines={2} className={css.title}>
            {item.Content || item.title || t('cards:trending.noTitle')}
          </Excerpt>
        </Link>
        <span className={`${css.meta} micro dim`}>
          <Excerpt>{item.Society_Name || t('common:unknownSociety')}</Excerpt>
          <TrendingCounts item={item} />
        </span>
      </span>
    </li>
  );
}

/** Card of the three public posts with the highest trending score. */
export function TrendingCard() {
  const { t } = useTranslation('cards');
  const { query, items } = useTrending(shownOnCard);
  return (
    <SideCard title={t('trending.title')} link={{ to: '/trending', label: t('viewAll') }}>
      <CardList
        query={query}
        items={items}
        isRanked
        className={css.list}
        skeleton={<RowSkeletons className={css.waiting} />}
        empty={t('trending.empty')}
      >
        {(item, index) => <Ranked item={item} place={index + 1} />}
      </CardList>
      <HowButton className={`${css.how} micro`} />
    </SideCard>
  );
}
