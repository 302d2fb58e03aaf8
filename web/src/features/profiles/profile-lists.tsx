import { IconHeart, IconMessageCircle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Event } from '#models/contract/events';
import type { Post } from '#models/contract/posts';
import type { Society } from '#models/contract/societies';
import { Cover } from '@/components/cover';
import { DateStub } from '@/components/date-stub';
import { RowSkeletons } from '@/components/skeletons';
import { SocietyTile } from '@/components/society-tile';
import { ErrorLine } from '@/components/states';
import { TimeAgo } from '@/components/time-ago';
import { eventDate, eventTime } from '@/lib/format';
import css from './profile.module.css';
import { useShownEvents, useShownPlans, useShownPosts, useShownSocieties, type Whose } from './profile-lists.queries';

interface ShownProps<T> {
  title: string;
  empty: string;
  query: UseQueryResult<T[]>;
  className?: string | undefined;
  children: (item: T) => ReactNode;
}

function Shown<T>({ title, empty, query, className = '', children }: ShownProps<T>) {
  return (
    <section className={`card ${css.list} ${className}`} aria-label={title}>
      <h2 className="h3">{title}</h2>
      {query.isPending && <RowSkeletons />}
      {query.isError && !query.data && <ErrorLine onRetry={() => void query.refetch()} />}
      {query.data?.length === 0 && <p className="small dim">{empty}</p>}
      {query.data && query.data.length > 0 && <ul>{query.data.map(children)}</ul>}
    </section>
  );
}

function SocietyLine({ society: { ID, Name, Category, Image, Member_Count } }: { society: Society }) {
  const { t } = useTranslation('profiles');
  return (
    <li>
      <Link to={`/societies/${ID}`} className={css.line}>
        <SocietyTile id={ID} category={Category} image={Image} size={44} />
        <span className="grow">
          <b className="cut">
            <bdi>{Name}</bdi>
          </b>
          <span className="micro dim">{t('shown.members', { count: Member_Count })}</span>
        </span>
      </Link>
    </li>
  );
}

function EventLine({ event: { ID, Title, Date: date, Time, Is_Online, Location, Phase } }: { event: Event }) {
  const { t } = useTranslation(['profiles', 'common']);
  const place = Is_Online ? t('profiles:shown.online') : Location || t('common:tbd');
  return (
    <li>
      <Link to={`/events/${ID}`} className={css.line}>
        <DateStub date={date} />
        <span className="grow">
          <b className={css.two}>
            <bdi>{Title || t('profiles:shown.noTitle')}</bdi>
          </b>
          <span className="micro dim">
            {Phase === 'now' && `${t('profiles:shown.now')} · `}
            {eventDate(date)} · {eventTime(Time)}
          </span>
          <span className={`${css.place} micro dim cut`}>
            <bdi>{place}</bdi>
          </span>
        </span>
      </Link>
    </li>
  );
}

function PostLine({ post: { ID, Content, Image, CreatedAt, Likes, CommentsCount, Society_Name, Society_Category } }: { post: Post }) {
  const { t } = useTranslation('profiles');
  return (
    <li>
      <Link to={`/posts/${ID}`} className={css.line}>
        <span className="grow">
          <span className={`${css.two} ${css.words} auto`} dir="auto">
            {Content || t('shown.noContent')}
          </span>
          <span className={`${css.facts} micro dim`}>
            <TimeAgo time={CreatedAt} />
            <bdi className="cut">{Society_Name}</bdi>
            <span>
              <IconHeart size={14} aria-hidden="true" /> {t('shown.likes', { count: Likes })}
            </span>
            <span>
              <IconMessageCircle size={14} aria-hidden="true" /> {t('shown.comments', { count: CommentsCount })}
            </span>
          </span>
        </span>
        {Image && <Cover seed={ID} category={Society_Category} image={Image} width={128} height={128} className={css.picture ?? ''} />}
      </Link>
    </li>
  );
}

/** Where a person goes next; nothing where that is nowhere, or not for the reader. */
function Plans({ whose }: { whose: Whose }) {
  const { t } = useTranslation('profiles');
  const plans = useShownPlans(whose);
  if (plans.length === 0) return null;
  return (
    <section className={`card ${css.list}`} aria-label={t('shown.plans')}>
      <h2 className="h3">{t('shown.plans')}</h2>
      <ul>
        {plans.map((event) => (
          <EventLine key={event.ID} event={event} />
        ))}
      </ul>
    </section>
  );
}

/** What a profile shows of a person: some societies, events and posts, each list in its own state. */
export function ProfileLists({ whose }: { whose: Whose }) {
  const { t } = useTranslation('profiles');
  return (
    <div className={css.lists}>
      <Shown title={t('shown.societies')} empty={t('shown.noSocieties')} query={useShownSocieties(whose)} className={css.tiles}>
        {(society) => <SocietyLine key={society.ID} society={society} />}
      </Shown>
      <div className="stack">
        <Plans whose={whose} />
        <Shown title={t('shown.events')} empty={t('shown.noEvents')} query={useShownEvents(whose)}>
          {(event) => <EventLine key={event.ID} event={event} />}
        </Shown>
      </div>
      <Shown title={t('shown.posts')} empty={t('shown.noPosts')} query={useShownPosts(whose)}>
        {(post) => <PostLine key={post.ID} post={post} />}
      </Shown>
    </div>
  );
}
