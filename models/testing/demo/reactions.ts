import type { LikeDoc } from '#models/db/likes';
import { allot } from './allot.js';
import type { Context } from './context.js';
import type { DemoPerson } from './people.js';
import type { MadePost } from './posts.js';
import type { Random } from './random.js';
import { pickReaders, type Readers, readersOf } from './readers.js';
import { otherScores, totalFor } from './scale.js';

/** Numbers of likes and comments of a post. */
export interface Reactions {
  likes: number;
  comments: number;
}

const mostComments = 24;
const shareOfComments = 0.22;
const likingReaders = 0.55;
const trendingHours = 7 * 24;

/** Distributes likes and comments: a few posts get many, fresh ones fewer, and none overtakes the three leaders. */
export function shareReactions(context: Context, posts: readonly MadePost[], readers: readonly Readers[]): Reactions[] {
  const random = context.random('reactions');
  const limits = posts.map((post, i): Reactions => limitOf(context, post, readers[i]?.count ?? 0));
  const pull = posts.map(
    (post) => popularity(random) * Math.sqrt(post.club.text.size) * ripeness(context.clock.hoursSince(post.doc.createdAt)),
  );
  const isLeader = posts.map((post) => post.leads !== undefined);
  const share = (total: number, caps: number[], noise: () => number): number[] => {
    const fixed = caps.map((cap, i) => (isLeader[i] ? cap : 0));
    const rest = total - fixed.reduce((sum, count) => sum + count, 0);
    const others = allot(
      rest,
      pull.map((weight) => weight * noise()),
      caps.map((cap, i) => (isLeader[i] ? 0 : cap)),
    );
    return others.map((count, i) => count + (fixed[i] ?? 0));
  };
  const likes = share(
    context.scale.likes,
    limits.map((limit) => limit.likes),
    () => 1,
  );
  const comments = share(
    context.scale.comments,
    limits.map((limit) => limit.comments),
    () => 0.3 + random.next() ** 2,
  );
  return posts.map((_, i) => ({ likes: likes[i] ?? 0, comments: comments[i] ?? 0 }));
}

/** Limits of a post's reactions; a leader gets exactly this many. */
function limitOf({ clock, scale }: Context, post: MadePost, readers: number): Reactions {
  const hours = clock.hoursSince(post.doc.createdAt);
  const leader = post.leads === undefined ? undefined : scale.leaders[post.leads];
  const total = leader
    ? totalFor(leader.score, leader.hours)
    : hours < trendingHours + 1
      ? totalFor(otherScores, hours)
      : Number.POSITIVE_INFINITY;
  const comments = Math.min(Math.round(total * shareOfComments), leader ? total : mostComments, readers * 3);
  return { comments, likes: leader ? total - comments : Math.min(total - comments, Math.floor(readers * likingReaders)) };
}

/** A random weight, log-normal: mostly small, sometimes large. */
function popularity(random: Random): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  return Math.exp(normal * 0.85);
}

/** Share of its final reactions that a post of this age has. */
const ripeness = (hours: number): number => Math.min(1, 0.4 + 0.6 * Math.sqrt(hours / 30));

/** Likes with their times. */
export function makeLikes(
  context: Context,
  posts: readonly MadePost[],
  readers: readonly Readers[],
  reactions: readonly Reactions[],
): LikeDoc[] {
  const random = context.random('likes');
  const likes: LikeDoc[] = [];
  posts.forEach(({ doc, author }, i) => {
    const among = readers[i] ?? readersOf([], (posts[i] as MadePost).club, doc.createdAt);
    const others = without(among, author);
    for (const person of pickReaders(random, others, reactions[i]?.likes ?? 0)) {
      const at = context.clock.after(random, doc.createdAt, 6);
      likes.push({ _id: context.idOf('like', likes.length), post: doc._id, user: person.doc._id, on: true, version: 1, at });
    }
  });
  return likes;
}

/** The readers without one person. */
const without = (readers: Readers, person: DemoPerson): Readers => ({
  count: readers.count - 1,
  try(random) {
    const found = readers.try(random);
    return found === person ? undefined : found;
  },
  all: () => readers.all().filter((each) => each !== person),
});
