import { socketLimits } from '#models/contract/limits';
import type { Connection, Transport } from './connection.js';

export interface HubOptions {
  limits: boolean;
  /** Terminate a connection that has more unsent bytes than this. */
  maxBuffered: number;
}

/** Registry of connections and rooms, for both kinds of sockets. */
export class Hub {
  readonly #options: HubOptions;
  readonly #rooms = new Map<string, Set<Connection>>();
  readonly #users = new Map<string, Set<Connection>>();
  readonly #visitors = new Map<string, number>();
  readonly connections = new Set<Connection>();
  /** Incremented by each message that may change the rights of more than one person. */
  authEpoch = 0;

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /** Whether the person, or the address of a visitor, has reached the limit of connections. */
  isFull(user: string | null, address: string): boolean {
    if (!this.#options.limits) return false;
    if (user === null) return (this.#visitors.get(address) ?? 0) >= socketLimits.visitorsPerAddress;
    return (this.#users.get(user)?.size ?? 0) >= socketLimits.perUser;
  }

  add(connection: Connection): void {
    const { user, address } = connection;
    this.connections.add(connection);
    if (user === null) this.#visitors.set(address, (this.#visitors.get(address) ?? 0) + 1);
    else setOf(this.#users, user).add(connection);
  }

  remove(connection: Connection): void {
    if (!this.connections.delete(connection)) return;
    connection.isClosed = true;
    for (const room of [...connection.rooms.keys()]) this.leaveRoom(connection, room);
    const { user, address } = connection;
    if (user !== null) removeFrom(this.#users, user, connection);
    else {
      const left = (this.#visitors.get(address) ?? 1) - 1;
      if (left > 0) this.#visitors.set(address, left);
      else this.#visitors.delete(address);
    }
  }

  enterRoom(connection: Connection, room: string, society: string | null, by: 'explicit' | 'viaMine'): void {
    if (connection.isClosed) return;
    const hold = connection.rooms.get(room) ?? { explicit: false, viaMine: false, society };
    connection.rooms.set(room, { ...hold, society, [by]: true });
    setOf(this.#rooms, room).add(connection);
  }

  /** Releases one hold; the room is left when none remains. */
  releaseHold(connection: Connection, room: string, by: 'explicit' | 'viaMine'): void {
    const hold = connection.rooms.get(room);
    if (!hold) return;
    hold[by] = false;
    if (!hold.explicit && !hold.viaMine) this.leaveRoom(connection, room);
  }

  leaveRoom(connection: Connection, room: string): void {
    connection.rooms.delete(room);
    removeFrom(this.#rooms, room, connection);
  }

  /** WeakMap key for per-room state; lives as long as the room has members. */
  roomKey(room: string): object | undefined {
    return this.#rooms.get(room);
  }

  /** Number of rooms that have members. */
  get roomCount(): number {
    return this.#rooms.size;
  }

  inRoom(room: string): Connection[] {
    return [...(this.#rooms.get(room) ?? [])];
  }

  /** Connections that are in at least one of the rooms, each once. */
  inAnyRoom(rooms: readonly string[]): Connection[] {
    const found = new Set<Connection>();
    for (const room of rooms) for (const connection of this.#rooms.get(room) ?? []) found.add(connection);
    return [...found];
  }

  /** Connections in any room of the society, its posts and its events. */
  inSociety(society: string): Connection[] {
    return [...this.connections].filter(({ rooms }) => [...rooms.values()].some((hold) => hold.society === society));
  }

  /** People who have a screen open. */
  screenUsers(): Set<string> {
    const found = new Set<string>();
    for (const { user, wire } of this.connections) if (user !== null && wire.isScreen) found.add(user);
    return found;
  }

  ofUser(user: string): Connection[] {
    return [...(this.#users.get(user) ?? [])];
  }

  /** Sends a message, and terminates connections that do not keep up. */
  send(to: readonly Connection[], message: string, payload: unknown, id?: string): void {
    const byTransport = new Map<Transport, Connection[]>();
    for (const connection of to) {
      if (connection.isClosed) continue;
      if (connection.wire.buffered() > this.#options.maxBuffered) this.terminate(connection);
      else {
        const group = byTransport.get(connection.wire.transport);
        if (group) group.push(connection);
        else byTransport.set(connection.wire.transport, [connection]);
      }
    }
    for (const [transport, group] of byTransport) transport.send(group, message, payload, id);
  }

  /** Terminates a connection. The client reconnects, joins again and gets a replay. */
  terminate(connection: Connection): void {
    this.remove(connection);
    connection.wire.terminate();
  }

  /** Closes a connection for good: its session has ended. */
  disconnect(connection: Connection): void {
    this.remove(connection);
    connection.wire.disconnect();
  }
}

function setOf(sets: Map<string, Set<Connection>>, key: string): Set<Connection> {
  const found = sets.get(key);
  if (found) return found;
  const made = new Set<Connection>();
  sets.set(key, made);
  return made;
}

function removeFrom(sets: Map<string, Set<Connection>>, key: string, connection: Connection): void {
  const set = sets.get(key);
  set?.delete(connection);
  if (set?.size === 0) sets.delete(key);
}
