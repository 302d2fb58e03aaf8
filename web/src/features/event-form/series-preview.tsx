import { useTranslation } from 'react-i18next';
import { seriesLength } from '#models/contract/limits';
import { Badge } from '@/components/badge';
import { eventDate, eventTime, formatNumber, longDate } from '@/lib/format';
import css from './event-form.module.css';
import { isWeekend } from './weekend';

/** '2026' of '2026-11-26'. */
const yearOf = (day: string): string => day.slice(0, 4);

export interface SeriesPreviewProps {
  dates: readonly string[];
  startTime: string;
  /** The date whose overlapping events are shown. */
  chosen: string;
  onChoose: (date: string) => void;
}

/** The dates of a planned series, each at the same local time; a press shows what else is on then. */
export function SeriesPreview({ dates, startTime, chosen, onChoose }: SeriesPreviewProps) {
  const { t } = useTranslation('event-form');
  const [first = ''] = dates;
  if (dates.length < seriesLength.least || dates.length > seriesLength.most) return null;
  const weekends = dates.filter(isWeekend).length;
  const nameOf = (date: string): string => (yearOf(date) === yearOf(first) ? eventDate(date) : longDate(date));
  return (
    <section className={css.dates} aria-label={t('repeat.dates')}>
      <p className="small" role="status">
        <b>{t('repeat.meetings', { count: dates.length, n: formatNumber(dates.length) })}</b>
        {weekends > 0 && ` · ${t('repeat.weekends', { count: weekends, n: formatNumber(weekends) })}`}
      </p>
      <ol className={css.dateList}>
        {dates.map((date) => (
          <li key={date}>
            <button type="button" className={css.date} aria-pressed={date === chosen} onClick={() => onChoose(date)}>
              <span className="grow">
                {nameOf(date)} {startTime && <span className={`${css.time} dim`}>· {eventTime(startTime)}</span>}
              </span>
              {isWeekend(date) && <Badge tone="amber">{t('repeat.weekend')}</Badge>}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
