import type { ReactNode } from 'react';
import { AsyncCard } from '@/components/async-card';
import type { AsyncQuery } from '@/components/async-list';
import { EventLine } from './event-line';
import type { ShownEvent } from './events.store';
import css from './upcoming-events.module.css';

interface UpcomingListProps {
  query: AsyncQuery;
  items: readonly ShownEvent[];
  /** Shown if there are no items. */
  empty: ReactNode;
}

/** List of upcoming events in a card. */
export const UpcomingList = ({ query, items, empty }: UpcomingListProps) => (
  <AsyncCard query={query} data={items} failure="block">
    {(found) =>
      found.length === 0 ? (
        empty
      ) : (
        <ul className={css.list}>
          {found.map((event) => (
            <li key={event.ID}>
              <EventLine event={event} />
            </li>
          ))}
        </ul>
      )
    }
  </AsyncCard>
);
