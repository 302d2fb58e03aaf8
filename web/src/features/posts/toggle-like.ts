import { likePost, type Post, unlikePost } from '#models/contract/posts';
import { api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { isProbablyOffline, isUnreachableError } from '@/lib/reachability';
import { dequeue, enqueue, queuedOf, registerQueueHandler } from '@/sync/offline-queue';
import { applyCounts, applyOwnLike, posts } from './posts.store';

interface PendingLike {
  on: boolean;
  /** Roll back the optimistic changes shown so far. */
  rollbacks: (() => void)[];
}
/** Likes being sent, by post; `on` is the state of the last press. */
const pendingLikes = new Map<string, PendingLike>();

/**
 * Fixes the count that the viewer saw until the answer arrives, since nothing tells whether a message received meanwhile
 * already counts this like.
 */
const withLike =
  (on: boolean, likes: number) =>
  (post: Post): Post => ({ ...post, Is_Liked: on, Likes: Math.max(0, likes) });

/** Counts a queued like on top of the likes of others, since the server does not have it yet. */
const withQueuedLike =
  (on: boolean) =>
  (post: Post): Post =>
    post.Is_Liked === on ? post : withLike(on, post.Likes + (on ? 1 : -1))(post);

/** Sends one call at a time until the server has the state of the last press. */
async function sendUntilCurrent(id: string, pending: PendingLike): Promise<void> {
  let sent: boolean | null = null;
  while (sent !== pending.on) {
    sent = pending.on;
    const { data } = await api(sent ? likePost : unlikePost, { post_id: id });
    applyCounts(id, data);
    applyOwnLike(id, data.Is_Liked, data.version);
  }
}

/** Sends a like and shows it with this count meanwhile. On failure calls `failed` with the state of the last press. */
async function sendLike(id: string, on: boolean, likes: number, failed: (error: unknown, on: boolean) => void): Promise<void> {
  const pending: PendingLike = { on, rollbacks: [posts.applyOptimistic(id, withLike(on, likes))] };
  pendingLikes.set(id, pending);
  const end = () => {
    pendingLikes.delete(id);
    for (const rollback of pending.rollbacks.splice(0)) rollback();
  };
  try {
    await sendUntilCurrent(id, pending);
    end();
  } catch (error) {
    end();
    failed(error, pending.on);
  }
}

const queuedLike = (post: string) => queuedOf('like').find((queued) => queued.post === post);

/** Queues the last state; drops the queued like if the post already has that state. */
function queueLike(post: string, on: boolean, hasFailed = false): void {
  const existing = queuedLike(post);
  if (existing) dequeue(existing.id);
  if (posts.get(post)?.Is_Liked !== on) enqueue({ kind: 'like', id: crypto.randomUUID(), post, on, at: Date.now() }, hasFailed);
}

registerQueueHandler('like', {
  show: ({ post, on }) => posts.applyOptimistic(post, withQueuedLike(on)),
  send: ({ post, on }) =>
    sendLike(post, on, posts.get(post)?.Likes ?? 0, (error, wanted) => {
      if (wanted !== on) queueLike(post, wanted);
      throw error;
    }),
  discard: () => {},
});

/** Likes or unlikes: shown at once, queued while the server is unreachable, rolled back if the server refuses it. */
export async function toggleLike(id: string): Promise<void> {
  const post = posts.get(id);
  if (!post) return;
  const on = !post.Is_Liked;
  const likes = post.Likes + (on ? 1 : -1);
  const existing = pendingLikes.get(id);
  if (existing) {
    existing.on = on;
    existing.rollbacks.push(posts.applyOptimistic(id, withLike(on, likes)));
    return;
  }
  if (isProbablyOffline() || queuedLike(id)) return queueLike(id, on);
  await sendLike(id, on, likes, (error, wanted) => {
    if (isUnreachableError(error)) queueLike(id, wanted, true);
    else reportFailure(error);
  });
}
