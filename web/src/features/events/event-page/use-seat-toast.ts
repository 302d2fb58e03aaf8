import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '@/lib/toasts';
import type { AttendState } from '../use-attend';

/** Shows a toast when the viewer gets a seat from the waiting list. */
export function useSeatToast(state: AttendState): void {
  const { t } = useTranslation('event');
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'waiting' && state === 'going') toast('live', t('actions.seat'));
    before.current = state;
  }, [state, t]);
}
