import { describe, expect, test } from 'vitest';
import { societyCategories } from '#models/contract/societies';
import { eventPhase } from '#models/db/events';
import { instantOf } from '#models/db/local-time';
import { models } from '#models/db/model';
import '#models/db/all';
import { type Community, makeCommunity } from './community.js';
import { contextOf, type DemoOptions } from './context.js';
import { slotsIn } from './fill.js';
import { isArabic } from './kinds.js';
import { scoreOf } from './scale.js';

const today = new Date('2026-11-21T17:30:00Z');
const make = (options: DemoOptions = {}): Community => makeCommunity(contextOf({ today, ...options }, 'hash'));
const full = make();
const small = make({ scale: 'small' });
const hour = 3600_000;

test('the same seed and day give the same documents, another seed gives others', () => {
  expect(make({ scale: 'small' })).toEqual(small);
  expect(make({ scale: 'small', seed: 7 }).posts[0]?.content).not.toBe(small.posts[0]?.content);
});

test('another hour of the same day gives the same texts and ids', () => {
  const words = ({ posts, comments, users }: Community) => [posts, comments, users].map((docs) => docs.map(({ _id }) => String(_id)));
  const later = make({ scale: 'small', today: new Date('2026-11-21T09:05:00Z') });
  expect(words(later)).toEqual(words(small));
  expect(new Set(later.posts.map(({ content }) => content))).toEqual(new Set(small.posts.map(({ content }) => content)));
});

test('the community has the requested number of every kind of document', () => {
  const counts = Object.fromEntries(Object.entries(full).map(([name, docs]) => [name, docs.length]));
  expect(counts).toMatchObject({ users: 1200, societies: 30, events: 150, posts: 6000, comments: 20_000, likes: 60_000, follows: 3000 });
  expect(counts).toMatchObject({ attendances: 4000, joinRequests: 340 });
  const requests = (status: string, society = '') =>
    full.joinRequests.filter((r) => r.status === status && (!society || String(r.society) === society));
  expect(requests('approved').length + requests('rejected').length).toBe(300);
  expect(requests('pending')).toHaveLength(40);
  const [member, admin] = full.users.map(({ _id }) => String(_id));
  const run = full.memberships.filter(({ user, role }) => String(user) === admin && role === 'admin');
  expect(run).toHaveLength(1);
  expect(requests('pending', String(run[0]?.society))).toHaveLength(5);
  expect(full.notifications.filter(({ user }) => String(user) === member)).toHaveLength(12);
  expect(new Set(full.societies.map(({ category }) => category))).toEqual(new Set(societyCategories));
  const visible = full.societies.map(({ privacy }) => privacy.visibility);
  expect(visible.filter((each) => each === 'private')).toHaveLength(2);
  expect(visible.filter((each) => each === 'invite-only')).toHaveLength(1);
});

