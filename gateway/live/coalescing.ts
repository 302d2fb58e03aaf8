import { eventStats } from '#models/contract/attendance';
import { profileCounts } from '#models/contract/people';
import { postLikes } from '#models/contract/posts';
import { societyCounts } from '#models/contract/societies';
import type { Entry } from './stream.js';

const idOfCount = new Map<string, (payload: Record<string, unknown>) => unknown>([
  [postLikes.name, (payload) => payload.post_id],
  [societyCounts.name, (payload) => payload.society_id],
  [eventStats.name, (payload) => payload.event_id],
  [profileCounts.name, (payload) => payload.user_id],
]);

/** What a message of counts is the newest of; null for any other message. */
export function countKey(entry: Entry): string | null {
  const idOf = idOfCount.get(entry.message);
  return idOf ? `${entry.message} ${String(idOf(entry.payload as Record<string, unknown>))} ${entry.rooms.join(' ')}` : null;
}

const revOf = (entry: Entry): number => Number((entry.payload as { rev?: unknown }).rev ?? 0);
export const newerCount = (a: Entry, b: Entry): Entry => (revOf(b) >= revOf(a) ? b : a);

interface Slot {
  waiting: Entry | null;
  timer: NodeJS.Timeout;
}

/** Lets one message an object through in a while, and always the last. */
export class Coalescer {
  readonly #everyMs: number;
  readonly #send: (entry: Entry) => void;
  /** Hears of an entry that a newer one made superfluous. */
  readonly #skip: (entry: Entry) => void;
  readonly #slots = new Map<string, Slot>();

  constructor(everyMs: number, send: (entry: Entry) => void, skip: (entry: Entry) => void) {
    this.#everyMs = everyMs;
    this.#send = send;
    this.#skip = skip;
  }

  offer(key: string, entry: Entry): void {
    const slot = this.#slots.get(key);
    if (!slot) {
      this.#slots.set(key, { waiting: null, timer: this.#later(key) });
      this.#send(entry);
      return;
    }
    const waited = slot.waiting;
    slot.waiting = waited ? newerCount(waited, entry) : entry;
    if (waited) this.#skip(slot.waiting === entry ? waited : entry);
  }

  close(): void {
    for (const slot of this.#slots.values()) clearTimeout(slot.timer);
    this.#slots.clear();
  }

  #later(key: string): NodeJS.Timeout {
    return setTimeout(() => this.#due(key), this.#everyMs);
  }

  #due(key: string): void {
    const slot = this.#slots.get(key);
    const entry = slot?.waiting;
    if (!slot || !entry) {
      this.#slots.delete(key);
      return;
    }
    slot.waiting = null;
    slot.timer = this.#later(key);
    this.#send(entry);
  }
}
