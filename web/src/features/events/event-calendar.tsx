import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AsyncCard } from '@/components/async-card';
import { SideCard } from '@/components/side-card';
import { dayName, formatNumber, today } from '@/lib/format';
import { type Day, useCalendar } from './calendar.queries';
import { EventLine } from './event-line';
import { events } from './events.store';
import { firstOf, isSameMonth } from './month';
import { MonthCalendar } from './month-calendar';
import css from './month-calendar.module.css';

/** First events of the chosen day, and the number of further ones. */
function ChosenDay({ day, summary }: { day: string; summary: Day | undefined }) {
  const { t } = useTranslation('events');
  const found = events.useList(summary?.ids ?? []);
  const more = summary ? summary.count - found.length : 0;
  return (
    <SideCard title={dayName(day)}>
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

/** Month calendar with the events of the chosen day, initially today. */
export function EventCalendar() {
  const [chosen, setChosen] = useState(today);
  const [month, setMonth] = useState(() => firstOf(today()));
  const query = useCalendar(month);
  const { data } = query;
  return (
    <>
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
