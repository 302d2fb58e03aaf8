import { Loader } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClockPause, IconRotate, IconTicket, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/lib/api-error';
import { failureText } from '@/lib/failures';
import { timeOfDay } from '@/lib/time-of-day';
import css from './door.module.css';
import type { DoorEntry } from './door-entries';

/** The last scan at the door: none yet, not a ticket, or a ticket's entry. */
export type LastScan = { kind: 'none' } | { kind: 'bad' } | { kind: 'entry'; entry: DoorEntry; isRepeated: boolean };

type Tone = 'plain' | 'good' | 'repeated' | 'bad';
interface ResultView {
  tone: Tone;
  icon: ReactNode;
  title: string;
  text?: string;
}

const size = { size: 30, stroke: 2, 'aria-hidden': true } as const;

/** Text of the server's refusal, in the viewer's language. */
export function refusalText({ failure }: DoorEntry): string {
  if (!failure) return '';
  return failureText(new ApiError(failure.status, failure.code, failure.message));
}

function useResultView(last: LastScan): ResultView {
  const { t } = useTranslation('check-in');
  if (last.kind === 'none') return { tone: 'plain', icon: <IconTicket {...size} />, title: t('checkIn.result.ready') };
  if (last.kind === 'bad') return { tone: 'bad', icon: <IconX {...size} />, title: t('checkIn.result.bad') };
  const { state, since, isLate, at } = last.entry;
  if (last.isRepeated) {
    const text = t('checkIn.result.repeatedAt', { time: timeOfDay(since ?? at) });
    return { tone: 'repeated', icon: <IconAlertTriangle {...size} />, title: t('checkIn.result.repeated'), text };
  }
  switch (state) {
    case 'waiting':
      if (!isLate) return { tone: 'plain', icon: <Loader size={28} color="currentColor" />, title: t('checkIn.result.checking') };
      return {
        tone: 'good',
        icon: <IconClockPause {...size} />,
        title: t('checkIn.result.waiting'),
        text: t('checkIn.result.waitingText'),
      };
    case 'in':
      return { tone: 'good', icon: <IconCheck {...size} />, title: t('checkIn.result.in') };
    case 'again': {
      const title = t('checkIn.result.again', { time: since ? timeOfDay(since) : '' });
      return { tone: 'repeated', icon: <IconAlertTriangle {...size} />, title };
    }
    case 'out':
      return { tone: 'plain', icon: <IconRotate {...size} />, title: t('checkIn.result.out') };
    default:
      return { tone: 'bad', icon: <IconX {...size} />, title: refusalText(last.entry) || t('checkIn.result.bad') };
  }
}

/** Large result of the last scan, readable at arm's length: colour, name and text. */
export function DoorResult({ last }: { last: LastScan }) {
  const { t } = useTranslation('check-in');
  const { tone, icon, title, text } = useResultView(last);
  const name = last.kind === 'entry' ? last.entry.person?.Name : undefined;
  return (
    <div className={css.result} data-tone={tone} role="status" aria-label={t('checkIn.result.label')}>
      <span className={css.resultIcon}>{icon}</span>
      <div className="grow">
        {name && (
          <p className={css.who}>
            <bdi>{name}</bdi>
          </p>
        )}
        <p className={name ? css.message : css.who}>{title}</p>
        {text && <p className="small">{text}</p>}
      </div>
    </div>
  );
}
