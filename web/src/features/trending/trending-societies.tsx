import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CardList } from '@/components/card-list';
import { Excerpt } from '@/components/excerpt';
import { MadeBy } from '@/components/made-by';
import { SideCard } from '@/components/side-card';
import { RowSkeletons } from '@/components/skeletons';
import { SocietyTile } from '@/components/society-tile';
import { formatNumber } from '@/lib/format';
import { HowButton } from './how-button';
import css from './trending-card.module.css';
import { type TrendingSociety, useTrendingSocieties } from './trending-societies.store';

/** A society's news: '3 new members · 5 posts', without zeros. */
function useWeek({ New_Members, New_Posts, Coming_Events }: TrendingSociety): string {
  const { t } = useTranslation('cards');
  const parts = [
    ['joined', New_Members],
    ['posted', New_Posts],
    ['planned', Coming_Events],
  ] as const;
  return parts
    .filter(([, count]) => count > 0)
    .map(([what, count]) => t(`trending.${what}`, { count, n: formatNumber(count) }))
    .join(' · ');
}

function Ranked({ item, place }: { item: TrendingSociety; place: number }) {
  return (
    <li className={css.item}>
      <b className={css.place}>{formatNumber(place)}</b>
      <SocietyTile id={item.ID} category={item.Category} image={item.Image} size={36} />
      <span className={`grow ${css.lines}`}>
        <Link to={`/societies/${item.ID}`} className={`${css.post} small tap`}>
          <Excerpt>{item.Name}</Excerpt>
        </Link>
        <span className="micro dim">{useWeek(item)}</span>
      </span>
    </li>
  );
}

/** Card of the public societies where most happens for their size. `isOnPage`: on the page of what trends, which explains the formula already. */
export function TrendingSocietiesCard({ isOnPage = false }: { isOnPage?: boolean }) {
  const { t } = useTranslation('cards');
  const { query, items, computedAt } = useTrendingSocieties();
  return (
    <SideCard title={t('trending.societies')} {...(!isOnPage && { link: { to: '/societies?filter=trending', label: t('viewAll') } })}>
      <CardList
        query={query}
        items={items}
        idOf={({ ID }) => ID}
        isRanked
        className={css.list}
        skeleton={<RowSkeletons rows={3} />}
        empty={t('trending.societiesEmpty')}
      >
        {(item, index) => <Ranked item={item} place={index + 1} />}
      </CardList>
      <MadeBy computedAt={computedAt}>{!isOnPage && <HowButton />}</MadeBy>
    </SideCard>
  );
}
