import { IconHeart, IconMessageCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cardsTrending, getTrendingPosts } from '#models/contract/analytics';
import type { PayloadOf } from '#models/contract/define';
import { SideCard } from '@/components/side-card';
import { RowSkeletons } from '@/components/skeletons';
import { ErrorLine } from '@/components/states';
import { api } from '@/lib/api';
import { formatNumber } from '@/lib/format';
import { hear, heardSoFar } from '@/lib/heard';
import { onMessage } from '@/lib/live';
import { queryClient } from '@/lib/query';
import css from './trending-card.module.css';

const shown = 3;
const days = 7;
const key = ['trending'];
type Item = PayloadOf<typeof cardsTrending>['items'][number];

/** When the list came live: an answer that was asked for before that says nothing new. */
let heard = 0;

async function fetchTrending(signal: AbortSignal): Promise<Item[]> {
  const asked = heardSoFar();
  const { data } = await api(getTrendingPosts, { limit: shown, days }, { signal });
  return (heard > asked && queryClient.getQueryData<Item[]>(key)) || data;
}

function onTrending({ items }: PayloadOf<typeof cardsTrending>): void {
  heard = hear();
  queryClient.setQueryData(key, items.slice(0, shown));
}

function useTrending() {
  useEffect(() => onMessage(cardsTrending, onTrending), []);
  return useQuery({ queryKey: key, queryFn: ({ signal }) => fetchTrending(signal), meta: { failure: false } });
}

function Ranked({ item, place }: { item: Item; place: number }) {
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
    </SideCard>
  );
}
