import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SideCard } from '@/components/side-card';
import { ErrorLine } from '@/components/states';
import { dayName, formatNumber, today } from '@/lib/format';
import { type Day, useCalendar } from './calendar.queries';
import { EventLine } from './event-line';
import { events } from './events.store';
import { firstOf, isSameMonth } from './month';
import { MonthCalendar } from './month-calendar';
import css from './month-calendar.module.css';

/** The first events of the chosen day, and how many more there are. */
function ChosenDay({ day, what }: { day: string; what: Day | undefined }) {
  const { t } = useTranslation('events');
  const found = events.useList(what?.ids ?? []);
  const more = what ? what.count - found.length : 0;
  return (
    <SideCard title={dayName(day)}>
      {what && found.length === 0 && <p className="small dim">{t('calendar.nothing')}</p>}
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

/** A month of events, and what happens on the day that is chosen: at first today. */
export function EventCalendar() {
  const [chosen, setChosen] = useState(today);
  const [month, setMonth] = useState(() => firstOf(today()));
  const { data, isError, refetch } = useCalendar(month);
  return (
    <>
      <MonthCalendar month={month} chosen={chosen} days={data} onMonth={setMonth} onChoose={setChosen} />
      {isError && <ErrorLine onRetry={() => void refetch()} />}
      {(isSameMonth(chosen, month) || data?.[chosen]) && <ChosenDay day={chosen} what={data?.[chosen]} />}
    </>
  );
}
