import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAttendable } from '#models/contract/event-phase';
import type { SharedEvent } from '#models/contract/events';
import { formatNumber } from '@/lib/format';
import css from './seats.module.css';

/** Largest number of free seats that is highlighted. */
const few = 12;

type SeatsProps = Pick<SharedEvent, 'seats_left' | 'Max_Attendees' | 'attendees' | 'Status' | 'Phase'>;

/** Free seats of an event: neutral above twelve, highlighted below, 'full' at zero. Hidden without a limit and after the event. */
export function Seats({ seats_left: left, Max_Attendees: max, attendees, Status, Phase }: SeatsProps) {
  const { t } = useTranslation('events');
  const before = useRef(left);
  const [beat, setBeat] = useState(0);
  useEffect(() => {
    if (before.current !== left) setBeat((count) => count + 1);
    before.current = left;
  }, [left]);
  if (left === null || max === null || !isAttendable({ Status, Phase })) return null;
  const tone = left === 0 ? 'full' : left <= few ? 'few' : 'ok';
  return (
    <span className={`${css.seats} micro`} data-tone={tone} title={`${formatNumber(attendees)}/${formatNumber(max)}`}>
      <span key={beat} className={css.roll} data-moved={beat > 0 || undefined}>
        {left === 0 ? t('seats.full') : t('seats.left', { count: left, n: formatNumber(left) })}
      </span>
    </span>
  );
}
