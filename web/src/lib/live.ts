import { useEffect } from 'react';
import type { Socket } from 'socket.io-client';
import type { Message, PayloadOf } from '#models/contract/define';
import { invitationNew } from '#models/contract/invitations';
import { type Answer, type Controls, clientEvents, controls, type Handshake, isStreamId, socketPath } from '#models/contract/live';
import { membershipChanged } from '#models/contract/members';
import { parseRoom, type RoomKind } from '#models/contract/rooms';
import { societyVisibility } from '#models/contract/societies';
import { ownChanged } from '#models/contract/users';
import { setConnection, useConnection } from './connection';
import { fillDefaults } from './fill-defaults';
import { connectRooms, denyRooms, disconnectRooms, joinRooms, retryDeniedRooms } from './rooms';
import { currentStreamId, noteReceived, noteStreamId } from './stream-id';
import { expireToken, readToken } from './token';

export { joinRooms, roomStreamId } from './rooms';
export { currentStreamId } from './stream-id';

type Handler = (payload: unknown) => void;
type RoomLeft = Controls['room:left'];

const ACK_TIMEOUT = 10_000;
const OFFLINE_AFTER = 1500;
const handlers = new Map<string, Set<Handler>>();
const payloads = new Map<string, Message['payload']>();
const resyncListeners = new Set<() => Promise<unknown>>();
const returnListeners = new Set<() => Promise<unknown>>();
const gapHandlers = new Map<RoomKind, (id: string) => Promise<unknown>>();
const leftListeners = new Set<(left: RoomLeft) => void>();
let socket: Socket | null = null;
let isStarted = false;
let offlineTimer: ReturnType<typeof setTimeout> | undefined;
/** Time of the last message from the server (milliseconds). */
let lastReceivedAt = 0;
/** Whether the rooms are joined on this connection, and the number of refetches under way because of a gap. */
let isJoined = false;
let fetching = 0;

const listen = <L>(set: Set<L>, listener: L): (() => void) => {
  set.add(listener);
  return () => set.delete(listener);
};

/** Handles a live message from any room; returns a function that stops. */
export function onMessage<M extends Message>(message: M, handler: (payload: PayloadOf<M>) => void): () => void {
  const set = handlers.get(message.name) ?? new Set();
  handlers.set(message.name, set);
  payloads.set(message.name, message.payload);
  return listen(set, handler as Handler);
}

/** Called when a replay is not possible: the listener refetches what is on the screen and resolves when done. */
export const onResync = (listener: () => Promise<unknown>): (() => void) => listen(resyncListeners, listener);

/** Called after a reconnect: the listener refetches queries that failed meanwhile and resolves when done. */
export const onReturn = (listener: () => Promise<unknown>): (() => void) => listen(returnListeners, listener);

/**
 * Sets the refetch for rooms of one kind, used when a replay is not possible for these rooms alone. A gap in a room without
 * such a handler refetches everything on the screen.
 */
export const onRoomGap = (kind: RoomKind, fetch: (id: string) => Promise<unknown>): void => void gapHandlers.set(kind, fetch);

/** Called when the server evicts this socket from rooms because a right was lost. */
export const onRoomLeft = (listener: (left: RoomLeft) => void): (() => void) => listen(leftListeners, listener);

/** Joins rooms while the component is mounted. `since`: see `joinRooms`. */
export function useRooms(rooms: readonly string[], since: string | null = null): void {
  const key = rooms.join(' ');
  useEffect(() => joinRooms(key ? key.split(' ') : [], since), [key, since]);
}

/** Sends 'typing' to a post's room; dropped while offline. */
export function sendTyping(postId: string): void {
  if (socket?.connected) socket.volatile.emit(clientEvents.typing.name, { post_id: postId }, () => {});
}

/** Tells a society's other admins that the user looks at a request, or no longer does; dropped while offline. */
export function sendLooking(requestId: string, isLooking: boolean): void {
  if (socket?.connected) socket.volatile.emit(clientEvents.looking.name, { request_id: requestId, looking: isLooking }, () => {});
}

/** Kinds of own changes by which other people become visible again. */
const reopeningKinds = new Set<string>(['block', 'follow', 'privacy'] satisfies PayloadOf<typeof ownChanged>['kind'][]);
const reopeningNames = new Set<string>([membershipChanged, societyVisibility, invitationNew].map(({ name }) => name));

/** Whether a message may restore a right to a room. */
const mayReopen = (name: string, payload: unknown): boolean =>
  reopeningNames.has(name) || (name === ownChanged.name && reopeningKinds.has((payload as PayloadOf<typeof ownChanged>).kind));

