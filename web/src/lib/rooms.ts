import type { Accepted, Answer } from '#models/contract/live';
import { currentPlace, earlier, joinBegan, joinEnded } from './place';

/** What the rooms need of the socket. */
export interface Asker {
  join(ask: { rooms: string[]; since?: string }, answered: (answer: Answer | null) => void): void;
  leave(rooms: string[]): void;
}

interface Outcome {
  onResync(): void;
  onSettled(): void;
}

const RETRY_AFTER = 3000;
const holds = new Map<string, number>();
/** Since when each room that is yet to be asked for may have a gap. */
const gaps = new Map<string, string | null>();
const asked = new Set<string>();
const denied = new Set<string>();
let asker: Asker | null = null;
let outcome: Outcome = { onResync: () => {}, onSettled: () => {} };
let scheduled = false;

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  queueMicrotask(flush);
}

/** Everything held or let go within one tick goes out as one join and one leave. */
function flush(): void {
  scheduled = false;
  if (!asker) return;
  const left = [...asked].filter((room) => !holds.has(room));
  for (const room of left) asked.delete(room);
  if (left.length) asker.leave(left);
  const wanted = [...holds.keys()].filter((room) => !asked.has(room) && !denied.has(room));
  if (wanted.length) ask(wanted);
  else if (asked.size === 0) outcome.onSettled();
}

function ask(rooms: string[]): void {
  const since = rooms.reduce<string | null>((first, room) => earlier(first, gaps.get(room) ?? null), currentPlace());
  for (const room of rooms) {
    asked.add(room);
    gaps.delete(room);
  }
  joinBegan();
  const current = asker;
  current?.join(since ? { rooms, since } : { rooms }, (answer) => {
    if (current !== asker) return;
    joinEnded(answer?.ok ? answer.at : undefined);
    if (answer?.ok) settle(answer, since);
    else retry(rooms, since);
  });
}

/** Asks once more, a little later; what is said meanwhile is replayed then. */
function retry(rooms: readonly string[], since: string | null): void {
  for (const room of rooms) {
    asked.delete(room);
    gaps.set(room, since);
  }
  setTimeout(schedule, RETRY_AFTER);
}

function settle({ refused = [], resync }: Accepted, since: string | null): void {
  const busy = refused.filter(({ code }) => code === 'too_many_requests' || code === 'unavailable').map(({ room }) => room);
  if (busy.length) retry(busy, since);
  for (const { room } of refused) if (!busy.includes(room)) deny(room);
  if (resync) outcome.onResync();
  outcome.onSettled();
}

function deny(room: string): void {
  asked.delete(room);
  denied.add(room);
}

/**
 * Holds rooms until the answered function is called; the same room may be held many times. `since` is the place of the
 * stream when what is shown was fetched (`currentPlace()` then), where that was not just now.
 */
export function joinRooms(rooms: readonly string[], since: string | null = null): () => void {
  for (const room of rooms) {
    holds.set(room, (holds.get(room) ?? 0) + 1);
    if (!asked.has(room)) gaps.set(room, earlier(gaps.get(room) ?? null, since));
  }
  schedule();
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    for (const room of rooms) letGo(room);
    schedule();
  };
}

function letGo(room: string): void {
  const count = (holds.get(room) ?? 1) - 1;
  if (count > 0) return void holds.set(room, count);
  holds.delete(room);
  gaps.delete(room);
  denied.delete(room);
}

/** The server took rooms away; they are not asked for again until something changes. */
export const roomsTaken = (rooms: readonly string[]): void => rooms.forEach(deny);

/** A right may have come back: asks again for the rooms that were refused or taken. */
export function askAgain(): void {
  denied.clear();
  schedule();
}

/** A connection is there: everything that is held is asked for anew, from the place where the last one ended. */
export function connectRooms(next: Asker, heard: Outcome): void {
  asker = next;
  outcome = heard;
  asked.clear();
  denied.clear();
  flush();
}

export function disconnectRooms(): void {
  asker = null;
  asked.clear();
}
