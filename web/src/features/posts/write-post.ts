import { createPost } from '#models/contract/posts';
import { api } from '@/lib/api';
import { i18n } from '@/lib/i18n';
import { enqueue, registerQueueHandler } from '@/lib/offline-queue';
import { toast } from '@/lib/toasts';
import { type Draft, returnPost } from './post-draft';
import { insertOwn } from './post-lists';

/** Tells the server of a post; the same key again is the same post. */
export async function sendPost({ society, content, image }: Draft, idempotencyKey: string): Promise<void> {
  const { data } = await api(createPost, { society_id: society, content, image }, { idempotencyKey });
  insertOwn(data);
}

registerQueueHandler('post', {
  // It stands above its lists (`WaitingPosts`): until the server has it, it is no post that one could like or share.
  show: () => () => {},
  send: ({ id, ...draft }) => sendPost(draft, id),
  discard: ({ society, content, image }) => returnPost({ society, content, image }),
  expiredText: async () => {
    await i18n.loadNamespaces('posts');
    return i18n.t('composer.tooLate', { ns: 'posts' });
  },
});

/** Keeps a post until the server is back, and says so. */
export function keepPost(draft: Draft, id: string, hasFailed: boolean): void {
  enqueue({ kind: 'post', id, at: Date.now(), ...draft }, hasFailed);
  toast('info', i18n.t('waiting', { ns: 'posts' }), { id: 'post-waits' });
}
