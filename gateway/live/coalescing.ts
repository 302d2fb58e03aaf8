import { eventStats } from '#models/contract/attendance';
import { profileCounts } from '#models/contract/people';
import { postPoll } from '#models/contract/polls';
import { postLikes } from '#models/contract/posts';
import { societyCounts } from '#models/contract/societies';
import type { StreamEntry } from './stream.js';

const countedId = new Map<string, (payload: Record<string, unknown>) => unknown>([
  [postLikes.name, (payload) => payload.post_id],
  [postPoll.name, (payload) => payload.post_id],
  [societyCounts.name, (payload) => payload.society_id],
  [eventStats.name, (payload) => payload.event_id],
  [profileCounts.name, (payload) => payload.user_id],
]);

/** Key under which counts are coalesced: the message, the object and the rooms; null for any other message. */
export function coalesceKey(entry: StreamEntry): string | null {
  const idOf = countedId.get(entry.message);
  return idOf ? `${entry.message} ${String(idOf(entry.payload as Record<string, unknown>))} ${entry.rooms.join(' ')}` : null;
}

const revOf = (entry: StreamEntry): number => Number((entry.payload as { rev?: unknown }).rev ?? 0);
export const newerCount = (a: StreamEntry, b: StreamEntry): StreamEntry => (revOf(b) >= revOf(a) ? b : a);

interface Slot {
  waiting: StreamEntry | null;
  timer: NodeJS.Timeout;
}

/** Sends at most one message per key and interval, and always the last one. */
export class Coalescer {
  readonly #everyMs: number;
  readonly #send: (entry: StreamEntry) => void;
  /** Called with an entry that a newer one replaced. */
  readonly #skip: (entry: StreamEntry) => void;
  readonly #slots = new Map<string, Slot>();

  constructor(everyMs: number, send: (entry: StreamEntry) => void, skip: (entry: StreamEntry) => void) {
    this.#everyMs = everyMs;
    this.#send = send;
    this.#skip = skip;
  }

  offer(key: string, entry: StreamEntry): void {
    const slot = this.#slots.get(key);
    if (!slot) {
      this.#slots.set(key, { waiting: null, timer: this.#startTimer(key) });
      this.#send(entry);
      return;
    }
    const replaced = slot.waiting;
    slot.waiting = replaced ? newerCount(replaced, entry) : entry;
    if (replaced) this.#skip(slot.waiting === entry ? replaced : entry);
  }

  close(): void {
    for (const slot of this.#slots.values()) clearTimeout(slot.timer);
    this.#slots.clear();
  }

  #startTimer(key: string): NodeJS.Timeout {
    return setTimeout(() => this.#flush(key), this.#everyMs);
  }

  #flush(key: string): void {
    const slot = this.#slots.get(key);
    const entry = slot?.waiting;
    if (!slot || !entry) {
      this.#slots.delete(key);
      return;
    }
    slot.waiting = null;
    slot.timer = this.#startTimer(key);
    this.#send(entry);
  }
}
