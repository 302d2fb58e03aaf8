import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AsyncList } from '@/components/async-list';
import { Chips } from '@/components/chips';
import { Counters } from '@/components/counters';
import { DebouncedSearch } from '@/components/debounced-search';
import { RowSkeletons } from '@/components/skeletons';
import { EmptyState } from '@/components/states';
import { AttendeeRow } from './attendee-row';
import css from './attendees.module.css';
import { type AttendeeCounts, type AttendeeState, useAttendees } from './attendees.store';
import { ExportAttendees } from './export-attendees';

/** Lists of an organizer; stewards do not see the waiting list, nor export. */
const states = ['attending', 'waiting', 'checked_in'] as const satisfies readonly AttendeeState[];
const tones = { attending: 'live', waiting: 'amber', checked_in: 'sky' } as const;

type ShownState = (typeof states)[number];

function AttendeeFigures({ counts, isFailed }: { counts: AttendeeCounts | undefined; isFailed: boolean }) {
  const { t } = useTranslation('check-in');
  const counters = states.map((state) => ({ label: t(`attendees.state.${state}`), value: counts?.[state], tone: tones[state] }));
  return <Counters isFailed={isFailed} counters={counters} />;
}

function Empty({ state, q }: { state: ShownState; q: string }) {
  const { t } = useTranslation('check-in');
  if (q) return <EmptyState title={t('attendees.nobody')} text={t('attendees.nobodyText')} />;
  return <EmptyState title={t(`attendees.empty.${state}`)} text={t(`attendees.emptyText.${state}`)} />;
}

const skeletons = (rows: number) => <RowSkeletons rows={rows} className={css.loading} />;

interface AttendeeListProps {
  eventId: string;
  isOrganizer: boolean;
  /** Shown between the counts and the list, which goes on as one scrolls. */
  children?: ReactNode;
}

/** List of an event's attendees, of its waiting list or of those checked in, with counts and search. */
export function AttendeeList({ eventId, isOrganizer, children }: AttendeeListProps) {
  const { t } = useTranslation('check-in');
  const [state, setState] = useState<ShownState>('attending');
  const [q, setQ] = useState('');
  const list = useAttendees(eventId, state, q);
  const options = states
    .filter((value) => isOrganizer || value !== 'waiting')
    .map((value) => ({ value, label: t(`attendees.state.${value}`) }));
  return (
    <div className="stack steady">
      <AttendeeFigures counts={list.counts} isFailed={list.query.isError} />
      {children}
      <section className={`card ${css.list}`} aria-label={t('attendees.title')}>
        <div className={css.head}>
          <DebouncedSearch label={t('attendees.search')} value={q} onChange={setQ} className={css.search ?? ''} />
          <Chips label={t('attendees.show')} options={options} value={state} onChange={setState} wraps />
          {isOrganizer && <ExportAttendees eventId={eventId} />}
        </div>
        <AsyncList
          view={list}
          idOf={({ key }) => key}
          frame="none"
          className={css.rows}
          label={t('attendees.list')}
          failed={t('attendees.failed')}
          empty={<Empty state={state} q={q} />}
          skeleton={skeletons(5)}
          moreSkeleton={skeletons(2)}
        >
          {(row) => <AttendeeRow eventId={eventId} row={row} />}
        </AsyncList>
      </section>
    </div>
  );
}
