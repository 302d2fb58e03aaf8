import { useEffect } from 'react';
import { eventAsOf, isAttendable } from '#models/contract/event-phase';
import { onMinute } from '@/lib/now';
import { cancelAndInvalidate } from '@/lib/query';
import { keys } from './events.keys';
import { events } from './events.store';

/** Everybody's screens see an event end at the same moment: their questions are spread over this time. */
const spreadMs = 20_000;

/** Moves every known event on to this moment; answers those to which nobody can come from now on. */
function advance(now: number): { ID: string; Society_ID: string }[] {
  const over = [];
  for (const event of events.all()) {
    const next = eventAsOf(event, now);
    if (next === event) continue;
    const { Phase, Status, Can } = next;
    events.patch(event.ID, { Phase, Status, Can });
    if (isAttendable(event) && !isAttendable(next)) over.push(event);
  }
  return over;
}

let isAsking = false;

/** The lists of what is to come have one less; the counters of its society say so. */
function askLater(): void {
  if (isAsking) return;
  isAsking = true;
  setTimeout(() => {
    isAsking = false;
    void cancelAndInvalidate(keys.lists);
    void cancelAndInvalidate(keys.societies);
  }, Math.random() * spreadMs);
}

function onTick(): void {
  if (advance(Date.now()).length > 0) askLater();
}

/** Lets the events on the screen begin and end by themselves; stands wherever events are shown. */
export function useEventsClock(): void {
  useEffect(() => {
    onTick();
    return onMinute(onTick);
  }, []);
}
