import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AsyncCard } from '@/components/async-card';
import { Chips } from '@/components/chips';
import { SideCard } from '@/components/side-card';
import { dayName, formatNumber } from '@/lib/format';
import { useToday } from '@/lib/now';
import { useParam } from '@/lib/use-param';
import { type Day, useCalendar } from './calendar.queries';
import { AgendaView, WeekView } from './calendar-spans';
import { EventLine } from './event-line';
import { events } from './events.store';
import { firstOf, isSameMonth, weekOf } from './month';
import { MonthCalendar } from './month-calendar';
import css from './month-calendar.module.css';
import { TermNames } from './term-dates';
import { termDatesOn, useTermDatesAround } from './term-dates.queries';

const views = ['month', 'week', 'agenda'] as const;
type View = (typeof views)[number];
/** First events of the chosen day, and the number of further ones. */
function ChosenDay({ day, summary }: { day: string; summary: Day | undefined }) {
  const { t } = useTranslation('events');
  const terms = useTermDatesAround(day);
  const found = events.useList(summary?.ids ?? []);
  const more = summary ? summary.count - found.length : 0;
  return (
    <SideCard title={dayName(day)}>
      <TermNames dates={termDatesOn(terms, day)} />
      {summary && found.length === 0 && <p className="small dim">{t('calendar.nothing')}</p>}
      <ul className={css.lines}>
        {found.map((event) => (
          <li key={event.ID}>
            <EventLine event={event} />
          </li>
        ))}
      </ul>
      {found.length > 0 && more > 0 && <p className="small dim">{t('calendar.more', { count: more, n: formatNumber(more) })}</p>}
    </SideCard>
  );
}

/** Choice of the view, in the page's URL. */
function useView() {
  const { t } = useTranslation('events');
  const { value, set } = useParam('view');
  const view: View = views.find((each) => each === value) ?? 'month';
  const chips = (
    <Chips
      label={t('calendar.view')}
      options={views.map((each) => ({ value: each, label: t(`calendar.views.${each}`) }))}
      value={view}
      onChange={(next: View) => set(next === 'month' ? null : next)}
    />
  );
  return { view, chips };
}

/** Calendar of a month with the events of the chosen day, initially today; or a week or the agenda of a month. */
export function EventCalendar() {
  const { view, chips } = useView();
  const today = useToday();
  const [chosen = today, setChosen] = useState<string>();
  const [month = firstOf(today), setMonth] = useState<string>();
  const [weekStart = chosen] = weekOf(chosen);
  const shownMonth = { month, week: firstOf(weekStart), agenda: firstOf(chosen) }[view];
  const query = useCalendar(shownMonth);
  const { data } = query;
  const choose = (day: string) => {
    setChosen(day);
    setMonth(firstOf(day));
  };
  if (view !== 'month') {
    const shared = { chosen, onChoose: choose };
    return (
      <>
        {chips}
        {/* Days of the month before say nothing about whether this one has events. */}
        {view === 'week' ? (
          <WeekView days={data} {...shared} />
        ) : (
          <AgendaView days={query.isPlaceholderData ? undefined : data} {...shared} />
        )}
        <AsyncCard query={query} data={data} failure="card" skeleton={null}>
          {() => null}
        </AsyncCard>
      </>
    );
  }
  return (
    <>
      {chips}
      <MonthCalendar month={month} chosen={chosen} days={data} onMonth={setMonth} onChoose={setChosen} />
      <AsyncCard
        query={query}
        data={data}
        failure="card"
        skeleton={isSameMonth(chosen, month) && <ChosenDay day={chosen} summary={undefined} />}
      >
        {(days) => (isSameMonth(chosen, month) || days[chosen]) && <ChosenDay day={chosen} summary={days[chosen]} />}
      </AsyncCard>
    </>
  );
}