describe.each([
  ['full', full],
  ['small', small],
] as const)('the %s community', (_, community) => {
  const by = <T>(docs: readonly T[], keyOf: (doc: T) => unknown): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const doc of docs) counts.set(String(keyOf(doc)), (counts.get(String(keyOf(doc))) ?? 0) + 1);
    return counts;
  };

  test('its counters match its documents', () => {
    const { posts, events, societies, users, comments } = community;
    const likes = by(community.likes, (like) => like.post);
    const talk = by(comments, (comment) => comment.post);
    expect(
      posts.filter((post) => post.likes !== (likes.get(String(post._id)) ?? 0) || post.comments !== (talk.get(String(post._id)) ?? 0)),
    ).toEqual([]);
    const going = by(
      community.attendances.filter(({ state }) => state === 'going'),
      ({ event }) => event,
    );
    const interested = by(community.bookmarks, ({ event }) => event);
    for (const event of events) {
      expect([event.attendees, event.interested]).toEqual([going.get(String(event._id)) ?? 0, interested.get(String(event._id)) ?? 0]);
      expect(event.seatsLeft).toBe(event.seats === null ? null : event.seats - event.attendees);
      expect(event.seatsLeft ?? 0).toBeGreaterThanOrEqual(0);
    }
    const [members, written, planned] = [community.memberships, posts, events].map((docs) =>
      by<{ society: unknown }>(docs, ({ society }) => society),
    );
    for (const { _id, name, ...counted } of societies) {
      const id = String(_id);
      expect({ name, counts: [counted.members, counted.posts, counted.events] }).toEqual({
        name,
        counts: [members, written, planned].map((counts) => counts?.get(id) ?? 0),
      });
    }
    const [followers, following] = [by(community.follows, ({ to }) => to), by(community.follows, ({ from }) => from)];
    expect(
      users.filter((u) => u.followers !== (followers.get(String(u._id)) ?? 0) || u.following !== (following.get(String(u._id)) ?? 0)),
    ).toEqual([]);
  });

  test('no past document is dated in the future or before its parent', () => {
    const times = [
      ...community.users.flatMap((user) => [user.createdAt, user.verifiedAt]),
      ...community.societies.map(({ createdAt }) => createdAt),
      ...community.memberships.flatMap(({ joinedAt, seenAt }) => [joinedAt, seenAt]),
      ...community.posts.flatMap(({ createdAt, activeAt }) => [createdAt, activeAt]),
      ...[...community.comments, ...community.events].map(({ createdAt }) => createdAt),
      ...[...community.likes, ...community.follows, ...community.attendances, ...community.bookmarks, ...community.notifications].map(
        ({ at }) => at,
      ),
      ...community.attendances.map(({ checkedInAt }) => checkedInAt),
      ...community.joinRequests.flatMap(({ createdAt, decidedAt }) => [createdAt, decidedAt]),
      ...community.activities.map(({ at }) => at),
    ];
    expect(times.filter((at) => at !== null && (Number.isNaN(at.getTime()) || at > today))).toEqual([]);
    const posts = new Map(community.posts.map((post) => [String(post._id), post]));
    expect(community.comments.filter(({ post, createdAt }) => createdAt < (posts.get(String(post))?.createdAt ?? today))).toEqual([]);
    expect(community.likes.filter(({ post, at }) => at < (posts.get(String(post))?.createdAt ?? today))).toEqual([]);
    expect(community.events.filter(({ createdAt, startsAt }) => createdAt >= startsAt)).toEqual([]);
    const born = new Map(community.users.map((user) => [String(user._id), user.createdAt]));
    expect(community.joinRequests.filter(({ user, createdAt }) => createdAt < (born.get(String(user)) ?? today))).toEqual([]);
  });

  test('only members write in a society, and only members react in a private one', () => {
    const roles = new Map(community.memberships.map((each) => [`${each.society} ${each.user}`, each]));
    const societies = new Map(community.societies.map((society) => [String(society._id), society]));
    const posts = new Map(community.posts.map((post) => [String(post._id), post]));
    const isInside = (post: unknown, user: unknown): boolean => {
      const of = posts.get(String(post));
      return of?.open === true || roles.has(`${of?.society} ${user}`);
    };
    for (const post of community.posts) {
      const { privacy, permissions } = societies.get(String(post.society))!;
      const author = roles.get(`${post.society} ${post.author}`);
      expect(post.open).toBe(privacy.visibility === 'public');
      expect(author && author.joinedAt <= post.createdAt && (permissions.whoCanPost === 'all-members' || author.role !== 'member')).toBe(
        true,
      );
    }
    expect(
      community.events.filter(({ open, society }) => open !== (societies.get(String(society))?.privacy.visibility === 'public')),
    ).toEqual([]);
    expect(community.comments.filter(({ post, author }) => !isInside(post, author))).toEqual([]);
    expect(community.likes.filter(({ post, user }) => !isInside(post, user))).toEqual([]);
    for (const { status, society, user } of community.joinRequests) expect(roles.has(`${society} ${user}`)).toBe(status === 'approved');
  });

  test('thirty likes lift a fresh post above the third of trending, whose three leaders are well ahead of the rest', () => {
    const scores = community.posts
      .filter(({ open, createdAt }) => open && today.getTime() - createdAt.getTime() <= 7 * 24 * hour)
      .map(({ likes, comments, createdAt }) => scoreOf(likes + comments, (today.getTime() - createdAt.getTime()) / hour))
      .sort((a, b) => b - a);
    const [first = 0, second = 0, third = 0, fourth = 0] = scores;
    expect(scoreOf(30, 0.05)).toBeGreaterThan(third + 2);
    expect(third).toBeGreaterThan(6);
    expect(first).toBeGreaterThan(second);
    expect(second).toBeGreaterThan(third);
    expect(fourth).toBeLessThan(third - 1);
    expect(
      community.cards
        .find(({ _id }) => _id === 'trending')
        ?.items.slice(0, 3)
        .map(({ score }) => score),
    ).toEqual([first, second, third]);
  });

  test('every text is non-empty English or Arabic without open slots', () => {
    const texts = [
      ...community.posts.map(({ content }) => content),
      ...community.comments.map(({ content }) => content),
      ...community.events.flatMap(({ title, description, location }) => [title, description, location]),
      ...community.societies.flatMap(({ name, description }) => [name, description]),
      ...community.users.map(({ name }) => name),
    ];
    expect(
      texts.filter((text) => text.trim().length < 2 || /[[\]|{}]|undefined|ـ/.test(text.replace(' | ', ' ')) || slotsIn(text).length > 0),
    ).toEqual([]);
    const share = (list: readonly { content: string }[]): number => list.filter(({ content }) => isArabic(content)).length / list.length;
    for (const list of [community.posts, community.comments]) {
      expect(share(list)).toBeGreaterThan(0.25);
      expect(share(list)).toBeLessThan(0.5);
    }
    const perPost = by(community.comments, ({ post, content }) => `${post} ${content}`);
    expect([...perPost.values()].filter((times) => times > 1)).toEqual([]);
    const distinct = new Set(community.posts.map(({ society, content }) => `${society} ${content}`)).size;
    expect(distinct).toBeGreaterThan(community.posts.length * 0.985);
  });

  test('its documents have exactly the fields of their models', async () => {
    for (const [name, docs] of Object.entries(community)) {
      const model = models.get(name)!;
      const schemaFields = new Set(Object.keys(model.schema.paths).map((path) => path.split('.')[0]));
      for (const doc of docs.slice(0, 50)) expect(Object.keys(doc).filter((field) => !schemaFields.has(field))).toEqual([]);
      for (const doc of docs.slice(0, 20)) await model.hydrate({ ...doc }).validate();
      expect(new Set(docs.map(({ _id }) => String(_id))).size).toBe(docs.length);
    }
  });

  test('the demo member and the demo admin have content for a first tour', () => {
    const [member, admin] = community.users.map(({ _id }) => String(_id));
    const own = community.notifications.filter(({ user }) => String(user) === member);
    expect(own.filter(({ unread }) => unread)).toHaveLength(5);
    for (const { tellings, actors, link, key } of own) {
      expect(tellings.length).toBeGreaterThan(0);
      expect(actors).toHaveLength(tellings.length);
      expect(`${link}${key}`).toMatch(/[0-9a-f]{24}/);
      expect(actors.map(String)).not.toContain(member);
    }
    expect(new Set(own.flatMap(({ tellings }) => tellings)).size).toBe(own.flatMap(({ tellings }) => tellings).length);
    expect(community.events.filter(({ seatsLeft }) => seatsLeft === 0).length).toBeGreaterThan(0);
    expect(community.posts.some(({ author }) => String(author) === admin)).toBe(true);
  });
});

