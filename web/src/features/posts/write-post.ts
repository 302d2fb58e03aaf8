import { createPost } from '#models/contract/posts';
import { api } from '@/lib/api';
import { i18n } from '@/lib/i18n';
import { toast } from '@/lib/toasts';
import { enqueue, registerQueueHandler } from '@/sync/offline-queue';
import type { OfKind } from '@/sync/offline-queue-storage';
import { restorePostDraft } from './post-draft';
import { extrasToDraft } from './post-extras';
import { postList } from './posts.store';

/** A post as it is sent or queued. */
export type SentPost = Omit<OfKind<'post'>, 'kind' | 'id' | 'at'>;

/** Creates a post; a repeat with the same key does not create another. */
export async function sendPost({ society, content, image, extras }: SentPost, idempotencyKey: string): Promise<void> {
  const { data } = await api(createPost, { society_id: society, content, image, ...extras }, { idempotencyKey });
  postList.insert(data, true);
}

registerQueueHandler('post', {
  // `QueuedPosts` shows it above its lists; before the server has it, it cannot be liked or shared.
  show: () => () => {},
  send: ({ id, ...draft }) => sendPost(draft, id),
  discard: ({ society, content, image, extras }) =>
    restorePostDraft({ society, content, image, ...(extras && { extras: extrasToDraft(extras) }) }),
  expiredText: async () => {
    await i18n.loadNamespaces('posts');
    return i18n.t('composer.tooLate', { ns: 'posts' });
  },
});

/** Queues a post until the server is reachable, with a toast. */
export function queuePost(draft: SentPost, id: string, hasFailed: boolean): void {
  enqueue({ kind: 'post', id, at: Date.now(), ...draft }, hasFailed);
  toast('info', i18n.t('waiting', { ns: 'posts' }), { id: 'post-waits' });
}
