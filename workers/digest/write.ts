import { dayWords, timeWords } from '#models/bus/date-words';
import type { Locale } from '#models/bus/i18n';
import { digestWords, type MailItem, type MailSection, type MuteLink, mailWords, moreWords } from '#models/bus/mail-words';
import { cleanProse, oneLine } from '#models/contract/characters';
import { blockedWith } from '#models/db/blocks.loaders';
import { type EventDoc, Events } from '#models/db/events';
import { type MembershipDoc, Memberships } from '#models/db/memberships';
import { type Id, toId } from '#models/db/model';
import { type PostDoc, Posts } from '#models/db/posts';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { excerpt } from '#models/db/text';
import { loadPeople, personName } from '#models/db/users';
import { compose } from '../mail/compose.js';
import type { WriteNews } from '../mail/write.js';
import { muteSociety } from '../mail/write-notifications.js';

const weekMs = 7 * 86_400_000;
/** Posts, and events, shown of one society. */
export const maxPerSection = 5;
/** Societies shown in a mail. */
export const maxSocieties = 20;
export const maxCounted = 100;
const excerptLength = 200;

/** Creation times of posts that count as news, so that inactive readers do not get the same posts every week. */
export const lastWeekRange = (now: Date) => ({ $gt: new Date(now.getTime() - weekMs), $lte: now });
/** Events of the next week. */
export const upcomingFilter = (society: Id, now: Date) => ({
  society,
  startsAt: { $gt: now, $lte: new Date(now.getTime() + weekMs) },
  removedAt: null,
  cancelledAt: null,
});

/** Writes a digest: unseen posts and upcoming events of the reader's societies. */
export const writeDigest: WriteNews = async (mail, reader, locale, { publicUrl }) => {
  const own = await Memberships.find({ user: reader._id }, { society: 1, seenAt: 1, joinedAt: 1 }).lean();
  const societies = await societiesWithDigest(own, reader.preferences.mutedSocieties);
  const blocked = await blockedWith(reader._id);
  const hidden = [reader._id, ...[...blocked].map(toId)];
  const found: News[] = [];
  for (const society of societies) {
    const membership = own.find((each) => each.society.equals(society._id));
    const news = membership && (await newsOf(society, membership, hidden, mail.at));
    if (news && (news.posts.length > 0 || news.events.length > 0)) found.push(news);
    if (found.length === maxSocieties) break;
  }
  if (found.length === 0) return null;
  const authors = found.flatMap(({ posts }) => posts.map(({ author }) => author));
  const people = await loadPeople(authors);
  const nameOf = (id: Id): string => oneLine(personName(people.get(String(id))));
  const sections = found.flatMap((news) =>
    sectionsOf(news, nameOf, locale, publicUrl, muteSociety(news.society._id, news.society.name, locale, publicUrl)),
  );
  return {
    composed: compose({ ...mailWords('digest', { name: reader.name }, locale), sections }, `${publicUrl}/`, locale, `${publicUrl}/account`),
    about: authors,
  };
};

type DigestSociety = Pick<SocietyDoc, '_id' | 'name' | 'nameFolded' | 'category'>;
type Member = Pick<MembershipDoc, 'society' | 'seenAt' | 'joinedAt'>;

/** Own societies that send a digest and are not muted, by name. */
async function societiesWithDigest(own: readonly Member[], muted: readonly Id[]): Promise<DigestSociety[]> {
  const digestOn = { 'notifications.weeklyDigest': true, 'notifications.emailNotifications': true, removedAt: null };
  const ids = own.map(({ society }) => society).filter((id) => !muted.some((each) => each.equals(id)));
  const found = await Societies.find({ _id: { $in: ids }, ...digestOn }, { name: 1, nameFolded: 1, category: 1 }).lean<DigestSociety[]>();
  return found.sort((a, b) => (a.nameFolded < b.nameFolded ? -1 : 1));
}

/** News of one society in a digest. */
export interface News {
  society: DigestSociety;
  posts: PostDoc[];
  morePosts: number;
  events: EventDoc[];
  moreEvents: number;
}

async function newsOf(society: DigestSociety, { seenAt, joinedAt }: Member, hidden: readonly Id[], now: Date): Promise<News> {
  const { $gt, $lte } = lastWeekRange(now);
  const since = new Date(Math.max($gt.getTime(), (seenAt ?? joinedAt).getTime()));
  const unseen = { society: society._id, createdAt: { $gt: since, $lte }, removedAt: null, author: { $nin: hidden } };
  // If written late, leave out events that have begun meanwhile.
  const next = upcomingFilter(society._id, new Date(Math.max(now.getTime(), Date.now())));
  const [posts, countPosts, events, countEvents] = await Promise.all([
    Posts.find(unseen).sort({ createdAt: -1, _id: -1 }).limit(maxPerSection).lean(),
    Posts.countDocuments(unseen).limit(maxCounted),
    Events.find(next).sort({ startsAt: 1, _id: 1 }).limit(maxPerSection).lean(),
    Events.countDocuments(next).limit(maxCounted),
  ]);
  return { society, posts, morePosts: countPosts - posts.length, events, moreEvents: countEvents - events.length };
}

/** Sections of one society: its posts, its events, and below the last of them the link that ends such mail. */
export function sectionsOf(
  news: News,
  nameOf: (id: Id, society: DigestSociety) => string,
  locale: Locale,
  publicUrl: string,
  mute: MuteLink,
): MailSection[] {
  const { society, posts, events, morePosts, moreEvents } = news;
  const section = (part: 'posts' | 'events', items: MailItem[], more: number): MailSection[] =>
    items.length === 0 ? [] : [{ heading: digestWords(part, society.name, locale), items, more: moreWords(part, more, locale) }];
  const sections = [
    ...section(
      'posts',
      posts.map(({ _id, author, content }) => ({
        title: nameOf(author, society),
        text: excerpt(cleanProse(content), excerptLength),
        isQuoted: true,
        link: `${publicUrl}/posts/${_id}`,
      })),
      morePosts,
    ),
    ...section(
      'events',
      events.map(({ _id, title, date, time, location }) => ({
        title: oneLine(title),
        text: [dayWords(date, locale), timeWords(time, locale), oneLine(location)].filter(Boolean).join(' · '),
        link: `${publicUrl}/events/${_id}`,
      })),
      moreEvents,
    ),
  ];
  return sections.map((each, at) => (at < sections.length - 1 ? each : { ...each, mute }));
}
