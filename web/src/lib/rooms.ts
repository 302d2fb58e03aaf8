import type { Accepted, Answer } from '#models/contract/live';
import { currentStreamId, earlier, isEarlier, joinEnded, joinStarted, joinsAborted } from './stream-id';

/** What the rooms need of the socket. */
export interface RoomTransport {
  join(ask: { rooms: string[]; since?: string }, answered: (answer: Answer | null) => void): void;
  leave(rooms: string[]): void;
}

interface RoomCallbacks {
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
const refCounts = new Map<string, number>();
/** Since when each room has a gap, where that is known: from when it is held, or asked for, until a join was answered. */
const gaps = new Map<string, string>();
const requested = new Map<string, Join>();
const denied = new Set<string>();
let transport: RoomTransport | null = null;
let callbacks: RoomCallbacks = { onResync: () => {}, onSettled: () => {} };
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
  for (const room of gaps.keys()) if (!refCounts.has(room)) gaps.delete(room);
  if (!transport) return;
  const left = [...requested.keys()].filter((room) => !refCounts.has(room));
  for (const room of left) requested.delete(room);
  if (left.length) transport.leave(left);
  const wanted = [...refCounts.keys()].filter((room) => !requested.has(room) && !denied.has(room));
  if (wanted.length) sendJoin(wanted);
  else if (requested.size === 0) callbacks.onSettled();
}

/** A gap ends only when its join was answered: a connection that breaks before that leaves it as it was. */
function sendJoin(rooms: string[]): void {
  const streamId = currentStreamId();
  const join = { rooms, behind: isBack ? rooms.filter((room) => isEarlier(gaps.get(room) ?? null, streamId)) : [] };
  for (const room of rooms) {
    requested.set(room, join);
    noteGap(room, streamId);
  }
  const since = rooms.reduce<string | null>((first, room) => earlier(first, gaps.get(room) ?? null), null);
  joinStarted();
  const current = transport;
  current?.join(since ? { rooms, since } : { rooms }, (answer) => {
    if (current !== transport) return;
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
  for (const room of rooms) requested.delete(room);
  setTimeout(schedule, RETRY_AFTER);
}

function settle(join: Join, { refused = [], resync }: Accepted): void {
  isBack = true;
  const busy = refused.filter(({ code }) => code === 'too_many_requests' || code === 'unavailable').map(({ room }) => room);
  for (const room of join.rooms) if (requested.get(room) === join && !busy.includes(room)) gaps.delete(room);
  if (busy.length) retry(busy);
  for (const { room } of refused) if (!busy.includes(room)) deny(room);
  if (resync) reportResync(join.behind);
  callbacks.onSettled();
}

function reportResync(behind: readonly string[]): void {
  const held = behind.filter((room) => refCounts.has(room) && !denied.has(room));
  if (held.length > 0 || behind.length === 0) callbacks.onResync(held);
}

function deny(room: string): void {
  requested.delete(room);
  denied.add(room);
}

/**
 * Holds rooms until the answered function is called; the same room may be held many times. `since` is the place of the
 * stream when what is shown was fetched (`currentStreamId()` then), where that was not just now.
 */
export function joinRooms(rooms: readonly string[], since: string | null = null): () => void {
  for (const room of rooms) {
    refCounts.set(room, (refCounts.get(room) ?? 0) + 1);
    if (!requested.has(room)) noteGap(room, since);
  }
  schedule();
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    for (const room of rooms) release(room);
    schedule();
  };
}

function release(room: string): void {
  const count = (refCounts.get(room) ?? 1) - 1;
  if (count > 0) return void refCounts.set(room, count);
  refCounts.delete(room);
  denied.delete(room);
}

/** The place up to which everything of a held room was heard: where its gap begins, while it has one. */
export const roomStreamId = (room: string): string | null => earlier(gaps.get(room) ?? null, currentStreamId());

/** The server took rooms away; they are not asked for again until something changes. */
export const denyRooms = (rooms: readonly string[]): void => rooms.forEach(deny);

/** A right may have come back: asks again for the rooms that were refused or taken. */
export function retryDeniedRooms(): void {
  denied.clear();
  schedule();
}

/** A connection is there: everything that is held is asked for anew, from the place where the last one ended. */
export function connectRooms(next: RoomTransport, nextCallbacks: RoomCallbacks): void {
  transport = next;
  callbacks = nextCallbacks;
  isBack = false;
  joinsAborted();
  requested.clear();
  denied.clear();
  flush();
}

export function disconnectRooms(): void {
  transport = null;
  requested.clear();
}
