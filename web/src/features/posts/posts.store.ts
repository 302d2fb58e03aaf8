import type { Post, SharedPost } from '#models/contract/posts';
import { createEntities, onClear } from '@/lib/entities';
import { advanceClock } from '@/lib/logical-clock';
import { mayModerate, me } from './viewer';

/** Every post on the screen, once. */
export const posts = createEntities<Post>({ name: 'posts', byRev: ['Likes', 'Comments', 'CommentsCount'] });

interface OwnLike {
  on: boolean;
  version: number;
  heard: number;
}
/** One's own like of each post, as far as it was heard of apart from fetching: `version` decides which is newer. */
const ownLikes = new Map<string, OwnLike>();
onClear(() => ownLikes.clear());

/** Takes over one's own like, as an answer or another tab says it; an older one says nothing. */
export function settleLike(id: string, on: boolean, version: number): void {
  if (version < (ownLikes.get(id)?.version ?? 0)) return;
  ownLikes.set(id, { on, version, heard: advanceClock() });
  posts.patch(id, { Is_Liked: on });
}

interface Counters {
  Likes: number;
  CommentsCount: number;
  rev: number;
}

/** All counters of a post, as a message or an answer says them. */
export const settleCounts = (id: string, { Likes, CommentsCount, rev }: Counters): void =>
  posts.patch(id, { Likes, CommentsCount, Comments: CommentsCount, rev });

/**
 * Puts fetched posts in; answers their ids. `asked`: what had been heard when they were asked for. A like that was heard of
 * since then stands: no revision of the post's own tells which of the two is newer.
 */
export function takeFetched(found: readonly Post[], asked: number): string[] {
  return posts.merge(
    found.map((post) => {
      const like = ownLikes.get(post.ID);
      return like && like.heard > asked ? { ...post, Is_Liked: like.on } : post;
    }),
  );
}

/** Puts a post in as a broadcast tells it: what differs from viewer to viewer is filled in where it is new. */
export function takeShared(post: SharedPost): void {
  if (posts.get(post.ID)) {
    posts.patch(post.ID, post);
    return;
  }
  const own = post.User === me();
  posts.merge([
    {
      ...post,
      Is_Liked: ownLikes.get(post.ID)?.on ?? false,
      Can: { edit: own, delete: own || mayModerate(post.Society_ID), report: me() !== undefined && !own },
    },
  ]);
}
