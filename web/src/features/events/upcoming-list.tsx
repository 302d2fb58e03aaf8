import type { ReactNode } from 'react';
import { RowSkeletons } from '@/components/skeletons';
import { ErrorState } from '@/components/states';
import { EventLine } from './event-line';
import type { ShownEvent } from './events.store';
import css from './upcoming-events.module.css';

interface UpcomingListProps {
  query: { isPending: boolean; isError: boolean; data: unknown; refetch: () => Promise<unknown> };
  items: readonly ShownEvent[];
  /** Shown if there are no items. */
  empty: ReactNode;
}

/** List of upcoming events in a card, with loading and error states. */
export function UpcomingList({ query, items, empty }: UpcomingListProps) {
  if (query.isPending) return <RowSkeletons />;
  if (query.isError && !query.data) return <ErrorState onRetry={() => void query.refetch()} />;
  if (items.length === 0) return empty;
  return (
    <ul className={css.list}>
      {items.map((event) => (
        <li key={event.ID}>
          <EventLine event={event} />
        </li>
      ))}
    </ul>
  );
}
