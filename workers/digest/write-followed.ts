import { maskedWords } from '#models/bus/i18n';
import { mailWords, unfollowWords } from '#models/bus/mail-words';
import { oneLine } from '#models/contract/characters';
import { blockedWith } from '#models/db/blocks.loaders';
import { Events } from '#models/db/events';
import type { MailDoc } from '#models/db/mails';
import { Memberships } from '#models/db/memberships';
import { type Id, toId } from '#models/db/model';
import { loadNaming, viewerInSocieties } from '#models/db/naming.loaders';
import { Posts } from '#models/db/posts';
import { isOpenInside, type SocietyDoc } from '#models/db/societies';
import type { SocietyFollowDoc } from '#models/db/society-follows';
import { followedSocieties } from '#models/db/society-follows.loaders';
import { loadPeople, personName, Users } from '#models/db/users';
import { askerFor } from '#models/policies/index';
import { compose } from '../mail/compose.js';
import type { WriteNews } from '../mail/write.js';
import { cadenceOf, readUpTo } from './followers.js';
import { maxCounted, maxPerSection, maxSocieties, type News, sectionsOf } from './write.js';

/** Writes a mail to a follower: what is new and unread in the societies that the reader still follows with the mail's cadence. */
export const writeFollowed: WriteNews = async (mail, reader, locale, { publicUrl }) => {
  const [own, user, blocked] = await Promise.all([
    Memberships.find({ user: reader._id }, { society: 1, role: 1 }).lean(),
    Users.findById(reader._id, { followCadence: 1 }).lean(),
    blockedWith(reader._id),
  ]);
  const roles = new Map(own.map(({ society, role }) => [String(society), role]));
  const hidden = [reader._id, ...[...blocked].map(toId)];
  const found: News[] = [];
  for (const { follow, society } of await followedSocieties({ id: String(reader._id), roles })) {
    if (cadenceOf(follow, user?.followCadence) !== mail.params?.cadence || !society.notifications.emailNotifications) continue;
    const news = await newsOf(society, follow, hidden, mail);
    if (news.posts.length > 0 || news.events.length > 0) found.push(news);
    if (found.length === maxSocieties) break;
  }
  if (found.length === 0) return null;
  const authors = found.flatMap(({ posts }) => posts.map(({ author }) => author));
  const people = await loadPeople(authors);
  const named = await Promise.all(
    found.map(({ society, posts }) =>
      loadNaming(
        askerFor(viewerInSocieties(String(reader._id), roles)),
        posts.map(({ author }) => ({ society, user: author })),
      ),
    ),
  );
  const nameOf = (id: Id, society: News['society']): string => {
    const mayName = named[found.findIndex((news) => news.society === society)];
    return mayName?.(society, id) ? oneLine(personName(people.get(String(id)))) : maskedWords(locale);
  };
  const sections = found.flatMap((news) =>
    sectionsOf(news, nameOf, locale, publicUrl, {
      label: unfollowWords(news.society.name, locale),
      link: `${publicUrl}/societies/${news.society._id}?unfollow=1`,
    }),
  );
  return {
    composed: compose(
      { ...mailWords('followed', { name: reader.name }, locale), sections },
      `${publicUrl}/?feed=followed`,
      locale,
      `${publicUrl}/account?tab=notifications`,
    ),
    about: authors,
  };
};

/** Filters for what a mail is about: one post or event, or what was created in its period. */
function filtersOf({ params = {} }: MailDoc, readUntil: Date): { posts: object | null; events: object | null } {
  const { post, event, since, until } = params;
  const unread = { createdAt: { $gt: readUntil } };
  if (post) return { posts: { _id: toId(post), ...unread }, events: null };
  if (event) return { posts: null, events: { _id: toId(event), ...unread } };
  if (!since || !until) return { posts: null, events: null };
  const from = new Date(Math.max(Date.parse(since), readUntil.getTime()));
  const inPeriod = { createdAt: { $gt: from, $lte: new Date(until) } };
  return { posts: inPeriod, events: inPeriod };
}

async function newsOf(society: SocietyDoc, follow: SocietyFollowDoc, hidden: readonly Id[], mail: MailDoc): Promise<News> {
  const filters = filtersOf(mail, readUpTo(follow));
  const ofSociety = { society: society._id, removedAt: null };
  const ofPosts = filters.posts && { ...filters.posts, ...ofSociety, author: { $nin: hidden } };
  const coming = { ...ofSociety, cancelledAt: null, startsAt: { $gt: new Date() }, creator: { $nin: hidden } };
  const ofEvents = filters.events && isOpenInside(society).events ? { ...filters.events, ...coming } : null;
  const [posts, countPosts, events, countEvents] = await Promise.all([
    ofPosts ? Posts.find(ofPosts).sort({ createdAt: -1, _id: -1 }).limit(maxPerSection).lean() : [],
    ofPosts ? Posts.countDocuments(ofPosts).limit(maxCounted) : 0,
    ofEvents ? Events.find(ofEvents).sort({ startsAt: 1, _id: 1 }).limit(maxPerSection).lean() : [],
    ofEvents ? Events.countDocuments(ofEvents).limit(maxCounted) : 0,
  ]);
  return { society, posts, morePosts: countPosts - posts.length, events, moreEvents: countEvents - events.length };
}
