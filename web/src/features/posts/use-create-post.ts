import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { isProbablyOffline, isUnreachableError } from '@/lib/reachability';
import { toast } from '@/lib/toasts';
import { queuedOf } from '@/sync/offline-queue';
import type { Draft } from './post-draft';
import { queuePost, sendPost } from './write-post';

/** Sends a post, or queues it while the server is unreachable; returns whether it was sent or queued. */
export function useCreatePost() {
  const { t } = useTranslation('posts');
  const [isBusy, setBusy] = useState(false);
  // Reuse the idempotency key when the same post is sent again after no answer, so it is created once.
  const unanswered = useRef({ body: '', key: '' });
  const send = async ({ society, content, image }: Draft): Promise<boolean> => {
    const draft = { society, content: content.trim(), image: image.trim() };
    const body = JSON.stringify(draft);
    const key = unanswered.current.body === body ? unanswered.current.key : crypto.randomUUID();
    if (isProbablyOffline() || queuedOf('post').length > 0) {
      queuePost(draft, key, false);
      return true;
    }
    setBusy(true);
    try {
      await sendPost(draft, key);
      toast('success', t('composer.created'));
      return true;
    } catch (error) {
      if (isUnreachableError(error) && isProbablyOffline()) {
        queuePost(draft, key, true);
        return true;
      }
      const answered = error instanceof ApiError && error.status > 0;
      if (!answered) unanswered.current = { body, key };
      reportFailure(error, t(answered ? 'composer.failed' : 'composer.error'));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { send, isBusy };
}
