import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '@/lib/toasts';
import type { Way } from '../use-attend';

/** Says it where the waiting list gave a seat, while the page is open. */
export function useSeatNews(way: Way): void {
  const { t } = useTranslation('event');
  const before = useRef(way);
  useEffect(() => {
    if (before.current === 'waiting' && way === 'going') toast('live', t('actions.seat'));
    before.current = way;
  }, [way, t]);
}