test.each(['2026-12-01T06:00:00Z', '2027-01-31T21:30:00Z', '2026-02-28T00:10:00Z'])(
  'the demo can be generated on any day: %s',
  (moment) => {
    const now = new Date(moment);
    const { events, posts } = make({ scale: 'small', today: now });
    expect(events.filter(({ createdAt }) => createdAt > now)).toEqual([]);
    expect(posts).toHaveLength(300);
    const planned = events.filter(({ startsAt }) => Math.abs(startsAt.getTime() - now.getTime()) > 2 * 86_400_000);
    expect(new Set(planned.map(({ date }) => date.slice(0, 7))).size).toBeLessThanOrEqual(2);
  },
);

const expectNearEvents = (time: string): void => {
  const now = instantOf('2026-11-21', time, 'Asia/Amman');
  const { events } = make({ today: now });
  const open = events.filter((each) => each.open && !each.cancelledAt);
  const near = open.filter(({ startsAt }) => Math.abs(startsAt.getTime() - now.getTime()) <= 5 * 3_600_000);
  expect(new Set(near.map((event) => eventPhase(event, now.getTime())))).toEqual(new Set(['upcoming', 'now', 'ended']));
  expect(open.filter((event) => event.long && eventPhase(event, now.getTime()) === 'now')).toHaveLength(1);
};
const nearEvents = 'at %s the demo has open events that have just ended, are running, and start soon';
test.each(['00:10'])(nearEvents, expectNearEvents);
test.each(['03:40', '12:00', '22:00', '23:50'])(nearEvents, { tags: ['long'] }, expectNearEvents);
