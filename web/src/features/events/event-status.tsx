import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '@/components/badge';
import { eventTime, shortDate } from '@/lib/format';
import { useToday } from '@/lib/now';
import type { ShownEvent } from './events.store';

type Dated = Pick<ShownEvent, 'Status' | 'Phase' | 'Date' | 'End_Date' | 'End_Time'>;
type Stage = ShownEvent['Status'] | 'now' | 'ended';

/** The stage to show: the specification's status if it is final, otherwise the phase. */
function stageOf({ Status, Phase }: Pick<Dated, 'Status' | 'Phase'>): Stage {
  if (Status === 'cancelled' || (Status === 'completed' && Phase === 'ended')) return Status;
  return Phase;
}

const tones: Record<Stage, BadgeTone> = { upcoming: 'brand', now: 'spark', ended: 'plain', completed: 'plain', cancelled: 'amber' };

/** 'Upcoming', 'Now', 'Ended 2:00 PM', 'Completed' or 'Cancelled'; with the time only on the day of an explicit end. */
export function useStageText(event: Dated): string {
  const { t } = useTranslation('events');
  const today = useToday();
  const stage = stageOf(event);
  const { Date: date, End_Date, End_Time } = event;
  if (stage === 'ended' && End_Time && (End_Date ?? date) === today) return t('card.endedAt', { time: eventTime(End_Time) });
  return t(`card.status.${stage}`);
}

/** The time that counts now: the start of an event to come, the end of one that is on, if it is known; '' for one that is over. */
export function useTimeText(event: Dated & Pick<ShownEvent, 'Time'>): string {
  const { t } = useTranslation('events');
  const today = useToday();
  const { Phase, Time, End_Date, End_Time } = event;
  if (Phase === 'ended') return '';
  if (Phase === 'upcoming' || !End_Time) return eventTime(Time);
  const isLater = End_Date && End_Date !== today;
  return t('card.until', { end: isLater ? `${shortDate(End_Date)} · ${eventTime(End_Time)}` : eventTime(End_Time) });
}

/** Badge with the stage of an event. */
export function EventStatus({ event }: { event: Dated }) {
  return <Badge tone={tones[stageOf(event)]}>{useStageText(event)}</Badge>;
}
