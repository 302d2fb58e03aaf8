import { Loader } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClockPause, IconRotate, IconTicket, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/lib/api-error';
import { failureText } from '@/lib/failures';
import css from './door.module.css';
import type { Entry } from './door-entries';
import { clockOf } from './when';

/** What was last shown at the door: something that is no ticket at all, or what came of one. */
export type Last = { kind: 'none' } | { kind: 'bad' } | { kind: 'entry'; entry: Entry; isRepeated: boolean };

type Tone = 'plain' | 'good' | 'known' | 'bad';
interface Said {
  tone: Tone;
  icon: ReactNode;
  title: string;
  text?: string;
}

const size = { size: 30, stroke: 2, 'aria-hidden': true } as const;

/** Why the server refused, in the reader's language. */
export function refusal({ failure }: Entry): string {
  if (!failure) return '';
  return failureText(new ApiError(failure.status, failure.code, failure.message));
}

function useWords(last: Last): Said {
  const { t } = useTranslation('check-in');
  if (last.kind === 'none') return { tone: 'plain', icon: <IconTicket {...size} />, title: t('checkIn.result.ready') };
  if (last.kind === 'bad') return { tone: 'bad', icon: <IconX {...size} />, title: t('checkIn.result.bad') };
  const { state, since, isLate, at } = last.entry;
  if (last.isRepeated) {
    const text = t('checkIn.result.repeatedAt', { time: clockOf(since ?? at) });
    return { tone: 'known', icon: <IconAlertTriangle {...size} />, title: t('checkIn.result.repeated'), text };
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
      const title = t('checkIn.result.again', { time: since ? clockOf(since) : '' });
      return { tone: 'known', icon: <IconAlertTriangle {...size} />, title };
    }
    case 'out':
      return { tone: 'plain', icon: <IconRotate {...size} />, title: t('checkIn.result.out') };
    default:
      return { tone: 'bad', icon: <IconX {...size} />, title: refusal(last.entry) || t('checkIn.result.bad') };
  }
}

/** What came of the last ticket, to be read at arm's length: its colour, who it is, and the words. */
export function DoorResult({ last }: { last: Last }) {
  const { t } = useTranslation('check-in');
  const { tone, icon, title, text } = useWords(last);
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
        <p className={name ? css.said : css.who}>{title}</p>
        {text && <p className="small">{text}</p>}
      </div>
    </div>
  );
}
