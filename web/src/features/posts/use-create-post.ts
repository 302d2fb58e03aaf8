import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createPost } from '#models/contract/posts';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { toast } from '@/lib/toasts';
import { insertOwn } from './post-lists';

export interface Draft {
  society: string;
  content: string;
  image: string;
}

/** Sends a post; answers whether it was taken. A failure keeps what was written. */
export function useCreatePost() {
  const { t } = useTranslation('posts');
  const [isBusy, setBusy] = useState(false);
  // The same post sent once more, because no answer came, is the same post.
  const unanswered = useRef({ body: '', key: '' });
  const send = async ({ society, content, image }: Draft): Promise<boolean> => {
    const input = { society_id: society, content: content.trim(), image: image.trim() };
    const body = JSON.stringify(input);
    const key = unanswered.current.body === body ? unanswered.current.key : crypto.randomUUID();
    setBusy(true);
    try {
      const { data } = await api(createPost, input, { idempotencyKey: key });
      insertOwn(data);
      toast('success', t('composer.created'));
      return true;
    } catch (error) {
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
