import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type ActivityItem, activityNew, getActivityFeed } from '#models/contract/analytics';
import { isPage } from '#models/contract/pages';
import { PersonAvatar } from '@/components/person-avatar';
import { SideCard } from '@/components/side-card';
import { RowSkeletons } from '@/components/skeletons';
import { ErrorLine } from '@/components/states';
import { TimeAgo } from '@/components/time-ago';
import { api } from '@/lib/api';
import { onClear } from '@/lib/entities';
import { hear, heardSoFar } from '@/lib/heard';
import { onMessage } from '@/lib/live';
import { queryClient } from '@/lib/query';
import css from './activity-card.module.css';

const shown = 6;
const key = ['activity'];

/** What came live, and when: an answer that was asked for before does not have it yet. */
let arrived: readonly { item: ActivityItem; heard: number }[] = [];
onClear(() => {
  arrived = [];
});

/** Newest first, each once. */
const withItems = (items: readonly ActivityItem[], more: readonly ActivityItem[]): ActivityItem[] =>
  [...new Map([...items, ...more].map((item) => [item.id, item])).values()]
    .toSorted((a, b) => b.time.localeCompare(a.time) || b.id.localeCompare(a.id))
    .slice(0, shown);

async function fetchActivity(signal: AbortSignal): Promise<ActivityItem[]> {
  const asked = heardSoFar();
  const { data } = await api(getActivityFeed, { limit: shown }, { signal });
  const later = arrived.filter(({ heard }) => heard > asked).map(({ item }) => item);
  return withItems(data, later);
}

function onNew({ item }: { item: ActivityItem }): void {
  arrived = [...arrived, { item, heard: hear() }].slice(-shown);
  queryClient.setQueryData<ActivityItem[]>(key, (items) => (items ? withItems(items, [item]) : items));
}

function useActivity() {
  useEffect(() => onMessage(activityNew, onNew), []);
  return useQuery({ queryKey: key, queryFn: ({ signal }) => fetchActivity(signal), meta: { failure: false } });
}

function Line({ item }: { item: ActivityItem }) {
  const { t } = useTranslation(['cards', 'common']);
  const verb = item.verb.replace(/[.-]/g, '_');
  const target = <bdi>{item.target || t('common:unknownSociety')}</bdi>;
  return (
    <li className={css.line}>
      <PersonAvatar id={item.user_id} name={item.user} image={item.avatar} size={34} />
      <span className="grow small">
        <span className={css.who}>
          <b className="cut">
            <bdi>{item.user || t('common:unknownUser')}</bdi>
          </b>
          <TimeAgo time={item.time} className={`${css.time} micro dim`} />
        </span>
        <span className={`${css.what} cut`}>
          <span className="soft">{t(`cards:action.${verb}` as 'cards:action.post_created', { defaultValue: item.action })}</span>{' '}
          {isPage(item.link) ? <Link to={item.link}>{target}</Link> : target}
        </span>
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
      {query.isPending && (
        <div className={css.waiting}>
          <RowSkeletons rows={shown} />
        </div>
      )}
      {query.isError && !query.data && !query.isFetching && <ErrorLine onRetry={() => void query.refetch()} />}
      {query.data?.length === 0 && <p className="small dim">{t('activity.empty')}</p>}
      <ul className={css.list}>
        {query.data?.map((item) => (
          <Line key={item.id} item={item} />
        ))}
      </ul>
    </SideCard>
  );
}
