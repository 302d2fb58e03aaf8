import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createPost } from '#models/contract/posts';
import { ApiError, api } from '@/lib/api';
import { reportFailure } from '@/lib/failures';
import { toast } from '@/lib/toasts';
import { insertOwn } from './posts.queries';

export interface Draft {
  society: string;
  content: string;
  image: string;
}

/** Sends a post; answers whether it was taken. A failure keeps what was written. */
export function useCreatePost() {
  const { t } = useTranslation('posts');
  const [isBusy, setBusy] = useState(false);
  const send = async ({ society, content, image }: Draft): Promise<boolean> => {
    setBusy(true);
    try {
      const { data } = await api(
        createPost,
        { society_id: society, content: content.trim(), image: image.trim() },
        { idempotencyKey: crypto.randomUUID() },
      );
      insertOwn(data);
      toast('success', t('composer.created'));
      return true;
    } catch (error) {
      const answered = error instanceof ApiError && error.status > 0;
      reportFailure(error, t(answered ? 'composer.failed' : 'composer.error'));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { send, isBusy };
}
