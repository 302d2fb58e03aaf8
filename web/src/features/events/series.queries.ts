import { useMemo } from 'react';
import { useEventsClock } from './events.clock';
import { byStart, seriesMeetings } from './series.store';

/** All meetings of an event's series in the order of their start, updated by messages; empty for a single event. */
export function useSeries(event_id: string) {
  useEventsClock();
  const { query, items } = seriesMeetings.useItems({ event_id });
  const meetings = useMemo(() => items.toSorted(byStart), [items]);
  return { query, meetings };
}
