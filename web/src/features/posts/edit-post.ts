import { deletePost, type Post, updatePost } from '#models/contract/posts';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { i18n } from '@/lib/i18n';
import { toast } from '@/lib/toasts';
import { readClock } from '@/sync/logical-clock';
import { removeFromLists } from './post-lists';
import { mergeFetched } from './posts.store';

/** Sends the changed fields of a post, if any; returns whether it is saved. */
export async function savePost(post: Post, { content, image }: { content: string; image: string }): Promise<boolean> {
  const changed = {
    ...(content.trim() === post.Content ? {} : { content: content.trim() }),
    ...(image.trim() === post.Image ? {} : { image: image.trim() }),
  };
  if (Object.keys(changed).length === 0) return true;
  const requestedAt = readClock();
  try {
    const { data } = await api(updatePost, { post_id: post.ID, ...changed });
    mergeFetched([data], requestedAt);
    toast('success', i18n.t('edit.done', { ns: 'posts' }));
    return true;
  } catch (error) {
    reportFailure(error);
    return false;
  }
}

/** Deletes a post; returns whether that worked. A post that is already deleted (404) is removed from the screen too. */
export async function deletePostById(id: string): Promise<boolean> {
  try {
    await api(deletePost, { post_id: id });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) removeFromLists(id);
    reportFailure(error);
    return false;
  }
  removeFromLists(id);
  toast('success', i18n.t('delete.done', { ns: 'posts' }));
  return true;
}
