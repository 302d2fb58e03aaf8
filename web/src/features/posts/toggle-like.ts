import { likePost, type Post, unlikePost } from '#models/contract/posts';
import { api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
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

/** Likes or unlikes: seen at once, taken back when the server does not take it. */
export async function toggleLike(id: string): Promise<void> {
  const post = posts.get(id);
  if (!post) return;
  const on = !post.Is_Liked;
  const unshow = posts.expect(id, asLiked(on, post.Likes + (on ? 1 : -1)));
  const known = wishes.get(id);
  if (known) {
    known.on = on;
    known.shown.push(unshow);
    return;
  }
  const wish: Wish = { on, shown: [unshow] };
  wishes.set(id, wish);
  try {
    await fulfil(id, wish);
  } catch (error) {
    reportFailure(error);
  } finally {
    wishes.delete(id);
    for (const end of wish.shown) end();
  }
}
