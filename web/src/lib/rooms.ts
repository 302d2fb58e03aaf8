import type { Accepted, Answer } from '#models/contract/live';
import { currentPlace, earlier, isEarlier, joinBegan, joinEnded, joinsLost } from './place';

/** What the rooms need of the socket. */
export interface Asker {
  join(ask: { rooms: string[]; since?: string }, answered: (answer: Answer | null) => void): void;
  leave(rooms: string[]): void;
}

interface Outcome {
  /** What was missed cannot be replayed: what these rooms are about is to be fetched again; none named: everything. */
  onResync(rooms: readonly string[]): void;
  onSettled(): void;
}

/** One join: its rooms are asked for by it until another join asks for them. */
interface Join {
  rooms: readonly string[];
  /** Those of them that miss more than the rest. */
  behind: readonly string[];
}

const RETRY_AFTER = 3000;
const holds = new Map<string, number>();
/** Since when each room has a gap, where that is known: from when it is held, or asked for, until a join was answered. */
const gaps = new Map<string, string>();
const asked = new Map<string, Join>();
const denied = new Set<string>();
let asker: Asker | null = null;
let outcome: Outcome = { onResync: () => {}, onSettled: () => {} };
let scheduled = false;
/** Whether a join was answered on this connection: before that, all rooms have the gap of the break. */
let isBack = false;

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  queueMicrotask(flush);
}

/** Everything held or let go within one tick goes out as one join and one leave. */
function flush(): void {
  scheduled = false;
  for (const room of gaps.keys()) if (!holds.has(room)) gaps.delete(room);
  if (!asker) return;
  const left = [...asked.keys()].filter((room) => !holds.has(room));
  for (const room of left) asked.delete(room);
  if (left.length) asker.leave(left);
  const wanted = [...holds.keys()].filter((room) => !asked.has(room) && !denied.has(room));
  if (wanted.length) ask(wanted);
  else if (asked.size === 0) outcome.onSettled();
}

/** A gap ends only when its join was answered: a connection that breaks before that leaves it as it was. */
function ask(rooms: string[]): void {
  const place = currentPlace();
  const join = { rooms, behind: isBack ? rooms.filter((room) => isEarlier(gaps.get(room) ?? null, place)) : [] };
  for (const room of rooms) {
    asked.set(room, join);
    noteGap(room, place);
  }
  const since = rooms.reduce<string | null>((first, room) => earlier(first, gaps.get(room) ?? null), null);
  joinBegan();
  const current = asker;
  current?.join(since ? { rooms, since } : { rooms }, (answer) => {
    if (current !== asker) return;
    joinEnded(answer?.ok ? answer.at : undefined);
    if (answer?.ok) settle(join, answer);
    else retry(rooms);
  });
}

function noteGap(room: string, since: string | null): void {
  const first = earlier(gaps.get(room) ?? null, since);
  if (first) gaps.set(room, first);
}

/** Asks once more, a little later; what is said meanwhile is replayed then. */
function retry(rooms: readonly string[]): void {
  for (const room of rooms) asked.delete(room);
  setTimeout(schedule, RETRY_AFTER);
}

function settle(join: Join, { refused = [], resync }: Accepted): void {
  isBack = true;
  const busy = refused.filter(({ code }) => code === 'too_many_requests' || code === 'unavailable').map(({ room }) => room);
  for (const room of join.rooms) if (asked.get(room) === join && !busy.includes(room)) gaps.delete(room);
  if (busy.length) retry(busy);
  for (const { room } of refused) if (!busy.includes(room)) deny(room);
  if (resync) tellResync(join.behind);
  outcome.onSettled();
}

function tellResync(behind: readonly string[]): void {
  const held = behind.filter((room) => holds.has(room) && !denied.has(room));
  if (held.length > 0 || behind.length === 0) outcome.onResync(held);
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
    if (!asked.has(room)) noteGap(room, since);
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
  denied.delete(room);
}

/** The place up to which everything of a held room was heard: where its gap begins, while it has one. */
export const heardUpTo = (room: string): string | null => earlier(gaps.get(room) ?? null, currentPlace());

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
  isBack = false;
  joinsLost();
  asked.clear();
  denied.clear();
  flush();
}

export function disconnectRooms(): void {
  asker = null;
  asked.clear();
}
