import { useSyncExternalStore } from 'react';
import { today } from './format';
import { isServer } from './on-window';
import { renderedView } from './rendered-view';

const MINUTE = 60_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Waits for the next whole minute: events begin and end on whole minutes. */
function wait(): void {
  timer = setTimeout(tick, MINUTE - (Date.now() % MINUTE));
}

function tick(): void {
  now = Date.now();
  wait();
  for (const one of listeners) one();
}

/** Calls the listener every minute, with one timer for the whole page. Returns a function that stops. */
export function onMinute(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    wait();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

/** The time to the minute, shared by everything on the screen. */
export const useNow = (): number =>
  useSyncExternalStore(
    onMinute,
    () => now,
    // The gateway renders pages for as long as it runs, and no listener keeps the time there.
    () => (isServer ? Date.now() : now),
  );

/** Today in the reader's time zone. While a rendered page is taken over, the university's day on which it was rendered. */
export const useToday = (): string => useSyncExternalStore(onMinute, today, () => renderedView()?.today ?? today());
