import { commentCreated } from '#models/contract/comments';
import type { PayloadOf } from '#models/contract/define';
import { notificationNew, notificationRead } from '#models/contract/notifications';
import { postCreated } from '#models/contract/posts';
import { cardsRecommendations } from '#models/contract/recommendations';
import { parseRoom } from '#models/contract/rooms';
import { cardsTrending } from '#models/contract/trending';
import { ownChanged } from '#models/contract/users';
import { Notifications } from '#models/db/notifications';
import { ActivityBatches, isActivity } from './activity-batches.js';
import { type HiddenAuthors, hiddenFrom, loadHiddenAuthors, redact } from './blocks.js';
import { Coalescer, coalesceKey } from './coalescing.js';
import type { Connection } from './connection.js';
import type { Hub } from './hub.js';
import type { LiveMetrics } from './live-metrics.js';
import { connectionsNaming, isNaming, loadMasking, type Masking, unmasked } from './naming.js';
import type { OpenRoomFilter } from './open-room-filter.js';
import { requestResync } from './resync.js';
import { retry } from './retry.js';
import type { SeenNotifications } from './seen-notifications.js';
import type { LogFailure } from './services.js';
import { singleFlight } from './single-flight.js';
import type { StreamEntry } from './stream.js';

const withUnread = new Set<string>([notificationNew.name, notificationRead.name]);

/** Frequent messages that change nothing an activity shows: pending activities may be sent after them. */
const keepsActivities = new Set<string>([
  ...withUnread,
  ...[postCreated, commentCreated, ownChanged, cardsTrending, cardsRecommendations].map(({ name }) => name),
]);

export interface BroadcasterOptions {
  countEveryMs: number;
  activityEveryMs: number;
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
  readonly #activities: ActivityBatches;
  /** Entries that are handled but not yet sent, oldest first. The entries of a batch have one id. */
  readonly #inFlight = new Set<StreamEntry>();
  readonly #countUnread = singleFlight((user) => Notifications.countDocuments({ user, unread: true }));

  constructor(hub: Hub, openRooms: OpenRoomFilter, options: BroadcasterOptions) {
    this.#hub = hub;
    this.#openRooms = openRooms;
    this.#options = options;
    const send = (entry: StreamEntry) => void this.#track(entry, this.deliver(entry));
    this.#counts = new Coalescer(options.countEveryMs, send, (entry) => this.#inFlight.delete(entry));
    this.#activities = new ActivityBatches({
      ...options,
      hub,
      openRooms,
      everyMs: options.activityEveryMs,
      onSent: (entries) => {
        for (const entry of entries) this.#inFlight.delete(entry);
      },
    });
  }

  /** Broadcasts a message; counts are coalesced, so that this or a newer one goes out soon, and activities sent together. */
  async broadcast(entry: StreamEntry): Promise<void> {
    const key = coalesceKey(entry);
    if (key !== null) {
      this.#inFlight.add(entry);
      this.#counts.offer(key, entry);
      return;
    }
    if (isActivity(entry)) {
      this.#inFlight.add(entry);
      this.#activities.offer(entry);
      return;
    }
    if (!keepsActivities.has(entry.message)) await this.#activities.flush();
    if (withUnread.has(entry.message)) void this.#track(entry, this.deliver(entry));
    else await this.deliver(entry);
  }

  /** Stream position up to which everything has been sent. */
  sentPosition(): string {
    const [oldest] = this.#inFlight;
    return oldest?.id ?? this.#options.position();
  }

  /** Sends to everybody in the rooms, or to one connection in them. Sockets that could not be served are asked to resync. */
  async deliver(entry: StreamEntry, rooms: readonly string[] = entry.rooms, only?: Connection): Promise<void> {
    const listeners = (among: readonly string[]): Connection[] => {
      if (!only) return [...new Set([...this.#hub.inAnyRoom(among), ...connectionsNaming(entry, this.#hub)])];
      return among.some((room) => only.rooms.has(room)) || isNaming(entry, only) ? [only] : [];
    };
    if (listeners(rooms).length === 0) return;
    try {
      const [allowed, hidden, payload] = await Promise.all([
        retry(() => this.#openRooms.allowedRooms(entry, rooms)),
        retry(() => loadHiddenAuthors([entry])),
        retry(() => this.#payloadOf(entry)),
      ]);
      const masking = await retry(() => loadMasking([entry], listeners(allowed)));
      const recipients = listeners(allowed);
      this.#sendTo(recipients, { ...entry, payload }, hidden, masking);
      this.#options.seenNotifications.record(entry, recipients);
    } catch (error) {
      this.#options.log('live.message broadcast failed', { err: error, streamId: entry.id, message: entry.message });
      requestResync(listeners(rooms), this.#options.metrics, this.#options.position());
    }
  }

  /** Sends one connection messages of the past, in order, as a member of these rooms. */
  async replay(entries: readonly StreamEntry[], connection: Connection, rooms: ReadonlySet<string>): Promise<void> {
    let activities: StreamEntry[] = [];
    const flush = async (): Promise<void> => {
      const pending = activities;
      activities = [];
      if (pending.length > 0) await this.#activities.deliver(pending, { connection, rooms });
    };
    for (const entry of entries) {
      const joinedRooms = entry.rooms.filter((room) => rooms.has(room));
      if (joinedRooms.length === 0 && !isNaming(entry, connection)) continue;
      if (isActivity(entry)) {
        activities.push(entry);
        continue;
      }
      if (!keepsActivities.has(entry.message) && coalesceKey(entry) === null) await flush();
      await this.deliver(entry, joinedRooms, connection);
    }
    await flush();
  }

  close(): void {
    this.#counts.close();
    this.#activities.close();
  }

  async #track(entry: StreamEntry, sent: Promise<void>): Promise<void> {
    this.#inFlight.add(entry);
    await sent;
    this.#inFlight.delete(entry);
  }

  /** Sends the message, without the hidden parts to those whom a block or a missing consent concerns, and not to whom it excepts. */
  #sendTo(among: readonly Connection[], entry: StreamEntry, hidden: HiddenAuthors, masking: Masking): void {
    const { except, exceptStaff } = entry;
    const isExcepted = ({ user, ignoresExceptions }: Connection) => user === except && (exceptStaff || !ignoresExceptions);
    const listeners = except ? among.filter((each) => !isExcepted(each)) : among;
    if (hidden.size === 0 && masking === unmasked) {
      this.#hub.send(listeners, entry.message, entry.payload, entry.id);
      return;
    }
    const groups = new Map<Pick<StreamEntry, 'message' | 'payload'>, Connection[]>();
    for (const each of listeners) {
      const authors = hiddenFrom(each, hidden);
      const seen = authors ? redact(entry, authors) : entry;
      const shown = seen && masking(each, entry, seen);
      const group = shown && groups.get(shown);
      if (group) group.push(each);
      else if (shown) groups.set(shown, [each]);
    }
    for (const [shown, group] of groups) this.#hub.send(group, shown.message, shown.payload, entry.id);
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
