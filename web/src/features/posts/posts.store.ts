import { likePost, type Post, unlikePost } from '#models/contract/posts';
import { api } from '@/lib/api';
import { createEntities } from '@/lib/entities';
import { reportFailure } from '@/lib/failures';

/** Every post on the screen, once. A like of one's own comes with the counters that it moved. */
export const posts = createEntities<Post>({ byRev: ['Likes', 'Comments', 'CommentsCount'] });

/** The newest version of one's own like of each post: an older answer or message says nothing. */
const likeVersions = new Map<string, number>();

/** Takes over one's own like, as an answer or another tab says it. */
export function settleLike(id: string, isLiked: boolean, version: number): void {
  if (version < (likeVersions.get(id) ?? 0)) return;
  likeVersions.set(id, version);
  posts.patch(id, { Is_Liked: isLiked });
}

const flipped =
  (isLiked: boolean) =>
  (post: Post): Post =>
    post.Is_Liked === isLiked ? post : { ...post, Is_Liked: isLiked, Likes: Math.max(0, post.Likes + (isLiked ? 1 : -1)) };

/** Likes or unlikes: seen at once, taken back when the server does not take it. */
export async function toggleLike(id: string): Promise<void> {
  const isLiked = !posts.get(id)?.Is_Liked;
  const settle = posts.expect(id, flipped(isLiked));
  try {
    const { data } = await api(isLiked ? likePost : unlikePost, { post_id: id });
    posts.patch(id, { Likes: data.Likes, Comments: data.CommentsCount, CommentsCount: data.CommentsCount, rev: data.rev });
    settleLike(id, data.Is_Liked, data.version);
  } catch (error) {
    reportFailure(error);
  } finally {
    settle();
  }
}
