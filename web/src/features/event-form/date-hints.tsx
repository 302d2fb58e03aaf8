import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isClock } from '#models/contract/event-changes';
import { isDay } from '#models/contract/parts';
import { dayName } from '@/lib/format';
import css from './event-form.module.css';
import type { EventValues } from './event-values';
import type { RepeatFieldsProps } from './repeat-fields';
import { endOn } from './repeat-values';
import type { SeriesPreviewProps } from './series-preview';
import { isWeekend } from './weekend';

/** Local time of one planned event or meeting. */
export interface PlannedTime {
  date: string;
  time: string;
  end_date?: string;
  end_time?: string;
}
/** Renders what else is on at a planned time. */
export type RenderOverlaps = (plan: PlannedTime) => ReactNode;

/** The planned time of the meeting of a date; null while it is not complete. */
function planOn(values: EventValues, date: string): PlannedTime | null {
  if (!isDay(date) || !isClock(values.startTime)) return null;
  const end_date = endOn(values, date);
  return { date, time: values.startTime, ...(end_date && { end_date }), ...(values.endTime && { end_time: values.endTime }) };
}

/** Parts for a series, which only a new event may be; passed in, so that the form of an existing event does not load them. */
export interface SeriesParts {
  /** Dates of the planned series; null for a single event. */
  dates: readonly string[] | null;
  Fields: ComponentType<RepeatFieldsProps>;
  Preview: ComponentType<SeriesPreviewProps>;
}

interface DateHintsProps {
  values: EventValues;
  series: SeriesParts | undefined;
  overlaps: RenderOverlaps | undefined;
}

/** Hints for the chosen date: the weekend, the dates of the series, and what else is on. */
export function DateHints({ values, series, overlaps }: DateHintsProps) {
  const { t } = useTranslation('event-form');
  const [chosen, setChosen] = useState('');
  const dates = series?.dates;
  const date = dates?.includes(chosen) ? chosen : values.date;
  const plan = planOn(values, date);
  return (
    <>
      {!dates && isDay(date) && isWeekend(date) && (
        <p className={`${css.warning} small`} role="status">
          {t('date.weekend', { day: dayName(date) })}
        </p>
      )}
      {dates && <series.Preview dates={dates} startTime={values.startTime} chosen={date} onChoose={setChosen} />}
      {plan && overlaps?.(plan)}
    </>
  );
}
