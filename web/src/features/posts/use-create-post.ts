import { useTranslation } from 'react-i18next';
import { isAnswered } from '@/lib/api';
import { isProbablyOffline, isUnreachableError } from '@/lib/reachability';
import { toast } from '@/lib/toasts';
import { useIdempotencyKey } from '@/sync/idempotency-key';
import { useAction } from '@/sync/mutations';
import { queuedOf } from '@/sync/offline-queue';
import type { Draft } from './post-draft';
import { extrasToSend } from './post-extras';
import { queuePost, type SentPost, sendPost } from './write-post';

/** Sends a post, or queues it while the server is unreachable. */
export function useCreatePost() {
  const { t } = useTranslation('posts');
  const once = useIdempotencyKey();
  const sendOrQueue = async (draft: SentPost, key: string): Promise<void> => {
    if (isProbablyOffline() || queuedOf('post').length > 0) return queuePost(draft, key, false);
    try {
      await sendPost(draft, key);
      toast('success', t('composer.created'));
    } catch (error) {
      if (!isUnreachableError(error) || !isProbablyOffline()) throw error;
      queuePost(draft, key, true);
    }
  };
  const create = ({ society, content, image, extras }: Draft): Promise<void> => {
    const sent = extrasToSend(society, extras);
    const draft = { society, content: content.trim(), image: image.trim(), ...(Object.keys(sent).length > 0 && { extras: sent }) };
    return once(draft, (key) => sendOrQueue(draft, key));
  };
  return useAction(create, { failure: (error) => t(isAnswered(error) ? 'composer.failed' : 'composer.error') });
}
