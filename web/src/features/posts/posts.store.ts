import type { Post, SharedPost } from '#models/contract/posts';
import { onUserChange } from '@/lib/user-change';
import { createEntities } from '@/sync/entities';
import { advanceClock } from '@/sync/logical-clock';
import { mayModerate, me } from './viewer';

/** All loaded posts. */
export const posts = createEntities<Post>({ name: 'posts', orderedBy: { rev: ['Likes', 'Comments', 'CommentsCount'] } });

interface OwnLike {
  on: boolean;
  version: number;
  receivedAt: number;
}
/** The viewer's own likes, from messages and answers to likes; `version` orders them. */
const ownLikes = new Map<string, OwnLike>();
onUserChange(() => ownLikes.clear());

/** Applies the viewer's own like from an answer or from another tab; ignores a stale one. */
export function applyOwnLike(id: string, on: boolean, version: number): void {
  if (version < (ownLikes.get(id)?.version ?? 0)) return;
  ownLikes.set(id, { on, version, receivedAt: advanceClock() });
  posts.patch(id, { Is_Liked: on });
}

interface Counters {
  Likes: number;
  CommentsCount: number;
  rev: number;
}

/** Applies a post's counters from a message or an answer. */
export const applyCounts = (id: string, { Likes, CommentsCount, rev }: Counters): void =>
  posts.patch(id, { Likes, CommentsCount, Comments: CommentsCount, rev });

/**
 * Merges fetched posts into the store; returns their ids. A like received after `requestedAt` wins, since `rev` does not
 * order the viewer's own likes.
 */
export function mergeFetched(fetched: readonly Post[], requestedAt: number): string[] {
  return posts.merge(
    fetched.map((post) => {
      const like = ownLikes.get(post.ID);
      return like && like.receivedAt > requestedAt ? { ...post, Is_Liked: like.on } : post;
    }),
  );
}

/** Merges a broadcast post; a new one gets the viewer's own fields, which a broadcast cannot contain. */
export function mergeBroadcast(post: SharedPost): void {
  if (posts.get(post.ID)) {
    posts.patch(post.ID, post);
    return;
  }
  const own = post.User === me();
  posts.merge([
    {
      ...post,
      Is_Liked: ownLikes.get(post.ID)?.on ?? false,
      Like_Version: ownLikes.get(post.ID)?.version ?? 0,
      Can: { edit: own, delete: own || mayModerate(post.Society_ID), report: me() !== undefined && !own },
    },
  ]);
}
