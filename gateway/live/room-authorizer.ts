import { sessionEnded } from '#models/contract/auth';
import type { PayloadOf } from '#models/contract/define';
import type { ErrorCode } from '#models/contract/errors';
import { controls } from '#models/contract/live';
import { parseRoom } from '#models/contract/rooms';
import type { LoadedViewer } from '#models/db/viewer';
import type { Connection } from './connection.js';
import type { Hub } from './hub.js';
import type { Identities } from './identity.js';
import { retry } from './retry.js';
import { authorizeRoom, loadRoomFacts, ownRooms, type RoomFacts, societyOfRoom } from './rooms.js';
import type { LogFailure } from './services.js';

const concurrency = 20;

export interface RoomDecisions {
  /** Rooms that may be entered, with the society of each. */
  granted: Map<string, string | null>;
  refused: Map<string, ErrorCode>;
  /** Rooms of the viewer's societies, if `mine` was asked for. */
  own: readonly string[];
}

/** Decides from MongoDB who may be in which rooms, and evicts sockets that lost the right. */
export class RoomAuthorizer {
  readonly #hub: Hub;
  readonly #identities: Identities;
  readonly #log: LogFailure;

  constructor(hub: Hub, identities: Identities, log: LogFailure) {
    this.#hub = hub;
    this.#identities = identities;
    this.#log = log;
  }