function deliver(name: string, sent: unknown, id?: unknown): void {
  if (isStreamId(id)) noteReceived(id);
  const schema = payloads.get(name);
  if (typeof sent !== 'object' || sent === null) return;
  const payload = schema ? fillDefaults(schema, sent) : sent;
  if (mayReopen(name, payload)) retryDeniedRooms();
  for (const handler of handlers.get(name) ?? []) handler(payload);
}

/** Goes online once the rooms are joined and every refetch for a gap is done. */
function goOnlineWhenCaughtUp(): void {
  if (isJoined && fetching === 0) setConnection('online');
}

async function trackFetches(listeners: ReadonlySet<() => Promise<unknown>>): Promise<void> {
  fetching += 1;
  await Promise.allSettled([...listeners].map((listener) => listener()));
  fetching -= 1;
  goOnlineWhenCaughtUp();
}

function resync(): void {
  if (useConnection.getState().state === 'online') setConnection('catching-up');
  void trackFetches(resyncListeners);
}

function resyncRooms(rooms: readonly string[]): void {
  const fetches = rooms.map(parseRoom).map((room) => {
    const fetchAgain = room ? gapHandlers.get(room.kind) : undefined;
    return room && fetchAgain ? () => fetchAgain(room.id) : null;
  });
  if (fetches.length === 0 || fetches.includes(null)) resync();
  else for (const fetch of fetches) void fetch?.();
}

function onSettled(): void {
  const isReturn = !isJoined && useConnection.getState().state === 'catching-up';
  isJoined = true;
  if (isReturn) void trackFetches(returnListeners);
  else goOnlineWhenCaughtUp();
}

function onConnect(connected: Socket): void {
  clearTimeout(offlineTimer);
  offlineTimer = undefined;
  lastReceivedAt = Date.now();
  if (useConnection.getState().state === 'offline') setConnection('catching-up');
  connectRooms(
    {
      join: (ask, answered) =>
        connected
          .timeout(ACK_TIMEOUT)
          .emit(clientEvents.join.name, ask, (error: Error | null, answer?: Answer) => answered(error ? null : (answer ?? null))),
      leave: (rooms) => connected.emit(clientEvents.leave.name, rooms, () => {}),
    },
    { onResync: resyncRooms, onSettled },
  );
}

function onDisconnected(): void {
  isJoined = false;
  disconnectRooms();
  offlineTimer ??= setTimeout(() => setConnection('offline', lastReceivedAt || undefined), OFFLINE_AFTER);
}

/** Reconnects where socket.io does not: after the server ended or refused the connection. */
function reconnectLater(ended: Socket): void {
  setTimeout(() => ended === socket && !ended.connected && ended.connect(), 1000 + Math.random() * 2000);
}

function attach(next: Socket): void {
  next.on('connect', () => onConnect(next));
  next.on('disconnect', (reason) => {
    onDisconnected();
    if (reason === 'io server disconnect') reconnectLater(next);
  });
  next.on('connect_error', (error) => {
    onDisconnected();
    if (error.message === 'unauthorized') expireToken();
    if (!next.active) reconnectLater(next);
  });
  next.on(controls.position, ({ at }: Controls['position']) => {
    lastReceivedAt = Date.now();
    noteStreamId(at);
  });
  next.on(controls.resync, ({ at }: Controls['resync']) => {
    noteStreamId(at);
    noteReceived(at);
    resync();
  });
  next.on(controls.roomLeft, (left: RoomLeft) => {
    denyRooms(left.rooms);
    for (const listener of leftListeners) listener(left);
  });
  next.onAny(deliver);
}

const handshake = (): Handshake => ({ token: readToken(), since: currentStreamId(), hidden: document.hidden });

/** Sends whether the tab is in the foreground; the handshake repeats it on each connection. */
function sendVisibility(): void {
  if (socket?.connected) socket.emit(clientEvents.visible.name, { visible: !document.hidden }, () => {});
}

/** Opens the socket, over WebSocket only. Loads the library, so call it after the first paint. */
export async function startLive(): Promise<void> {
  if (isStarted) return;
  isStarted = true;
  const { io } = await import('socket.io-client');
  socket = io({ path: socketPath, transports: ['websocket'], reconnectionDelayMax: 5000, auth: (send) => send(handshake()) });
  attach(socket);
  document.addEventListener('visibilitychange', sendVisibility);
  // Connect now: the client's own next try may be seconds away.
  window.addEventListener('online', () => {
    if (!socket?.connected) restartLive();
  });
}

/** Reconnects after the user has changed: the handshake carries the new token, and the server authorizes every room again. */
export function restartLive(): void {
  socket?.disconnect().connect();
}
