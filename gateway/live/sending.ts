import type { PayloadOf } from '#models/contract/define';
import { controls } from '#models/contract/live';
import { notificationNew, notificationRead } from '#models/contract/notifications';
import { parseRoom } from '#models/contract/rooms';
import { Notifications } from '#models/db/notifications';
import { type Hidden, hiddenFrom, withoutHidden } from './blocks.js';
import { Coalescer, countKey } from './coalescing.js';
import type { Connection } from './connection.js';
import type { Hub } from './hub.js';
import { insist } from './insist.js';
import type { OpenRooms } from './open-rooms.js';
import type { Log } from './parts.js';
import type { Seen } from './seen.js';
import { sharedRuns } from './shared-runs.js';
import type { Entry } from './stream.js';
import type { Tally } from './tally.js';

const withUnread = new Set<string>([notificationNew.name, notificationRead.name]);

export interface SenderOptions {
  countEveryMs: number;
  seen: Seen;
  tally: Tally;
  log: Log;
  /** The place up to which entries have been handed over. */
  place: () => string;
}

/** Sends what the stream says to those who are in its rooms and may hear it. */
export class Sender {
  readonly #hub: Hub;
  readonly #open: OpenRooms;
  readonly #options: SenderOptions;
  readonly #counts: Coalescer;
  /** Entries handed over that have not gone out yet, oldest first. */
  readonly #underWay = new Set<string>();
  readonly #unreadOf = sharedRuns((user) => Notifications.countDocuments({ user, unread: true }));

  constructor(hub: Hub, open: OpenRooms, options: SenderOptions) {
    this.#hub = hub;
    this.#open = open;
    this.#options = options;
    const send = (entry: Entry) => void this.#track(entry, this.deliver(entry));
    this.#counts = new Coalescer(options.countEveryMs, send, (entry) => this.#underWay.delete(entry.id));
  }

  /** Sends a message, or sees to it that it or a newer one of its kind goes out soon. */
  async send(entry: Entry): Promise<void> {
    const key = countKey(entry);
    if (key !== null) {
      this.#underWay.add(entry.id);
      this.#counts.offer(key, entry);
    } else if (withUnread.has(entry.message)) void this.#track(entry, this.deliver(entry));
    else await this.deliver(entry);
  }

  /** Everything up to here has gone out. */
  gone(): string {
    const [oldest] = this.#underWay;
    return oldest ?? this.#options.place();
  }

  /** Sends to everybody in the rooms, or of these to one connection only. Whoever could not be told is asked to resync. */
  async deliver(entry: Entry, rooms: readonly string[] = entry.rooms, only?: Connection): Promise<void> {
    const listeners = (among: readonly string[]): Connection[] => {
      if (!only) return this.#hub.inAny(among);
      return among.some((room) => only.rooms.has(room)) ? [only] : [];
    };
    if (listeners(rooms).length === 0) return;
    try {
      const [open, hidden, payload] = await Promise.all([
        insist(() => this.#open.among(entry, rooms)),
        insist(() => hiddenFrom(entry)),
        insist(() => this.#payloadOf(entry)),
      ]);
      const hearing = listeners(open);
      this.#sendTo(hearing, { ...entry, payload }, hidden);
      this.#options.seen.note(entry, hearing);
    } catch (error) {
      this.#options.log('live.message broadcast failed', { err: error, streamId: entry.id, message: entry.message });
      const unsure = listeners(rooms);
      this.#options.tally.resyncs += unsure.length;
      for (const connection of unsure) connection.say(controls.resync, { at: this.#options.place() });
    }
  }

  close(): void {
    this.#counts.close();
  }

  async #track(entry: Entry, sent: Promise<void>): Promise<void> {
    this.#underWay.add(entry.id);
    await sent;
    this.#underWay.delete(entry.id);
  }

  /** What a block hides is left out for those whom it concerns. */
  #sendTo(listeners: readonly Connection[], entry: Entry, hidden: Hidden): void {
    const authorsFor = (each: Connection) => (each.user === null || each.seesAll ? undefined : hidden.get(each.user));
    this.#hub.send(hidden.size > 0 ? listeners.filter((each) => !authorsFor(each)) : listeners, entry.message, entry.payload, entry.id);
    if (hidden.size === 0) return;
    for (const each of listeners) {
      const authors = authorsFor(each);
      const rest = authors && withoutHidden(entry, authors);
      if (rest) this.#hub.send([each], rest.message, rest.payload, entry.id);
    }
  }

  /**
   * Unread is counted as it is sent, one count a person at a time, so that it never goes backwards; and a notification that was
   * read between its writing and now is sent as read.
   */
  async #payloadOf(entry: Entry): Promise<unknown> {
    if (!withUnread.has(entry.message)) return entry.payload;
    const user = entry.rooms.map((room) => parseRoom(room)).find((room) => room?.kind === 'user')?.id;
    if (user === undefined) return entry.payload;
    const unread = await this.#unreadOf(user);
    if (entry.message !== notificationNew.name) return { ...(entry.payload as object), unread };
    const { notification } = entry.payload as PayloadOf<typeof notificationNew>;
    const isUnread = (await Notifications.findOne({ _id: notification.ID, unread: true }, { _id: 1 }).lean()) !== null;
    return { notification: { ...notification, read: !isUnread }, unread };
  }
}
