import type { Accepted, Answer } from '#models/contract/live';
import { currentStreamId, earlier, isEarlier, joinEnded, joinStarted, joinsAborted, noteReceived } from './stream-id';

/** The socket's functions used by the rooms. */
export interface RoomTransport {
  join(ask: { rooms: string[]; since?: string }, answered: (answer: Answer | null) => void): void;
  leave(rooms: string[]): void;
}

interface RoomCallbacks {
  /** A replay is not possible, or the rooms are not there: refetch their data, or everything if none is named. */
  onResync(rooms: readonly string[]): void;
  onSettled(): void;
}

/** One join request: its rooms belong to it until another join requests them. */
interface Join {
  rooms: readonly string[];
  /** Rooms that miss more messages than the others. */
  behind: readonly string[];
  /** Value of `reopenings` when it was sent. */
  reopenings: number;
}

const RETRY_AFTER = 3000;
/** Wait before a held room that was refused or taken away is requested again; it doubles with each refusal, up to the maximum. */
const DENIED_RETRY_AFTER = 2000;
const DENIED_RETRY_MAX = 60_000;
const refCounts = new Map<string, number>();
/** Stream id at which a room's gap begins: set when the room is held or requested, cleared when a join is answered. */
const gaps = new Map<string, string>();
const requested = new Map<string, Join>();
const denied = new Set<string>();
/** Number of refusals in a row of a held room. */
const refusals = new Map<string, number>();
let transport: RoomTransport | null = null;
let callbacks: RoomCallbacks = { onResync: () => {}, onSettled: () => {} };
let scheduled = false;
/** Whether a join was answered on this connection: before that, every room has the gap of the disconnect. */
let isBack = false;
/** Number of times that a right may have come back. A refusal that was requested before the last of them may be outdated. */
let reopenings = 0;

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  queueMicrotask(flush);
}

/** Sends everything held or released within one tick as one join and one leave. */
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

/** Requests rooms. Their gaps end only when the join is answered: a disconnect before that leaves them unchanged. */
function sendJoin(rooms: string[]): void {
  const streamId = currentStreamId();
  const join = { rooms, behind: isBack ? rooms.filter((room) => isEarlier(gaps.get(room) ?? null, streamId)) : [], reopenings };
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
    if (answer?.ok) onJoined(join, answer);
    else retry(rooms);
  });
}

function noteGap(room: string, since: string | null): void {
  const first = earlier(gaps.get(room) ?? null, since);
  if (first) gaps.set(room, first);
}

/** Requests rooms again a little later; messages sent meanwhile are replayed then. */
function retry(rooms: readonly string[]): void {
  for (const room of rooms) requested.delete(room);
  setTimeout(schedule, RETRY_AFTER);
}

/** Requests rooms again whose refusal may be older than a right that came back while it was under way. Their gaps stay. */
function requestAgain(rooms: readonly string[]): void {
  for (const room of rooms) requested.delete(room);
  schedule();
}

function onJoined(join: Join, { at, refused = [], resync }: Accepted): void {
  isBack = true;
  if (resync) noteReceived(at);
  const busy = refused.filter(({ code }) => code === 'too_many_requests' || code === 'unavailable').map(({ room }) => room);
  const others = refused.map(({ room }) => room).filter((room) => !busy.includes(room));
  const outdated = join.reopenings === reopenings ? [] : others;
  // The screen may show it as before: its message reached other rooms, or came while this page was away.
  const gone = refused.filter(({ room, code }) => code === 'not_found' && !refusals.has(room)).map(({ room }) => room);
  for (const room of join.rooms) if (requested.get(room) === join && !busy.includes(room) && !outdated.includes(room)) gaps.delete(room);
  for (const room of join.rooms) if (!others.includes(room)) refusals.delete(room);
  if (busy.length) retry(busy);
  if (outdated.length) requestAgain(outdated);
  else for (const room of others) deny(room);
  if (gone.length) callbacks.onResync(gone);
  if (resync) reportResync(join.behind);
  callbacks.onSettled();
}

function reportResync(behind: readonly string[]): void {
  const held = behind.filter((room) => refCounts.has(room) && !denied.has(room));
  if (held.length > 0 || behind.length === 0) callbacks.onResync(held);
}

/**
 * Marks a room that was refused or taken away. As long as the page holds it, it is requested again now and then, from this stream
 * id on: the right may have come back by a message of a room that the page has not joined.
 */
function deny(room: string): void {
  requested.delete(room);
  if (!refCounts.has(room)) return;
  denied.add(room);
  noteGap(room, currentStreamId());
  const times = refusals.get(room) ?? 0;
  refusals.set(room, times + 1);
  const wait = Math.min(DENIED_RETRY_AFTER * 2 ** times, DENIED_RETRY_MAX);
  setTimeout(
    () => {
      if (denied.delete(room)) schedule();
    },
    wait * (1 + Math.random() / 2),
  );
}

/**
 * Holds rooms until the returned function is called; a room may be held many times. `since` is the stream id when the data on
 * the screen was fetched (`currentStreamId()` then), unless that was just now.
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
  refusals.delete(room);
}

/** Stream id up to which a held room has no gap. */
export const roomStreamId = (room: string): string | null => earlier(gaps.get(room) ?? null, currentStreamId());

/** Marks rooms that the server took away. */
export const denyRooms = (rooms: readonly string[]): void => rooms.forEach(deny);

/** Requests refused and taken rooms again, since a right may have come back. */
export function retryDeniedRooms(): void {
  reopenings++;
  denied.clear();
  refusals.clear();
  schedule();
}

/** Starts a new connection: requests every held room again, from the stream id at which the last connection ended. */
export function connectRooms(next: RoomTransport, nextCallbacks: RoomCallbacks): void {
  transport = next;
  callbacks = nextCallbacks;
  isBack = false;
  joinsAborted();
  requested.clear();
  denied.clear();
  refusals.clear();
  flush();
}

export function disconnectRooms(): void {
  transport = null;
  requested.clear();
}
