import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { dayName, formatNumber, monthYear, shortDate } from '@/lib/format';
import { useToday } from '@/lib/now';
import type { Day } from './calendar.queries';
import { EventLine } from './event-line';
import { events } from './events.store';
import { addDays, addMonths, firstOf, isSameMonth, weekOf } from './month';
import css from './month-calendar.module.css';
import { TermNames } from './term-dates';
import { termDatesOn, useTermDatesAround } from './term-dates.queries';

type Days = Record<string, Day> | undefined;

/** A day of a month's calendar with its term dates and first events, and the number of further ones. */
function DayEvents({ day, month, summary }: { day: string; month: string; summary: Day | undefined }) {
  const { t } = useTranslation('events');
  const today = useToday();
  const terms = useTermDatesAround(month);
  const found = events.useList(summary?.ids ?? []);
  const more = summary ? summary.count - found.length : 0;
  return (
    <li className={css.listed} aria-current={day === today ? 'date' : undefined}>
      <h3 className="small">{dayName(day)}</h3>
      <TermNames dates={termDatesOn(terms, day)} />
      {summary && found.length === 0 && <p className="small dim">{t('calendar.nothing')}</p>}
      {found.length > 0 && (
        <ul className={css.lines}>
          {found.map((event) => (
            <li key={event.ID}>
              <EventLine event={event} />
            </li>
          ))}
        </ul>
      )}
      {found.length > 0 && more > 0 && <p className="small dim">{t('calendar.more', { count: more, n: formatNumber(more) })}</p>}
    </li>
  );
}

interface SpanProps {
  title: string;
  labels: { previous: string; next: string };
  onMove: (by: 1 | -1) => void;
  days: readonly string[];
  found: Days;
  /** Shown if there is no day to list. */
  none?: string | undefined;
}

/** Days below each other, with buttons to the days before and after. */
function Span({ title, labels, onMove, days, found, none }: SpanProps) {
  const { t } = useTranslation('events');
  return (
    <section className={`card ${css.box}`} aria-label={t('calendar.label')}>
      <header className={css.head}>
        <h2 className="h3 grow" aria-live="polite">
          {title}
        </h2>
        <ActionIcon size={36} aria-label={labels.previous} onClick={() => onMove(-1)}>
          <IconChevronLeft size={19} stroke={1.75} className="flip" aria-hidden="true" />
        </ActionIcon>
        <ActionIcon size={36} aria-label={labels.next} onClick={() => onMove(1)}>
          <IconChevronRight size={19} stroke={1.75} className="flip" aria-hidden="true" />
        </ActionIcon>
      </header>
      {none && days.length === 0 && <p className="small dim">{none}</p>}
      <ol className={css.days}>
        {days.map((day) => (
          <DayEvents key={day} day={day} month={days[0] ?? day} summary={found?.[day]} />
        ))}
      </ol>
    </section>
  );
}

interface ViewProps {
  days: Days;
  chosen: string;
  onChoose: (day: string) => void;
}

/** The seven days around the chosen one, from Sunday on. */
export function WeekView({ days, chosen, onChoose }: ViewProps) {
  const { t } = useTranslation('events');
  const week = weekOf(chosen);
  const [first = chosen] = week;
  return (
    <Span
      title={t('calendar.weekOf', { day: shortDate(first) })}
      labels={{ previous: t('calendar.previousWeek'), next: t('calendar.nextWeek') }}
      onMove={(by) => onChoose(addDays(chosen, 7 * by))}
      days={week}
      found={days}
    />
  );
}

/** The days of a month that have events, from the chosen day on. */
export function AgendaView({ days, chosen, onChoose }: ViewProps) {
  const { t } = useTranslation('events');
  const coming = Object.keys(days ?? {}).filter((day) => isSameMonth(day, chosen) && day >= chosen && days?.[day]?.count);
  return (
    <Span
      title={monthYear(`${chosen}T12:00`)}
      labels={{ previous: t('calendar.previous'), next: t('calendar.next') }}
      onMove={(by) => onChoose(firstOf(addMonths(chosen, by)))}
      days={coming.toSorted()}
      found={days}
      none={days && t('calendar.noneInMonth')}
    />
  );
}
