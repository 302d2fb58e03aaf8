import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Nuqta } from '@/components/nuqta';
import { dayName, formatNumber, monthYear, weekdays } from '@/lib/format';
import { directionOf } from '@/lib/i18n';
import { useToday } from '@/lib/now';
import { useUser } from '@/lib/session';
import type { Day } from './calendar.queries';
import { addMonths, dayByKey, firstOf, isSameMonth, weeksOf } from './month';
import css from './month-calendar.module.css';
import { termDatesOn, useTermDatesAround } from './term-dates.queries';

/** Most dots per day; further events are shown as a number. */
const maxDots = 2;

/** Up to two dots, the first rose if the viewer attends, and the number of further events. */
function Dots({ count, isGoing }: { count: number; isGoing: boolean }) {
  const dots = [0, 1].slice(0, Math.min(count, maxDots));
  return (
    <span className={css.dots}>
      {dots.map((place) => (
        <Nuqta key={place} size={6} tone={isGoing && place === 0 ? 'rose' : 'live'} />
      ))}
      {count > maxDots && (
        <bdi dir="ltr">
          <small>+{formatNumber(count - maxDots)}</small>
        </bdi>
      )}
    </span>
  );
}

interface DayCellProps {
  day: string;
  summary: Day | undefined;
  /** Names of exams and holidays on the day. */
  terms: readonly string[];
  isChosen: boolean;
  /** Whether the Tab key reaches this day; true for one day per month. */
  isTabbable: boolean;
  onChoose: (day: string) => void;
}

function DayCell({ day, summary, terms, isChosen, isTabbable, onChoose }: DayCellProps) {
  const { t } = useTranslation('events');
  const isGoing = summary?.going === true;
  const now = useToday();
  const counted = summary ? [t('calendar.count', { count: summary.count, n: formatNumber(summary.count) })] : [];
  const words = [dayName(day), ...terms, ...counted, ...(isGoing ? [t(day < now ? 'calendar.youWent' : 'calendar.youGo')] : [])];
  return (
    <button
      type="button"
      className={css.day}
      data-day={day}
      data-past={day < now || undefined}
      data-term={terms.length > 0 || undefined}
      data-today={day === now || undefined}
      aria-current={day === now ? 'date' : undefined}
      aria-pressed={isChosen}
      aria-label={words.join(t('calendar.comma'))}
      tabIndex={isTabbable ? 0 : -1}
      onClick={() => onChoose(day)}
    >
      <span>{formatNumber(Number(day.slice(8)))}</span>
      {summary && <Dots count={summary.count} isGoing={isGoing} />}
    </button>
  );
}

interface MonthCalendarProps {
  /** Any day of the shown month. */
  month: string;
  chosen: string;
  days: Record<string, Day> | undefined;
  onMonth: (month: string) => void;
  onChoose: (day: string) => void;
}

/** Handles arrow keys: chooses another day, also in another month, and moves the focus to it. */
function useKeys({ month, chosen, onMonth, onChoose }: MonthCalendarProps) {
  const { i18n } = useTranslation();
  const grid = useRef<HTMLTableElement>(null);
  const movesFocus = useRef(false);
  useEffect(() => {
    if (movesFocus.current) grid.current?.querySelector<HTMLElement>(`[data-day="${chosen}"]`)?.focus();
    movesFocus.current = false;
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent) => {
    const from = (event.target as HTMLElement).dataset.day;
    const to = from ? dayByKey(from, event.key, directionOf(i18n.language) === 'rtl') : null;
    if (to === null) return;
    event.preventDefault();
    movesFocus.current = true;
    if (!isSameMonth(to, month)) onMonth(firstOf(to));
    onChoose(to);
  };
  return { grid, onKeyDown };
}

function Head({ month, onMonth }: Pick<MonthCalendarProps, 'month' | 'onMonth'>) {
  const { t } = useTranslation('events');
  return (
    <header className={css.head}>
      <h2 className="h3 grow" aria-live="polite">
        {monthYear(`${month}T12:00`)}
      </h2>
      <ActionIcon size={36} aria-label={t('calendar.previous')} onClick={() => onMonth(addMonths(firstOf(month), -1))}>
        <IconChevronLeft size={19} stroke={1.75} className="flip" aria-hidden="true" />
      </ActionIcon>
      <ActionIcon size={36} aria-label={t('calendar.next')} onClick={() => onMonth(addMonths(firstOf(month), 1))}>
        <IconChevronRight size={19} stroke={1.75} className="flip" aria-hidden="true" />
      </ActionIcon>
    </header>
  );
}

function Legend() {
  const { t } = useTranslation('events');
  const isSignedIn = useUser() !== null;
  return (
    <footer className={`${css.key} micro dim`}>
      {isSignedIn && (
        <span className="row">
          <Nuqta size={7} tone="rose" />
          {t('calendar.going')}
        </span>
      )}
      <span className="row">
        <Nuqta size={7} />
        {t('calendar.events')}
      </span>
    </footer>
  );
}

/** Month grid, Sunday first, with up to two dots per day and +N. Today has a spark background, the chosen day is filled. */
export function MonthCalendar(props: MonthCalendarProps) {
  const { month, chosen, days, onMonth, onChoose } = props;
  const { t } = useTranslation('events');
  const terms = useTermDatesAround(month);
  const { grid, onKeyDown } = useKeys(props);
  const tabbable = isSameMonth(chosen, month) ? chosen : firstOf(month);
  return (
    <section className={`card ${css.box}`} aria-label={t('calendar.label')}>
      <Head month={month} onMonth={onMonth} />
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid of buttons that the arrow keys move in. */}
      <table ref={grid} role="grid" className={css.grid} aria-label={monthYear(`${month}T12:00`)} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdays().map(({ short, long }) => (
              <th key={long} scope="col" abbr={long} className={`${css.weekday} micro dim`}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the places of a week are always the seven.
                <td key={place}>
                  {day && (
                    <DayCell
                      day={day}
                      summary={days?.[day]}
                      terms={termDatesOn(terms, day).map(({ Name }) => Name)}
                      isChosen={day === chosen}
                      isTabbable={day === tabbable}
                      onChoose={onChoose}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Legend />
    </section>
  );
}
