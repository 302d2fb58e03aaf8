import { useEffect } from 'react';
import { eventAsOf, isAttendable } from '#models/contract/event-phase';
import { onMinute } from '@/lib/now';
import { events, refetchLists } from './events.store';

/** Spreads refetches over this time, since an event ends on all screens at the same moment. */
const spreadMs = 20_000;

/** Advances every loaded event to this moment; returns whether one of them can no longer be attended. */
function advance(now: number): boolean {
  let hasClosed = false;
  for (const event of events.all()) {
    const next = eventAsOf(event, now);
    if (next === event) continue;
    const { Phase, Status, Can } = next;
    events.patch(event.ID, { Phase, Status, Can });
    hasClosed ||= isAttendable(event) && !isAttendable(next);
  }
  return hasClosed;
}

let isScheduled = false;

/** Refetches lists and society counters after an event has ended, at a random moment. */
function refetchLater(): void {
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(() => {
    isScheduled = false;
    refetchLists();
  }, Math.random() * spreadMs);
}

function onTick(): void {
  if (advance(Date.now())) refetchLater();
}

/** Starts and ends the events on the screen on time, without a message. */
export function useEventsClock(): void {
  useEffect(() => {
    onTick();
    return onMinute(onTick);
  }, []);
}
