import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataOf } from '#models/contract/define';
import { eventAsOf } from '#models/contract/event-phase';
import type { Event } from '#models/contract/events';
import type { Post } from '#models/contract/posts';
import type { SearchKind, searchAll } from '#models/contract/search';
import type { Society } from '#models/contract/societies';
import { PersonAvatar } from '@/components/person-avatar';
import { SocietyTile } from '@/components/society-tile';
import { eventDate, eventTime, formatNumber } from '@/lib/format';
import { useNow } from '@/lib/now';

/** A result as a row: picture, title, one detail and its link. */
export interface Hit {
  to: string;
  picture: ReactNode;
  title: string;
  detail: ReactNode;
}

const size = 36;

function MemberCount({ count }: { count: number }) {
  const { t } = useTranslation('search');
  return t('members', { count, n: formatNumber(count) });
}

const societyHit = ({ ID, Name, Category, Image, Member_Count }: Society): Hit => ({
  to: `/societies/${ID}`,
  picture: <SocietyTile id={ID} category={Category} image={Image} size={size} />,
  title: Name,
  detail: <MemberCount count={Member_Count} />,
});

/** Date and time of an event, and whether it is now or has ended. */
function EventTime({ event }: { event: Event }) {
  const { t } = useTranslation('search');
  const { Status, Phase } = eventAsOf(event, useNow());
  const when = `${eventDate(event.Date)} · ${eventTime(event.Time)}`;
  return Status === 'cancelled' || Phase === 'upcoming' ? when : `${t(Phase)} · ${when}`;
}

const eventHit = (event: Event): Hit => ({
  to: `/events/${event.ID}`,
  picture: <SocietyTile id={event.ID} category={event.Category} image={event.Image} size={size} />,
  title: event.Title,
  detail: <EventTime event={event} />,
});

const postHit = ({ ID, Content, User, User_Name, User_Image, Society_Name }: Post): Hit => ({
  to: `/posts/${ID}`,
  picture: <PersonAvatar id={User} name={User_Name} image={User_Image} size={size} />,
  title: Content,
  detail: Society_Name,
});

/** Converts search results to rows, by kind. */
export const hitsOf = ({ societies, events, posts, people }: DataOf<typeof searchAll>): Record<SearchKind, Hit[]> => ({
  societies: societies.map(societyHit),
  events: events.map(eventHit),
  posts: posts.map(postHit),
  people: people.map(({ ID, Name, Image }) => ({
    to: `/users/${ID}`,
    picture: <PersonAvatar id={ID} name={Name} image={Image} size={size} />,
    title: Name,
    detail: null,
  })),
});
