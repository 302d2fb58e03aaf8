import { likePost, type Post, unlikePost } from '#models/contract/posts';
import { api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { dequeue, enqueue, queuedOf, registerQueueHandler } from '@/lib/offline-queue';
import { isProbablyOffline, isUnreachableError } from '@/lib/reachability';
import { posts, settleCounts, settleLike } from './posts.store';

interface Wish {
  on: boolean;
  /** How to take back what is shown before the server has said yes. */
  shown: (() => void)[];
}
/** What the reader wants, post by post, while the server is being told. */
const wishes = new Map<string, Wish>();

/**
 * The count is the one that the reader saw and changed, until the answer: whether a message that comes meanwhile has this
 * like in it already, nobody can tell.
 */
const asLiked =
  (on: boolean, likes: number) =>
  (post: Post): Post => ({ ...post, Is_Liked: on, Likes: Math.max(0, likes) });

/** While the server has not been told, the count goes with those of others. */
const asWaiting =
  (on: boolean) =>
  (post: Post): Post =>
    post.Is_Liked === on ? post : asLiked(on, post.Likes + (on ? 1 : -1))(post);

/** Tells the server until it has what is wanted by now: one call at a time, so that the last tap wins. */
async function fulfil(id: string, wish: Wish): Promise<void> {
  let told: boolean | null = null;
  while (told !== wish.on) {
    told = wish.on;
    const { data } = await api(told ? likePost : unlikePost, { post_id: id });
    settleCounts(id, data);
    settleLike(id, data.Is_Liked, data.version);
  }
}

/** Tells the server what is wanted, shown with this count meanwhile; where that fails, `failed` hears what is wanted by then. */
async function want(id: string, on: boolean, likes: number, failed: (error: unknown, on: boolean) => void): Promise<void> {
  const wish: Wish = { on, shown: [posts.applyOptimistic(id, asLiked(on, likes))] };
  wishes.set(id, wish);
  const end = () => {
    wishes.delete(id);
    for (const unshow of wish.shown.splice(0)) unshow();
  };
  try {
    await fulfil(id, wish);
    end();
  } catch (error) {
    end();
    failed(error, wish.on);
  }
}

const keptLike = (post: string) => queuedOf('like').find((kept) => kept.post === post);

/** Keeps the last wish; what is so already need not be told. */
function keepLike(post: string, on: boolean, hasFailed = false): void {
  const known = keptLike(post);
  if (known) dequeue(known.id);
  if (posts.get(post)?.Is_Liked !== on) enqueue({ kind: 'like', id: crypto.randomUUID(), post, on, at: Date.now() }, hasFailed);
}

registerQueueHandler('like', {
  show: ({ post, on }) => posts.applyOptimistic(post, asWaiting(on)),
  send: ({ post, on }) =>
    want(post, on, posts.get(post)?.Likes ?? 0, (error, wanted) => {
      if (wanted !== on) keepLike(post, wanted);
      throw error;
    }),
  discard: () => {},
});

/** Likes or unlikes: seen at once, kept while the server cannot be reached, and taken back when the server does not take it. */
export async function toggleLike(id: string): Promise<void> {
  const post = posts.get(id);
  if (!post) return;
  const on = !post.Is_Liked;
  const likes = post.Likes + (on ? 1 : -1);
  const known = wishes.get(id);
  if (known) {
    known.on = on;
    known.shown.push(posts.applyOptimistic(id, asLiked(on, likes)));
    return;
  }
  if (isProbablyOffline() || keptLike(id)) return keepLike(id, on);
  await want(id, on, likes, (error, wanted) => {
    if (isUnreachableError(error)) keepLike(id, wanted, true);
    else reportFailure(error);
  });
}
