import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cardsRecommendations, getRecommendations, type Recommendation } from '#models/contract/analytics';
import { isPage } from '#models/contract/pages';
import { SideCard } from '@/components/side-card';
import { RowSkeletons } from '@/components/skeletons';
import { SocietyTile } from '@/components/society-tile';
import { ErrorLine } from '@/components/states';
import { api } from '@/lib/api';
import { eventDate, eventTime, formatNumber } from '@/lib/format';
import { onMessage } from '@/lib/live';
import { queryClient } from '@/lib/query';
import css from './recommendations-card.module.css';

const shown = 3;
const key = ['recommendations'];

function useRecommendations() {
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api(getRecommendations, { limit: shown }, { signal })).data,
    meta: { failure: false },
  });
  useEffect(() => onMessage(cardsRecommendations, () => void queryClient.invalidateQueries({ queryKey: key })), []);
  return query;
}

/** The reason in the reader's language; `count` chooses the plural form. */
function useReason({ reason_code, params, reason }: Recommendation): string {
  const { t } = useTranslation('cards');
  const { count, ...rest } = params;
  return t(`reason.${reason_code}` as 'reason.popular', {
    ...rest,
    ...(count === undefined ? {} : { count: Number(count) }),
    defaultValue: reason,
  });
}

function Item({ item }: { item: Recommendation }) {
  const { t } = useTranslation('cards');
  const reason = useReason(item);
  const to = item.type === 'society' ? `/societies/${item.id}` : `/events/${item.id}`;
  const facts =
    item.type === 'event'
      ? `${eventDate(item.date)} · ${eventTime(item.time)}`
      : t('recommended.members', { count: item.members ?? 0, n: formatNumber(item.members ?? 0) });
  return (
    <li className={css.item}>
      <SocietyTile id={item.id} category={item.category} image={item.image} size={44} />
      <span className="grow">
        <b className="small cut">
          {isPage(to) ? (
            <Link to={to}>
              <bdi>{item.title}</bdi>
            </Link>
          ) : (
            <bdi>{item.title}</bdi>
          )}
        </b>
        <span className={`${css.line} micro dim cut`}>{facts}</span>
        <span className={`${css.line} micro soft`}>{reason}</span>
      </span>
    </li>
  );
}

/** Societies and events to look at, each with a reason that a person can read. */
export function RecommendationsCard() {
  const { t } = useTranslation('cards');
  const query = useRecommendations();
  return (
    <SideCard title={t('recommended.title')}>
      {query.isPending && <RowSkeletons />}
      {query.isError && !query.data && !query.isFetching && <ErrorLine onRetry={() => void query.refetch()} />}
      {query.data?.length === 0 && <p className="small dim">{t('recommended.empty')}</p>}
      <ul className={css.list}>
        {query.data?.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
    </SideCard>
  );
}
