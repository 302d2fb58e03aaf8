import { IconHeart, IconMessageCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { SideCard } from '@/components/side-card';
import { RowSkeletons } from '@/components/skeletons';
import { ErrorLine } from '@/components/states';
import { formatNumber } from '@/lib/format';
import { type TrendingItem, useTrending } from './trending.store';
import css from './trending-card.module.css';

function Ranked({ item, place }: { item: TrendingItem; place: number }) {
  const { t } = useTranslation(['cards', 'common']);
  return (
    <li className={css.item}>
      <b className={css.place}>{place}</b>
      <span className="grow">
        <Link to={`/societies/${item.Society_ID}`} className={css.title}>
          <bdi>{item.title || t('cards:trending.noTitle')}</bdi>
        </Link>
        <span className={`${css.meta} micro dim`}>
          <bdi className="cut">{item.Society_Name || t('common:unknownSociety')}</bdi>
          <span className={css.count}>
            <IconHeart size={14} aria-hidden="true" />
            {formatNumber(item.Likes)}
            <span className="vh">{t('cards:trending.likes')}</span>
          </span>
          <span className={css.count}>
            <IconMessageCircle size={14} aria-hidden="true" />
            {formatNumber(item.CommentsCount)}
            <span className="vh">{t('cards:trending.comments')}</span>
          </span>
        </span>
      </span>
    </li>
  );
}

/** The three open posts that move most, in the order of their score. */
export function TrendingCard() {
  const { t } = useTranslation('cards');
  const query = useTrending();
  return (
    <SideCard title={t('trending.title')}>
      {query.isPending && (
        <div className={css.waiting}>
          <RowSkeletons />
        </div>
      )}
      {query.isError && !query.data && !query.isFetching && <ErrorLine onRetry={() => void query.refetch()} />}
      {query.data?.length === 0 && <p className="small dim">{t('trending.empty')}</p>}
      <ol className={css.list}>
        {query.data?.map((item, index) => (
          <Ranked key={item.ID} item={item} place={index + 1} />
        ))}
      </ol>
      <a className={`${css.how} link micro`} href="/docs/trending.md" target="_blank" rel="noreferrer">
        {t('trending.how')}
      </a>
    </SideCard>
  );
}