  /**
   * Authorizes rooms for a join. Starts again when a message that may change the rights arrives meanwhile. `enter` is called
   * synchronously with the decision, so that no message can come in between. 'ended' when the session no longer exists.
   */
  async authorizeJoin(
    connection: Connection,
    rooms: readonly string[],
    withMine: boolean,
    enter: (decisions: RoomDecisions) => void,
  ): Promise<RoomDecisions | 'ended' | 'unsettled'> {
    for (let tries = 0; tries < 10; tries++) {
      const before = this.#authEpoch(connection);
      const viewer = await this.#identities.currentViewer(connection);
      if (viewer === 'ended') return 'ended';
      const own = withMine ? ownRooms(viewer) : [];
      const wanted = new Set([...rooms, ...own]);
      const decisions = { ...(await this.#decide(viewer, wanted, await loadRoomFacts(wanted))), own };
      if (this.#authEpoch(connection) !== before) continue;
      enter(decisions);
      return decisions;
    }
    return 'unsettled';
  }

  /** Re-authorizes connections in the affected rooms of theirs, and restarts their joins in progress. */
  async reauthorize(connections: readonly Connection[], isAffected: (room: string, society: string | null) => boolean): Promise<void> {
    for (const connection of connections) connection.authEpoch++;
    const rooms = new Set<string>();
    for (const connection of connections) for (const [room, hold] of connection.rooms) if (isAffected(room, hold.society)) rooms.add(room);
    try {
      const facts = await retry(() => loadRoomFacts(rooms));
      for (let at = 0; at < connections.length; at += concurrency)
        await Promise.all(connections.slice(at, at + concurrency).map((each) => this.#reauthorizeOne(each, rooms, facts)));
    } catch (error) {
      this.#log('live.rooms reauthorization failed', { err: error, rooms: rooms.size, sockets: connections.length });
      for (const connection of connections) this.#hub.terminate(connection);
    }
  }

  /** Re-authorizes every connection in every room, after messages may have been missed. */
  async reauthorizeAll(): Promise<void> {
    this.#hub.authEpoch++;
    await this.reauthorize([...this.#hub.connections], () => true);
  }

  /** Disconnects connections whose session or account no longer exists. */
  async disconnectEnded(connections: readonly Connection[], payload: PayloadOf<typeof sessionEnded>, id: string): Promise<void> {
    for (const connection of connections) {
      connection.authEpoch++;
      const now = await retry(() => this.#identities.currentViewer(connection)).catch(() => 'unknown' as const);
      if (now === 'unknown') this.#hub.terminate(connection);
      if (now === 'ended') this.disconnect(connection, payload, id);
    }
  }

  /** Disconnects sockets whose session was deleted without a `sessionEnded` message: that message has no outbox record and can be lost. */
  async checkSessions(): Promise<void> {
    try {
      for (const connection of await this.#identities.withEndedSession([...this.#hub.connections])) this.disconnect(connection);
    } catch (error) {
      this.#log('live.sessions check failed', { err: error });
    }
  }

  /** Evicts stewards whose time at an event's door is over, which no message says. */
  async checkDoors(): Promise<void> {
    try {
      const isDoor = (room: string) => parseRoom(room)?.kind === 'eventDoor';
      const rooms = new Set([...this.#hub.connections].flatMap((each) => [...each.rooms.keys()].filter(isDoor)));
      for (const [room, { event }] of await loadRoomFacts(rooms))
        if (event?.stewardsOver) await this.reauthorize(this.#hub.inRoom(room), (each) => each === room);
    } catch (error) {
      this.#log('live.doors check failed', { err: error });
    }
  }

  /** Tells a connection that its session has ended, and disconnects it. */
  disconnect(connection: Connection, payload?: PayloadOf<typeof sessionEnded>, id?: string): void {
    if (connection.isClosed) return;
    this.#hub.send([connection], sessionEnded.name, payload ?? { reason: 'signed_out', session_ids: [connection.session ?? ''] }, id);
    this.#hub.disconnect(connection);
  }

  #authEpoch(connection: Connection): number {
    return connection.authEpoch + this.#hub.authEpoch;
  }

  async #reauthorizeOne(connection: Connection, affected: ReadonlySet<string>, facts: ReadonlyMap<string, RoomFacts>): Promise<void> {
    if (connection.isClosed) return;
    const viewer = await retry(() => this.#identities.currentViewer(connection));
    if (viewer === 'ended') return this.disconnect(connection);
    const { hasMine } = connection;
    const own = hasMine ? ownRooms(viewer) : [];
    const added = own.filter((room) => connection.rooms.get(room)?.viaMine !== true);
    const allFacts = added.length > 0 ? new Map([...facts, ...(await retry(() => loadRoomFacts(added)))]) : facts;
    const heldRooms = [...connection.rooms.keys()].filter((room) => affected.has(room));
    const { granted, refused } = await retry(() => this.#decide(viewer, new Set([...heldRooms, ...added]), allFacts));
    this.evict(connection, refused);
    // A join that followed or left `mine` meanwhile has done this itself.
    if (!hasMine || !connection.hasMine) return;
    for (const room of added) if (granted.has(room)) this.#hub.enterRoom(connection, room, granted.get(room) ?? null, 'viaMine');
    for (const [room, hold] of connection.rooms)
      if (hold.viaMine && !own.includes(room)) this.#hub.releaseHold(connection, room, 'viaMine');
  }

  /** Evicts a connection from rooms and tells it why. */
  evict(connection: Connection, refused: Map<string, ErrorCode>): void {
    const byCode = new Map<ErrorCode, string[]>();
    for (const [room, code] of refused) {
      if (!connection.rooms.has(room)) continue;
      this.#hub.leaveRoom(connection, room);
      byCode.set(code, [...(byCode.get(code) ?? []), room]);
    }
    for (const [code, rooms] of byCode) connection.send(controls.roomLeft, { rooms, code });
  }

  async #decide(
    viewer: LoadedViewer | null,
    rooms: Iterable<string>,
    facts: ReadonlyMap<string, RoomFacts>,
  ): Promise<Omit<RoomDecisions, 'own'>> {
    const decisions: Omit<RoomDecisions, 'own'> = { granted: new Map(), refused: new Map() };
    for (const room of rooms) {
      const roomFacts = facts.get(room);
      const code = await authorizeRoom(viewer, roomFacts);
      if (code === null && roomFacts) decisions.granted.set(room, societyOfRoom(roomFacts));
      else decisions.refused.set(room, code ?? 'not_found');
    }
    return decisions;
  }
}
