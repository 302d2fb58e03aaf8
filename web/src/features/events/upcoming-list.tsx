import type { ReactNode } from 'react';
import type { AsyncQuery } from '@/components/async-list';
import { CardList } from '@/components/card-list';
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
  <CardList query={query} items={items} className={css.list} empty={empty} failure="block">
    {(event) => (
      <li>
        <EventLine event={event} />
      </li>
    )}
  </CardList>
);
