import type { CardDoc } from '#models/db/cards';
import { activityCardsOf, makeActivities } from './activities.js';
import { makeAttendance } from './attendance.js';
import { dayMs } from './clock.js';
import { type Club, makeClubs } from './clubs.js';
import { type MadeComment, makeComments } from './comments.js';
import type { Context } from './context.js';
import { type MadeEvent, makeEvents } from './events.js';
import { makeFollows } from './follows.js';
import { makeNotifications } from './notifications.js';
import { makePeople } from './people.js';
import { addPictures } from './pictures.js';
import { type MadePost, makePosts } from './posts.js';
import { makeLikes, shareReactions } from './reactions.js';
import { readersOf } from './readers.js';
import { makeRequests, medianReply } from './requests.js';
import { scoreOf } from './scale.js';

const growthDays = 7;
const trendingDays = 7;
const maxTrending = 100;

/** Creates every document of the demo community by collection, with correct counters. Stores nothing. */
export function makeCommunity(context: Context) {
  const people = makePeople(context);
  const clubs = makeClubs(context, people);
  const posts = makePosts(context, clubs);
  addPictures(context, posts);
  const readers = posts.map(({ club, doc }) => readersOf(people, club, doc.createdAt));
  const reactions = shareReactions(context, posts, readers);
  const likes = makeLikes(context, posts, readers, reactions);
  const comments = makeComments(context, posts, readers, reactions);
  const events = makeEvents(context, clubs);
  const { attendances, bookmarks } = makeAttendance(context, events, people);
  const follows = makeFollows(context, people, clubs);
  const requests = makeRequests(context, clubs, people);
  const activities = makeActivities(context, { clubs, posts, comments, requests });
  countPosts(posts, likes, comments);
  countClubs(context, { clubs, posts, comments, events, requests });
  const notifications = makeNotifications(context, { people, clubs, posts, comments, likes, requests, activities });
  return {
    users: people.map(({ doc }) => doc),
    societies: clubs.map(({ doc }) => doc),
    memberships: clubs.flatMap(({ members }) => members.map(({ doc }) => doc)),
    posts: posts.map(({ doc }) => doc),
    comments: comments.map(({ doc }) => doc),
    likes,
    follows,
    events: events.map(({ doc }) => doc),
    attendances,
    bookmarks,
    joinRequests: requests,
    notifications,
    activities,
    cards: [trendingCard(context, posts), ...activityCardsOf(context, activities)],
  };
}
export type Community = ReturnType<typeof makeCommunity>;

function countPosts(posts: readonly MadePost[], likes: Community['likes'], comments: readonly MadeComment[]): void {
  const byId = new Map(posts.map(({ doc }) => [String(doc._id), doc]));
  const move = (id: string, counter: 'likes' | 'comments', at: Date): void => {
    const post = byId.get(id);
    if (!post) return;
    post[counter] += 1;
    if (at > post.activeAt) post.activeAt = at;
  };
  for (const { post, at } of likes) move(String(post), 'likes', at);
  for (const { doc } of comments) move(String(doc.post), 'comments', doc.createdAt);
}

interface Counted {
  clubs: readonly Club[];
  posts: readonly MadePost[];
  comments: readonly MadeComment[];
  events: readonly MadeEvent[];
  requests: Community['joinRequests'];
}

function countClubs({ clock }: Context, { clubs, posts, comments, events, requests }: Counted): void {
  const since = new Date(clock.now.getTime() - growthDays * dayMs);
  for (const club of clubs) {
    const id = String(club.doc._id);
    const own = posts.filter((post) => post.club === club);
    const talk = comments.filter(({ post, doc }) => post.club === club && doc.createdAt >= since);
    club.doc.members = club.members.length;
    club.doc.posts = own.length;
    club.doc.events = events.filter((event) => event.club === club).length;
    club.doc.growth = club.members.filter(({ doc }) => doc.joinedAt >= since).length;
    club.doc.activity = own.filter(({ doc }) => doc.createdAt >= since).length + talk.length;
    club.doc.medianReplyHours = medianReply(requests.filter(({ society }) => String(society) === id));
  }
}

function trendingCard({ clock }: Context, posts: readonly MadePost[]): CardDoc {
  const items = posts
    .filter(({ doc }) => doc.open && clock.hoursSince(doc.createdAt) <= trendingDays * 24)
    .map(({ doc }) => ({
      id: doc._id,
      kind: 'post' as const,
      score: scoreOf(doc.likes + doc.comments, clock.hoursSince(doc.createdAt)),
      at: doc.createdAt,
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (String(a.id) < String(b.id) ? 1 : -1))
    .slice(0, maxTrending);
  return { _id: 'trending', items, computedAt: clock.now };
}
