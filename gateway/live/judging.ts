import { sessionEnded } from '#models/contract/auth';
import type { PayloadOf } from '#models/contract/define';
import type { ErrorCode } from '#models/contract/errors';
import { controls } from '#models/contract/live';
import type { KnownViewer } from '#models/db/viewer';
import type { Connection } from './connection.js';
import type { Hub } from './hub.js';
import type { Identities } from './identity.js';
import { insist } from './insist.js';
import type { Log } from './parts.js';
import { judgeRoom, loadRoomFacts, ownRooms, type RoomFacts, societyOfRoom } from './rooms.js';

const atOnce = 20;

export interface Verdicts {
  /** Rooms that may be entered, with the society of each. */
  granted: Map<string, string | null>;
  refused: Map<string, ErrorCode>;
  /** The rooms that `mine` stands for, if it was asked. */
  own: readonly string[];
}

/** Judges who may be in which rooms, from MongoDB, and evicts who lost the right. */
export class Judge {
  readonly #hub: Hub;
  readonly #identities: Identities;
  readonly #log: Log;

  constructor(hub: Hub, identities: Identities, log: Log) {
    this.#hub = hub;
    this.#identities = identities;
    this.#log = log;
  }

  /**
   * Judges rooms for a join. What is read from the stream meanwhile and bears on it makes it be judged again, and `enter` is
   * called in the same breath as the verdict: nothing can be read in between. 'ended' when the session is no more.
   */
  async forJoin(
    connection: Connection,
    rooms: readonly string[],
    withMine: boolean,
    enter: (verdicts: Verdicts) => void,
  ): Promise<Verdicts | 'ended' | 'unsettled'> {
    for (let tries = 0; tries < 10; tries++) {
      const before = this.#bearings(connection);
      const viewer = await this.#identities.now(connection);
      if (viewer === 'ended') return 'ended';
      const own = withMine ? ownRooms(viewer) : [];
      const wanted = new Set([...rooms, ...own]);
      const verdicts = { ...(await this.#verdicts(viewer, wanted, await loadRoomFacts(wanted))), own };
      if (this.#bearings(connection) !== before) continue;
      enter(verdicts);
      return verdicts;
    }
    return 'unsettled';
  }

  /** Judges these connections again in those of their rooms that are meant; a join under way is judged again too. */
  async again(connections: readonly Connection[], isMeant: (room: string, society: string | null) => boolean): Promise<void> {
    for (const connection of connections) connection.bearings++;
    const rooms = new Set<string>();
    for (const connection of connections) for (const [room, hold] of connection.rooms) if (isMeant(room, hold.society)) rooms.add(room);
    try {
      const facts = await insist(() => loadRoomFacts(rooms));
      for (let at = 0; at < connections.length; at += atOnce)
        await Promise.all(connections.slice(at, at + atOnce).map((each) => this.#oneAgain(each, rooms, facts)));
    } catch (error) {
      this.#log('live.rooms reauthorization failed', { err: error, rooms: rooms.size, sockets: connections.length });
      for (const connection of connections) this.#hub.cut(connection);
    }
  }

  /** Judges everybody in every room: what bears on it may have been missed. */
  async everybody(): Promise<void> {
    this.#hub.bearings++;
    await this.again([...this.#hub.connections], () => true);
  }

  /** Ends those whose session or account is no more. */
  async sessions(connections: readonly Connection[], said: PayloadOf<typeof sessionEnded>, id: string): Promise<void> {
    for (const connection of connections) {
      connection.bearings++;
      const now = await insist(() => this.#identities.now(connection)).catch(() => 'unknown' as const);
      if (now === 'unknown') this.#hub.cut(connection);
      if (now === 'ended') this.end(connection, said, id);
    }
  }

  /** Ends those whose session is no more though nothing was heard of it: no record stands behind what is said of a session's end. */
  async endedUnheard(): Promise<void> {
    try {
      for (const connection of await this.#identities.ended([...this.#hub.connections])) this.end(connection);
    } catch (error) {
      this.#log('live.sessions check failed', { err: error });
    }
  }

  /** Tells a connection that its session is no more, and cuts it. */
  end(connection: Connection, said?: PayloadOf<typeof sessionEnded>, id?: string): void {
    if (connection.isClosed) return;
    this.#hub.send([connection], sessionEnded.name, said ?? { reason: 'signed_out', session_ids: [connection.session ?? ''] }, id);
    this.#hub.end(connection);
  }

  #bearings(connection: Connection): number {
    return connection.bearings + this.#hub.bearings;
  }

  async #oneAgain(connection: Connection, meant: ReadonlySet<string>, facts: ReadonlyMap<string, RoomFacts>): Promise<void> {
    if (connection.isClosed) return;
    const viewer = await insist(() => this.#identities.now(connection));
    if (viewer === 'ended') return this.end(connection);
    const { hasMine } = connection;
    const own = hasMine ? ownRooms(viewer) : [];
    const added = own.filter((room) => connection.rooms.get(room)?.byMine !== true);
    const known = added.length > 0 ? new Map([...facts, ...(await insist(() => loadRoomFacts(added)))]) : facts;
    const held = [...connection.rooms.keys()].filter((room) => meant.has(room));
    const { granted, refused } = await insist(() => this.#verdicts(viewer, new Set([...held, ...added]), known));
    this.evict(connection, refused);
    // What it came to stand for meanwhile was judged by that join, and not here.
    if (!hasMine || !connection.hasMine) return;
    for (const room of added) if (granted.has(room)) this.#hub.enter(connection, room, granted.get(room) ?? null, 'byMine');
    for (const [room, hold] of connection.rooms) if (hold.byMine && !own.includes(room)) this.#hub.release(connection, room, 'byMine');
  }

  /** Puts a connection out of rooms and tells it why. */
  evict(connection: Connection, refused: Map<string, ErrorCode>): void {
    const byCode = new Map<ErrorCode, string[]>();
    for (const [room, code] of refused) {
      if (!connection.rooms.has(room)) continue;
      this.#hub.drop(connection, room);
      byCode.set(code, [...(byCode.get(code) ?? []), room]);
    }
    for (const [code, rooms] of byCode) connection.say(controls.roomLeft, { rooms, code });
  }

  async #verdicts(
    viewer: KnownViewer | null,
    rooms: Iterable<string>,
    facts: ReadonlyMap<string, RoomFacts>,
  ): Promise<Omit<Verdicts, 'own'>> {
    const verdicts: Omit<Verdicts, 'own'> = { granted: new Map(), refused: new Map() };
    for (const room of rooms) {
      const of = facts.get(room);
      const code = await judgeRoom(viewer, of);
      if (code === null && of) verdicts.granted.set(room, societyOfRoom(of));
      else verdicts.refused.set(room, code ?? 'not_found');
    }
    return verdicts;
  }
}
