import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toggleAttendance } from '#models/contract/attendance';
import { api } from '@/lib/api';
import { useNow } from '@/lib/now';
import { timeOfDay } from '@/lib/time-of-day';
import { toast } from '@/lib/toasts';
import { useAction } from '@/sync/mutations';
import { markAsRead } from './mark-read';
import css from './notification-row.module.css';

interface SeatOfferButtonsProps {
  notification: string;
  event: string;
  /** Time at which the offer ends. */
  until: string;
}

/** Takes or declines the seat of a notification, until the offer ends. */
export function SeatOfferButtons({ notification, event, until }: SeatOfferButtonsProps) {
  const { t } = useTranslation('notifications');
  const now = useNow();
  const [isDone, setDone] = useState(false);
  const { run, isBusy } = useAction(async (status: 'attending' | 'not_attending') => {
    await api(toggleAttendance, { event_id: event, status });
    setDone(true);
    toast('success', t(status === 'attending' ? 'offer.taken' : 'offer.declined'));
    await markAsRead(notification);
  });
  if (isDone || Date.parse(until) <= now) return null;
  const shared = { size: 'compact-sm', 'data-online': true, 'aria-disabled': isBusy || undefined } as const;
  return (
    <div className={`${css.actions} ${css.offer} small`}>
      <p className="soft" role="timer">
        {t('offer.until', { time: timeOfDay(until) })}
      </p>
      <Button {...shared} onClick={() => void run('attending')}>
        {t('offer.take')}
      </Button>
      <Button {...shared} variant="default" onClick={() => void run('not_attending')}>
        {t('offer.decline')}
      </Button>
    </div>
  );
}
