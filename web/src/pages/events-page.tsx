import { Button } from '@mantine/core';
import { IconCalendarMonth } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { roomOf } from '#models/contract/rooms';
import { PageHead } from '@/components/page-head';
import { Side } from '@/components/side';
import { useEventFilter } from '@/features/events/event-filter';
import { EventList } from '@/features/events/event-list';
import { lazyOptional, loadAhead } from '@/lib/lazy-optional';
import { useRooms } from '@/lib/live';
import { useUser } from '@/lib/session';
import { useWide } from '@/lib/use-wide';
import css from './events-page.module.css';

const loadFilters = async () => ({ default: (await import('@/features/events/event-filter-bar')).EventFilterBar });
/** Apart from the page, which is taken over before its fields. */
const EventFilterBar = lazyOptional(loadFilters, { fallback: <div className={css.filters} /> });
loadAhead(loadFilters);

/** Loaded after the list. */
const EventCalendar = lazyOptional(async () => ({ default: (await import('@/features/events/event-calendar')).EventCalendar }), {
  fallback: <div className={`card ${css.calendar}`} />,
});

/** On phones the calendar hides behind a button. */
function CalendarButton({ isShown, onToggle }: { isShown: boolean; onToggle: () => void }) {
  const { t } = useTranslation('events');
  return (
    <Button
      variant="light"
      size="md"
      aria-expanded={isShown}
      leftSection={<IconCalendarMonth size={19} stroke={1.75} aria-hidden="true" />}
      onClick={onToggle}
    >
      {t('calendar.label')}
    </Button>
  );
}

/** /events */
export default function EventsPage() {
  const { t } = useTranslation('events');
  const { filter, change } = useEventFilter();
  const [isMonthShown, setMonthShown] = useState(false);
  const isWide = useWide();
  useRooms([roomOf('events'), ...(useUser() ? [roomOf('mine')] : [])]);
  const month = <CalendarButton isShown={isMonthShown} onToggle={() => setMonthShown((isShown) => !isShown)} />;
  return (
    <div className="page wide split">
      <div className="stack">
        <PageHead title={t('list.title')} lead={t('list.lead')} action={isWide ? null : month} />
        {!isWide && isMonthShown && <EventCalendar />}
        <EventFilterBar filter={filter} onChange={change} />
        <EventList filter={filter} onChange={change} />
      </div>
      {isWide && (
        <Side>
          <EventCalendar />
        </Side>
      )}
    </div>
  );
}
