import { likePost, type Post, unlikePost } from '#models/contract/posts';
import { api } from '@/lib/api';
import { runAction } from '@/sync/mutations';
import { defineOwnState } from '@/sync/own-state';
import { applyCounts, applyOwnLike, posts } from './posts.store';

/** The like on top of the likes of others. */
const withLike =
  (on: boolean) =>
  (post: Post): Post =>
    post.Is_Liked === on ? post : { ...post, Is_Liked: on, Likes: Math.max(0, post.Likes + (on ? 1 : -1)) };

/**
 * Counts a queued like on top of the likes of others, since the server does not have it. Fixes the count of one that is being
 * sent, since nothing tells whether a message received meanwhile counts it already.
 */
function showLike(id: string, on: boolean, isQueued: boolean): (() => void)[] {
  const post = posts.get(id);
  if (isQueued || !post) return [posts.applyOptimistic(id, withLike(on))];
  const { Likes } = withLike(on)(post);
  return [posts.applyOptimistic(id, (current) => ({ ...current, Is_Liked: on, Likes }))];
}

const like = defineOwnState({
  kind: 'like',
  toAction: (post, on: boolean) => ({ post, on }),
  fromAction: ({ post, on }) => ({ of: post, want: on }),
  current: (id) => posts.get(id)?.Is_Liked ?? false,
  show: showLike,
  send: async (id, on) => {
    const { data } = await api(on ? likePost : unlikePost, { post_id: id });
    applyCounts(id, data);
    applyOwnLike(id, data.Is_Liked, data.version);
  },
  queuesUnanswered: true,
});

/** Whether a like of a post is queued. */
export const useIsLikeQueued = like.useIsQueued;

/** Likes or unlikes: shown at once, queued while the server is unreachable, rolled back if the server refuses it. */
export const toggleLike = (id: string): Promise<boolean> => runAction(() => like.set(id, !posts.get(id)?.Is_Liked));
