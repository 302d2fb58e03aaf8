import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Waits for the next whole minute, at which events begin and end. */
function wait(): void {
  timer = setTimeout(tick, MINUTE - (Date.now() % MINUTE));
}

function tick(): void {
  now = Date.now();
  wait();
  for (const one of listeners) one();
}

/** Calls back at every minute until the function that it answers is called: one timer for the whole page. */
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

/** The time, to the minute: one clock for everything on the screen that depends on it. */
export const useNow = (): number => useSyncExternalStore(onMinute, () => now);
