import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CardList } from '@/components/card-list';
import { Cover } from '@/components/cover';
import { Excerpt } from '@/components/excerpt';
import { PersonAvatar } from '@/components/person-avatar';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import { formatNumber } from '@/lib/format';
import { useShownName } from '@/lib/use-shown-name';
import { shownOnPage, type TrendingItem, useTrending } from './trending.store';
import { TrendingCounts } from './trending-counts';
import css from './trending-list.module.css';

function Ranked({ item, place }: { item: TrendingItem; place: number }) {
  const { t } = useTranslation(['cards', 'common']);
  const nameOf = useShownName();
  return (
    <li className={css.item}>
      <b className={css.place} data-first={place <= 3 || undefined}>
        {formatNumber(place)}
      </b>
      <div className="grow">
        <Link to={`/posts/${item.ID}`} className={`${css.post} tap`}>
          <Excerpt lines={2} className={css.title}>
            {item.Content || item.title || t('cards:trending.noTitle')}
          </Excerpt>
        </Link>
        <div className={`${css.meta} small dim`}>
          <PersonAvatar id={item.User} name={item.User_Name} image={item.User_Image} size={24} />
          <Excerpt className={css.name}>{nameOf(item.User, item.User_Name)}</Excerpt>
          <span aria-hidden="true" className={css.dot}>
            ·
          </span>
          <Link to={`/societies/${item.Society_ID}`} className={`${css.name} tap`}>
            <Excerpt>{item.Society_Name || t('common:unknownSociety')}</Excerpt>
          </Link>
        </div>
        <div className={`${css.counts} small dim`}>
          <TrendingCounts item={item} />
        </div>
      </div>
      {item.Image && (
        <Cover className={css.image ?? ''} seed={item.ID} category={item.Society_Category} image={item.Image} width={160} height={112} />
      )}
    </li>
  );
}

/** Page list of the twenty public posts with the highest trending score. */
export function TrendingList() {
  const { t } = useTranslation('cards');
  const { query, items } = useTrending(shownOnPage);
  return (
    <section className={`card ${css.card}`} aria-label={t('trending.title')}>
      <CardList
        query={query}
        items={items}
        isRanked
        className={css.list}
        skeleton={<RowSkeletons rows={8} className={css.waiting} />}
        failure="block"
        empty={<EmptyState title={t('trending.none')} text={t('trending.emptyText')} seed="trending" />}
      >
        {(item, index) => <Ranked item={item} place={index + 1} />}
      </CardList>
    </section>
  );
}
