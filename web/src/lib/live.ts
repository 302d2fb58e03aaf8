import { useEffect } from 'react';
import type { Socket } from 'socket.io-client';
import type { Message, PayloadOf } from '#models/contract/define';
import { type Answer, asks, type Controls, controls, type Handshake, socketPath } from '#models/contract/live';
import { membershipChanged } from '#models/contract/members';
import { setConnection, useConnection } from './connection';
import { currentPlace, joinsLost, seenPosition } from './place';
import { askAgain, connectRooms, disconnectRooms, joinRooms, roomsTaken } from './rooms';
import { forgetToken, readToken } from './token';

export { currentPlace } from './place';
export { askAgain, joinRooms } from './rooms';

type Handler = (payload: unknown) => void;
type RoomLeft = Controls['room:left'];

const ACK_TIMEOUT = 10_000;
/** The stream keeps two minutes for replay; away for longer means to fetch again. */
const REPLAY = 110_000;
const OFFLINE_AFTER = 1500;
const handlers = new Map<string, Set<Handler>>();
const resyncListeners = new Set<() => void>();
const leftListeners = new Set<(left: RoomLeft) => void>();
let socket: Socket | null = null;
let begun = false;
let awaySince = 0;
let offlineTimer: ReturnType<typeof setTimeout> | undefined;

const listen = <L>(set: Set<L>, listener: L): (() => void) => {
  set.add(listener);
  return () => set.delete(listener);
};

/** Handles a live message, wherever it comes from; answers how to stop. */
export function onMessage<M extends Message>(message: M, handler: (payload: PayloadOf<M>) => void): () => void {
  const set = handlers.get(message.name) ?? new Set();
  handlers.set(message.name, set);
  return listen(set, handler as Handler);
}

/** Too much was missed to be replayed: what is on the screen is to be fetched again. */
export const onResync = (listener: () => void): (() => void) => listen(resyncListeners, listener);

/** A right was lost: the named rooms say nothing any more. */
export const onRoomLeft = (listener: (left: RoomLeft) => void): (() => void) => listen(leftListeners, listener);

/** Is in these rooms while the component is on the screen. `since`: see `joinRooms`. */
export function useRooms(rooms: readonly string[], since: string | null = null): void {
  const key = rooms.join(' ');
  useEffect(() => joinRooms(key ? key.split(' ') : [], since), [key, since]);
}

/** Tells a post's room that one is writing; lost without harm while offline. */
export function sendTyping(postId: string): void {
  if (socket?.connected) socket.volatile.emit(asks.typing.name, { post_id: postId }, () => {});
}

function deliver(name: string, payload: unknown): void {
  // A right may have come back with it, so rooms that were refused are asked for again.
  if (name === membershipChanged.name) askAgain();
  for (const handler of handlers.get(name) ?? []) handler(payload);
}

function resync(): void {
  for (const listener of resyncListeners) listener();
}

function onConnect(connected: Socket): void {
  clearTimeout(offlineTimer);
  offlineTimer = undefined;
  const tooLong = awaySince > 0 && Date.now() - awaySince > REPLAY;
  awaySince = 0;
  if (useConnection.getState().state === 'offline') setConnection('catching-up');
  joinsLost();
  connectRooms(
    {
      join: (ask, answered) =>
        connected
          .timeout(ACK_TIMEOUT)
          .emit(asks.join.name, ask, (error: Error | null, answer?: Answer) => answered(error ? null : (answer ?? null))),
      leave: (rooms) => connected.emit(asks.leave.name, rooms, () => {}),
    },
    { onResync: tooLong ? () => {} : resync, onSettled: () => setConnection('online') },
  );
  if (tooLong) resync();
}

function onAway(): void {
  if (!awaySince) awaySince = Date.now();
  disconnectRooms();
  offlineTimer ??= setTimeout(() => setConnection('offline'), OFFLINE_AFTER);
}

/** The client of socket.io comes back by itself, except where the server ended or refused the connection. */
function comeBack(ended: Socket): void {
  setTimeout(() => ended === socket && !ended.connected && ended.connect(), 1000 + Math.random() * 2000);
}

function attach(next: Socket): void {
  next.on('connect', () => onConnect(next));
  next.on('disconnect', (reason) => {
    onAway();
    if (reason === 'io server disconnect') comeBack(next);
  });
  next.on('connect_error', (error) => {
    onAway();
    if (error.message === 'unauthorized') forgetToken();
    if (!next.active) comeBack(next);
  });
  next.on(controls.position, ({ at }: Controls['position']) => seenPosition(at));
  next.on(controls.resync, ({ at }: Controls['resync']) => {
    seenPosition(at);
    resync();
  });
  next.on(controls.roomLeft, (left: RoomLeft) => {
    roomsTaken(left.rooms);
    for (const listener of leftListeners) listener(left);
  });
  next.onAny(deliver);
}

const greeting = (): Handshake => ({ token: readToken(), since: currentPlace() });

/** Opens the one socket, by websocket only. The library is loaded here, so call it after the first paint. */
export async function startLive(): Promise<void> {
  if (begun) return;
  begun = true;
  const { io } = await import('socket.io-client');
  socket = io({ path: socketPath, transports: ['websocket'], reconnectionDelayMax: 5000, auth: (send) => send(greeting()) });
  attach(socket);
}

/** Somebody else looks at the screen now: the socket says who, and every room is judged anew. */
export function restartLive(): void {
  socket?.disconnect().connect();
}
