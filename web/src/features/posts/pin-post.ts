import { pinPost, unpinPost } from '#models/contract/pins';
import type { Post } from '#models/contract/posts';
import { api } from '@/lib/api';
import { i18n } from '@/lib/i18n';
import { toast } from '@/lib/toasts';
import { posts } from './posts.store';

function show(post: Post, done: 'pin.done' | 'pin.undone'): void {
  posts.patch(post.ID, post);
  toast('success', i18n.t(done, { ns: 'posts' }));
}

/** Pins a post for some days from now. */
export async function pin(id: string, days: number): Promise<void> {
  const pinned_until = new Date(Date.now() + days * 86_400_000).toISOString();
  const { data } = await api(pinPost, { post_id: id, pinned_until });
  show(data, 'pin.done');
}

/** Unpins a post before its end. */
export async function unpin(id: string): Promise<void> {
  const { data } = await api(unpinPost, { post_id: id });
  show(data, 'pin.undone');
}
