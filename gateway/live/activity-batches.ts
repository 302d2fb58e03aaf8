import { activityBatch, activityNew } from '#models/contract/activity';
import type { PayloadOf } from '#models/contract/define';
import { activityBatchLimit } from '#models/contract/limits';
import { authorsOf, type HiddenAuthors, hiddenFrom, loadHiddenAuthors } from './blocks.js';
import type { Connection } from './connection.js';
import type { Hub } from './hub.js';
import type { LiveMetrics } from './live-metrics.js';
import { loadMasking, type Masking, unmasked } from './naming.js';
import type { OpenRoomFilter } from './open-room-filter.js';
import { requestResync } from './resync.js';
import { retry } from './retry.js';
import type { LogFailure } from './services.js';
import type { StreamEntry } from './stream.js';

export interface ActivityBatchesOptions {
  hub: Hub;
  openRooms: OpenRoomFilter;
  metrics: LiveMetrics;
  log: LogFailure;
  /** Interval within which activities are sent together, in ms. */
  everyMs: number;
  /** Stream position up to which entries have been handled. */
  position: () => string;
  /** Called with entries that were sent. */
  onSent: (entries: readonly StreamEntry[]) => void;
}

/** An entry, and those of its rooms to which it may be broadcast now. */
interface Allowed {
  entry: StreamEntry;
  rooms: ReadonlySet<string>;
}

export const isActivity = (entry: StreamEntry): boolean => entry.message === activityNew.name;

/**
 * Sends activities of one interval together, so that a socket gets at most `activityBatchLimit` of them in one message, however
 * many people write. An activity after a quiet interval is sent at once.
 */
export class ActivityBatches {
  readonly #options: ActivityBatchesOptions;
  #pending: StreamEntry[] = [];
  /** Settles when the latest delivery has ended. */
  #delivered: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ActivityBatchesOptions) {
    this.#options = options;
  }

  offer(entry: StreamEntry): void {
    this.#pending.push(entry);
    if (!this.#timer) this.#start();
  }

  /**
   * Sends what is pending, after what is being sent. Call it before a message that removes or changes what an activity shows, so
   * that the order is kept.
   */
  flush(): Promise<void> {
    const entries = this.#pending;
    this.#pending = [];
    if (entries.length > 0) this.#delivered = this.#delivered.then(() => this.#deliverPending(entries));
    return this.#delivered;
  }

  /** Sends to everybody in the entries' rooms, or to one connection as a member of these rooms. Asks to resync where that fails. */
  async deliver(entries: readonly StreamEntry[], only?: { connection: Connection; rooms: ReadonlySet<string> }): Promise<void> {
    const { hub, metrics, log, position } = this.#options;
    const rooms = [...new Set(entries.flatMap((entry) => entry.rooms))];
    const membersOf = (room: string): Connection[] => {
      if (!only) return hub.inRoom(room);
      return only.rooms.has(room) && only.connection.rooms.has(room) ? [only.connection] : [];
    };
    if (!rooms.some((room) => membersOf(room).length > 0)) return;
    try {
      const [allowed, hidden, masking] = await Promise.all([
        retry(() => this.#allowedOf(entries)),
        retry(() => loadHiddenAuthors(entries)),
        retry(() => loadMasking(entries, rooms.flatMap(membersOf))),
      ]);
      this.#send(allowed, rooms, membersOf, { hidden, masking });
    } catch (error) {
      log('live.activity broadcast failed', { err: error, streamId: entries[0]?.id, count: entries.length });
      requestResync(new Set(rooms.flatMap(membersOf)), metrics, position());
    }
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** Sends what is pending now, and what arrives in each interval after it until one is quiet. */
  #start(): void {
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#pending.length > 0) this.#start();
    }, this.#options.everyMs);
    void this.flush();
  }

  async #deliverPending(entries: readonly StreamEntry[]): Promise<void> {
    await this.deliver(entries);
    this.#options.onSent(entries);
  }

  #allowedOf(entries: readonly StreamEntry[]): Promise<Allowed[]> {
    const { openRooms } = this.#options;
    return Promise.all(entries.map(async (entry) => ({ entry, rooms: new Set(await openRooms.allowedRooms(entry, entry.rooms)) })));
  }

  /** Sends each group of connections that get the same activities one message. */
  #send(
    allowed: readonly Allowed[],
    rooms: readonly string[],
    membersOf: (room: string) => Connection[],
    { hidden, masking }: { hidden: HiddenAuthors; masking: Masking },
  ): void {
    const joined = new Map<Connection, string[]>();
    for (const room of rooms) {
      for (const connection of membersOf(room)) joined.set(connection, [...(joined.get(connection) ?? []), room]);
    }
    const groups = new Map<string, { members: [Connection, ...Connection[]]; rooms: string[]; authors: ReadonlySet<string> | undefined }>();
    for (const [connection, theirRooms] of joined) {
      const authors = hiddenFrom(connection, hidden);
      const masked =
        masking === unmasked ? [] : allowed.filter(({ entry }) => masking(connection, entry) !== entry).map(({ entry }) => entry.id);
      const key = [...theirRooms, authors ? connection.user : '', ...masked].join(' ');
      const group = groups.get(key);
      if (group) group.members.push(connection);
      else groups.set(key, { members: [connection], rooms: theirRooms, authors });
    }
    for (const { members, rooms: theirRooms, authors } of groups.values()) {
      const visible = allowed.filter(({ entry, rooms: open }) => theirRooms.some((room) => open.has(room)) && !isHidden(entry, authors));
      this.#sendTo(
        members,
        visible.map(({ entry }) => ({ ...entry, ...masking(members[0], entry) })),
      );
    }
  }

  #sendTo(members: readonly Connection[], entries: readonly StreamEntry[]): void {
    const newest = entries.at(-1);
    if (!newest) return;
    const { hub } = this.#options;
    if (entries.length === 1) {
      hub.send(members, newest.message, newest.payload, newest.id);
      return;
    }
    const items = entries.slice(-activityBatchLimit).map(({ payload }) => (payload as PayloadOf<typeof activityNew>).item);
    const payload: PayloadOf<typeof activityBatch> = { items, skipped: items.length < entries.length };
    hub.send(members, activityBatch.name, payload, newest.id);
  }
}

const isHidden = (entry: StreamEntry, authors: ReadonlySet<string> | undefined): boolean =>
  authors !== undefined && authorsOf(entry).some((author) => authors.has(author));
