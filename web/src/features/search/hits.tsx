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

/** One result as a line: what it looks like, what it is called, one fact, and where it leads. */
export interface Hit {
  to: string;
  picture: ReactNode;
  title: string;
  fact: ReactNode;
}

const size = 36;
/** A post has no title: its beginning stands for it. */
const titleLength = 50;

/** The beginning of a post's words, with '...' where there is more; letters are never cut in two. */
export function titleOf(content: string): string {
  const letters = [...content.trim().replace(/\s+/g, ' ')];
  return letters.length > titleLength ? `${letters.slice(0, titleLength).join('')}...` : letters.join('');
}

function Members({ count }: { count: number }) {
  const { t } = useTranslation('search');
  return t('members', { count, n: formatNumber(count) });
}

const societyHit = ({ ID, Name, Category, Image, Member_Count }: Society): Hit => ({
  to: `/societies/${ID}`,
  picture: <SocietyTile id={ID} category={Category} image={Image} size={size} />,
  title: Name,
  fact: <Members count={Member_Count} />,
});

/** When an event is, and whether it is going on or has ended. */
function When({ event }: { event: Event }) {
  const { t } = useTranslation('search');
  const { Status, Phase } = eventAsOf(event, useNow());
  const when = `${eventDate(event.Date)} · ${eventTime(event.Time)}`;
  return Status === 'cancelled' || Phase === 'upcoming' ? when : `${t(Phase)} · ${when}`;
}

const eventHit = (event: Event): Hit => ({
  to: `/events/${event.ID}`,
  picture: <SocietyTile id={event.ID} category={event.Category} image={event.Image} size={size} />,
  title: event.Title,
  fact: <When event={event} />,
});

const postHit = ({ ID, Content, User, User_Name, User_Image, Society_Name }: Post): Hit => ({
  to: `/posts/${ID}`,
  picture: <PersonAvatar id={User} name={User_Name} image={User_Image} size={size} />,
  title: titleOf(Content),
  fact: <bdi>{Society_Name}</bdi>,
});

/** The results of a search as lines, by their kind. */
export const hitsOf = ({ societies, events, posts, people }: DataOf<typeof searchAll>): Record<SearchKind, Hit[]> => ({
  societies: societies.map(societyHit),
  events: events.map(eventHit),
  posts: posts.map(postHit),
  people: people.map(({ ID, Name, Image }) => ({
    to: `/users/${ID}`,
    picture: <PersonAvatar id={ID} name={Name} image={Image} size={size} />,
    title: Name,
    fact: null,
  })),
});
