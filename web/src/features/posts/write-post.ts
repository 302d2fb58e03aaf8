import { createPost } from '#models/contract/posts';
import { api } from '@/lib/api';
import { i18n } from '@/lib/i18n';
import { toast } from '@/lib/toasts';
import { enqueue, registerQueueHandler } from '@/sync/offline-queue';
import { type Draft, restorePostDraft } from './post-draft';
import { postList } from './posts.store';

/** Creates a post; a repeat with the same key does not create another. */
export async function sendPost({ society, content, image }: Draft, idempotencyKey: string): Promise<void> {
  const { data } = await api(createPost, { society_id: society, content, image }, { idempotencyKey });
  postList.insert(data, true);
}

registerQueueHandler('post', {
  // `QueuedPosts` shows it above its lists; before the server has it, it cannot be liked or shared.
  show: () => () => {},
  send: ({ id, ...draft }) => sendPost(draft, id),
  discard: ({ society, content, image }) => restorePostDraft({ society, content, image }),
  expiredText: async () => {
    await i18n.loadNamespaces('posts');
    return i18n.t('composer.tooLate', { ns: 'posts' });
  },
});

/** Queues a post until the server is reachable, with a toast. */
export function queuePost(draft: Draft, id: string, hasFailed: boolean): void {
  enqueue({ kind: 'post', id, at: Date.now(), ...draft }, hasFailed);
  toast('info', i18n.t('waiting', { ns: 'posts' }), { id: 'post-waits' });
}
