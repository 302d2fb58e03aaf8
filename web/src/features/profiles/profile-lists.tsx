import { IconHeart, IconMessageCircle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Event } from '#models/contract/events';
import type { Post } from '#models/contract/posts';
import type { Society } from '#models/contract/societies';
import { CardList } from '@/components/card-list';
import { Cover } from '@/components/cover';
import { DateStub } from '@/components/date-stub';
import { Excerpt } from '@/components/excerpt';
import { Waiting } from '@/components/skeletons';
import { SocietyTile } from '@/components/society-tile';
import { TimeAgo } from '@/components/time-ago';
import { eventDate, eventTime } from '@/lib/format';
import css from './profile.module.css';
import { type ListOwner, useAttendedEvents, usePlannedEvents, useProfilePosts, useProfileSocieties } from './profile-lists.queries';

interface ProfileListProps<T> {
  title: string;
  empty: string;
  query: UseQueryResult<T[]>;
  className?: string | undefined;
  children: (item: T) => ReactElement;
}

function ProfileList<T extends { ID: string }>({ title, empty, query, className = '', children }: ProfileListProps<T>) {
  return (
    <section className={`card ${css.list} ${className}`} aria-label={title}>
      <h2 className="h3">{title}</h2>
      <CardList query={query} items={query.data} empty={empty}>
        {children}
      </CardList>
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
          <Excerpt as="b">{Name}</Excerpt>
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
          <Excerpt as="b" lines={2}>
            {Title || t('profiles:shown.noTitle')}
          </Excerpt>
          <span className="micro dim">
            {Phase === 'now' && `${t('profiles:shown.now')} · `}
            {eventDate(date)} · {eventTime(Time)}
          </span>
          <Excerpt className="micro dim">{place}</Excerpt>
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
          <Excerpt lines={2} className={css.words}>
            {Content || t('shown.noContent')}
          </Excerpt>
          <span className={`${css.facts} micro dim`}>
            <TimeAgo time={CreatedAt} />
            <Excerpt className={css.society}>{Society_Name}</Excerpt>
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

/** Events that a person will attend; empty if there are none or the viewer may not see them. */
function PlannedEvents({ owner }: { owner: ListOwner }) {
  const { t } = useTranslation('profiles');
  const { plans, isLoading } = usePlannedEvents(owner);
  if (isLoading) return <Waiting />;
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

/** Societies, events and posts of a profile; each list loads and fails on its own. */
export function ProfileLists({ owner }: { owner: ListOwner }) {
  const { t } = useTranslation('profiles');
  return (
    <div className={`${css.lists} steady`}>
      <ProfileList title={t('shown.societies')} empty={t('shown.noSocieties')} query={useProfileSocieties(owner)} className={css.tiles}>
        {(society) => <SocietyLine society={society} />}
      </ProfileList>
      <div className="stack steady">
        <PlannedEvents owner={owner} />
        <ProfileList title={t('shown.events')} empty={t('shown.noEvents')} query={useAttendedEvents(owner)}>
          {(event) => <EventLine event={event} />}
        </ProfileList>
      </div>
      <ProfileList title={t('shown.posts')} empty={t('shown.noPosts')} query={useProfilePosts(owner)}>
        {(post) => <PostLine post={post} />}
      </ProfileList>
    </div>
  );
}
