import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type ActivityItem, activityNew, getActivityFeed } from '#models/contract/analytics';
import { isPage } from '#models/contract/pages';
import { PersonAvatar } from '@/components/person-avatar';
import { SideCard } from '@/components/side-card';
import { RowSkeletons } from '@/components/skeletons';
import { ErrorState } from '@/components/states';
import { TimeAgo } from '@/components/time-ago';
import { api } from '@/lib/api';
import { onMessage } from '@/lib/live';
import { queryClient } from '@/lib/query';
import css from './activity-card.module.css';

const shown = 6;
const key = ['activity'];

/** Newest first, each once. */
const withItem = (items: readonly ActivityItem[], item: ActivityItem): ActivityItem[] =>
  [item, ...items.filter(({ id }) => id !== item.id)].toSorted((a, b) => b.time.localeCompare(a.time)).slice(0, shown);

function useActivity() {
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api(getActivityFeed, { limit: shown }, { signal })).data,
    meta: { failure: false },
  });
  useEffect(
    () =>
      onMessage(activityNew, ({ item }) =>
        queryClient.setQueryData<ActivityItem[]>(key, (items) => (items ? withItem(items, item) : items)),
      ),
    [],
  );
  return query;
}

function Line({ item }: { item: ActivityItem }) {
  const { t } = useTranslation(['cards', 'common']);
  const verb = item.verb.replace(/[.-]/g, '_');
  const target = <bdi>{item.target || t('common:unknownSociety')}</bdi>;
  return (
    <li className={css.line}>
      <PersonAvatar id={item.user_id} name={item.user} image={item.avatar} size={34} />
      <span className="grow small">
        <b>
          <bdi>{item.user || t('common:unknownUser')}</bdi>
        </b>{' '}
        <span className="soft">{t(`cards:action.${verb}` as 'cards:action.post_created', { defaultValue: item.action })}</span>{' '}
        {isPage(item.link) ? <Link to={item.link}>{target}</Link> : target}
        <TimeAgo time={item.time} className={`${css.time} micro dim`} />
      </span>
    </li>
  );
}

/** What is new in what the reader may see: the last six. */
export function ActivityCard() {
  const { t } = useTranslation('cards');
  const query = useActivity();
  return (
    <SideCard title={t('activity.title')}>
      {query.isPending && <RowSkeletons />}
      {query.isError && <ErrorState onRetry={() => void query.refetch()} />}
      {query.data?.length === 0 && <p className="small dim">{t('activity.empty')}</p>}
      <ul className={css.list}>
        {query.data?.map((item) => (
          <Line key={item.id} item={item} />
        ))}
      </ul>
    </SideCard>
  );
}
