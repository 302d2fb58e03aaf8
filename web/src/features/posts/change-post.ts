import { deletePost, type Post, updatePost } from '#models/contract/posts';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { i18n } from '@/lib/i18n';
import { readClock } from '@/lib/logical-clock';
import { toast } from '@/lib/toasts';
import { takeAway } from './post-lists';
import { takeFetched } from './posts.store';

/** Tells the server what of a post is different now; answers whether it was taken. Where nothing is, nothing is told. */
export async function savePost(post: Post, { content, image }: { content: string; image: string }): Promise<boolean> {
  const changed = {
    ...(content.trim() === post.Content ? {} : { content: content.trim() }),
    ...(image.trim() === post.Image ? {} : { image: image.trim() }),
  };
  if (Object.keys(changed).length === 0) return true;
  const asked = readClock();
  try {
    const { data } = await api(updatePost, { post_id: post.ID, ...changed });
    takeFetched([data], asked);
    toast('success', i18n.t('edit.done', { ns: 'posts' }));
    return true;
  } catch (error) {
    reportFailure(error);
    return false;
  }
}

/** Removes a post for good; answers whether it is gone. One that was gone already is taken from the screen too. */
export async function removePost(id: string): Promise<boolean> {
  try {
    await api(deletePost, { post_id: id });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) takeAway(id);
    reportFailure(error);
    return false;
  }
  takeAway(id);
  toast('success', i18n.t('delete.done', { ns: 'posts' }));
  return true;
}
