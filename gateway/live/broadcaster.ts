import type { PayloadOf } from '#models/contract/define';
import { controls } from '#models/contract/live';
import { notificationNew, notificationRead } from '#models/contract/notifications';
import { parseRoom } from '#models/contract/rooms';
import { Notifications } from '#models/db/notifications';
import { type HiddenAuthors, loadHiddenAuthors, redact } from './blocks.js';
import { Coalescer, coalesceKey } from './coalescing.js';
import type { Connection } from './connection.js';
import type { Hub } from './hub.js';
import type { LiveMetrics } from './live-metrics.js';
import type { OpenRoomFilter } from './open-room-filter.js';
import { retry } from './retry.js';
import type { SeenNotifications } from './seen-notifications.js';
import type { LogFailure } from './services.js';
import { singleFlight } from './single-flight.js';
import type { StreamEntry } from './stream.js';

const withUnread = new Set<string>([notificationNew.name, notificationRead.name]);

export interface BroadcasterOptions {
  countEveryMs: number;
  seenNotifications: SeenNotifications;
  metrics: LiveMetrics;
  log: LogFailure;
  /** Stream position up to which entries have been handled. */
  position: () => string;
}

/** Broadcasts stream entries to the sockets in their rooms that may see them. */
export class Broadcaster {
  readonly #hub: Hub;
  readonly #openRooms: OpenRoomFilter;
  readonly #options: BroadcasterOptions;
  readonly #counts: Coalescer;
  /** Entries that are handled but not yet sent, oldest first. */
  readonly #inFlight = new Set<string>();
  readonly #countUnread = singleFlight((user) => Notifications.countDocuments({ user, unread: true }));

  constructor(hub: Hub, openRooms: OpenRoomFilter, options: BroadcasterOptions) {
    this.#hub = hub;
    this.#openRooms = openRooms;
    this.#options = options;
    const send = (entry: StreamEntry) => void this.#track(entry, this.deliver(entry));
    this.#counts = new Coalescer(options.countEveryMs, send, (entry) => this.#inFlight.delete(entry.id));
  }

  /** Broadcasts a message; counts are coalesced, so that this or a newer one goes out soon. */
  async broadcast(entry: StreamEntry): Promise<void> {
    const key = coalesceKey(entry);
    if (key !== null) {
      this.#inFlight.add(entry.id);
      this.#counts.offer(key, entry);
    } else if (withUnread.has(entry.message)) void this.#track(entry, this.deliver(entry));
    else await this.deliver(entry);
  }

  /** Stream position up to which everything has been sent. */
  sentPosition(): string {
    const [oldest] = this.#inFlight;
    return oldest ?? this.#options.position();
  }

  /** Sends to everybody in the rooms, or to one connection in them. Sockets that could not be served are asked to resync. */
  async deliver(entry: StreamEntry, rooms: readonly string[] = entry.rooms, only?: Connection): Promise<void> {
    const listeners = (among: readonly string[]): Connection[] => {
      if (!only) return this.#hub.inAnyRoom(among);
      return among.some((room) => only.rooms.has(room)) ? [only] : [];
    };
    if (listeners(rooms).length === 0) return;
    try {
      const [allowed, hidden, payload] = await Promise.all([
        retry(() => this.#openRooms.allowedRooms(entry, rooms)),
        retry(() => loadHiddenAuthors(entry)),
        retry(() => this.#payloadOf(entry)),
      ]);
      const recipients = listeners(allowed);
      this.#sendTo(recipients, { ...entry, payload }, hidden);
      this.#options.seenNotifications.record(entry, recipients);
    } catch (error) {
      this.#options.log('live.message broadcast failed', { err: error, streamId: entry.id, message: entry.message });
      const unreached = listeners(rooms);
      this.#options.metrics.resyncs += unreached.length;
      for (const connection of unreached) connection.send(controls.resync, { at: this.#options.position() });
    }
  }

  close(): void {
    this.#counts.close();
  }

  async #track(entry: StreamEntry, sent: Promise<void>): Promise<void> {
    this.#inFlight.add(entry.id);
    await sent;
    this.#inFlight.delete(entry.id);
  }

  /** Sends the message, without the hidden parts to those whom a block concerns, and not to whom it excepts. */
  #sendTo(among: readonly Connection[], entry: StreamEntry, hidden: HiddenAuthors): void {
    const listeners = entry.except ? among.filter(({ user, ignoresBlocks }) => ignoresBlocks || user !== entry.except) : among;
    const authorsFor = (each: Connection) => (each.user === null || each.ignoresBlocks ? undefined : hidden.get(each.user));
    this.#hub.send(hidden.size > 0 ? listeners.filter((each) => !authorsFor(each)) : listeners, entry.message, entry.payload, entry.id);
    if (hidden.size === 0) return;
    for (const each of listeners) {
      const authors = authorsFor(each);
      const rest = authors && redact(entry, authors);
      if (rest) this.#hub.send([each], rest.message, rest.payload, entry.id);
    }
  }

  /**
   * Adds what is computed while sending. Unread is counted one query a person at a time, so that it never goes backwards; a
   * notification that was read since it was written is sent as read.
   */
  async #payloadOf(entry: StreamEntry): Promise<unknown> {
    if (!withUnread.has(entry.message)) return entry.payload;
    const user = entry.rooms.map((room) => parseRoom(room)).find((room) => room?.kind === 'user')?.id;
    if (user === undefined) return entry.payload;
    const unread = await this.#countUnread(user);
    if (entry.message !== notificationNew.name) return { ...(entry.payload as object), unread };
    const { notification } = entry.payload as PayloadOf<typeof notificationNew>;
    const isUnread = (await Notifications.findOne({ _id: notification.ID, unread: true }, { _id: 1 }).lean()) !== null;
    return { notification: { ...notification, read: !isUnread }, unread };
  }
}
