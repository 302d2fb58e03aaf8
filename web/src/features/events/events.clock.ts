import { useEffect } from 'react';
import { eventAsOf, isAttendable } from '#models/contract/event-phase';
import { onMinute } from '@/lib/now';
import { cancelAndInvalidate } from '@/lib/query';
import { keys } from './events.keys';
import { events } from './events.store';

/** Spreads refetches over this time, since an event ends on all screens at the same moment. */
const spreadMs = 20_000;

/** Advances every loaded event to this moment; returns those that can no longer be attended. */
function advance(now: number): { ID: string; Society_ID: string }[] {
  const closed = [];
  for (const event of events.all()) {
    const next = eventAsOf(event, now);
    if (next === event) continue;
    const { Phase, Status, Can } = next;
    events.patch(event.ID, { Phase, Status, Can });
    if (isAttendable(event) && !isAttendable(next)) closed.push(event);
  }
  return closed;
}

let isScheduled = false;

/** Invalidates lists and society counters after an event has ended, at a random moment. */
function invalidateLater(): void {
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(() => {
    isScheduled = false;
    void cancelAndInvalidate(keys.lists);
    void cancelAndInvalidate(keys.societies);
  }, Math.random() * spreadMs);
}

function onTick(): void {
  if (advance(Date.now()).length > 0) invalidateLater();
}

/** Starts and ends the events on the screen on time, without a message. */
export function useEventsClock(): void {
  useEffect(() => {
    onTick();
    return onMinute(onTick);
  }, []);
}
