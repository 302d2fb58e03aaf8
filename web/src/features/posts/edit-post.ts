import { deletePost, type Post, updatePost } from '#models/contract/posts';
import { api, hasCode } from '@/lib/api';
import { i18n } from '@/lib/i18n';
import { toast } from '@/lib/toasts';
import { postList, posts } from './posts.store';

/** Sends the changed fields of a post, if any. */
export async function savePost(post: Post, { content, image }: { content: string; image: string }): Promise<void> {
  const changed = {
    ...(content.trim() === post.Content ? {} : { content: content.trim() }),
    ...(image.trim() === post.Image ? {} : { image: image.trim() }),
  };
  if (Object.keys(changed).length === 0) return;
  const { data } = await api(updatePost, { post_id: post.ID, ...changed });
  posts.patch(post.ID, data);
  toast('success', i18n.t('edit.done', { ns: 'posts' }));
}

/** Deletes a post. One that is already deleted (404) is removed from the screen too. */
export async function deletePostById(id: string): Promise<void> {
  try {
    await api(deletePost, { post_id: id });
  } catch (error) {
    if (hasCode(error, 'not_found')) postList.remove(id);
    throw error;
  }
  postList.remove(id);
  toast('success', i18n.t('delete.done', { ns: 'posts' }));
}
