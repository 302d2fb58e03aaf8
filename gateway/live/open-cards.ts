import { askForRecommendations } from '#models/bus/jobs';
import { CardStamps, maxCardAgeMs, topicOf } from '#models/db/card-stamps';
import { Cards, recommendationsCard } from '#models/db/cards';
import { Follows } from '#models/db/follows';
import { Memberships } from '#models/db/memberships';
import { toId } from '#models/db/model';
import type { Hub } from './hub.js';
import type { LogFailure } from './services.js';

export interface OpenCardsTiming {
  /** Interval of the look for new stamps. */
  everyMs: number;
  /** Age up to which a stamp counts for people who have just connected: longer than a replay reaches back. */
  recentMs: number;
  /** Minimum interval between two computations of one card. */
  minAgeMs: number;
  /** Interval at which a card that is still stale is asked for again: its job may be lost, or may have read too early. */
  askAgainMs: number;
  /** Interval of the look at the age of the cards. */
  agesEveryMs: number;
}

export const openCardsTiming: OpenCardsTiming = {
  everyMs: 2000,
  recentMs: 180_000,
  minAgeMs: 5000,
  askAgainMs: 10_000,
  agesEveryMs: 30_000,
};

/** Overlap of two looks, for clock differences and slow writes. */
const overlapMs = 5000;
/** Failed looks in a row before one is logged: a single one is made up for by the next. */
const failuresLogged = 3;
/** Most ids in a query. */
const batchSize = 1000;
/** Most cards renewed for their age at once. */
const maxRenewals = 100;

/** A card that lacks changes. */
interface StaleCard {
  /** Since when its owner has waited: the first change, or the connection if that is later. */
  waitingSince: number;
  /** The last change. */
  changedAt: number;
  /** Time at which its job was added last. */
  askedAt: number;
}

/** Age of the cards of the people connected to this gateway, in seconds. */
export interface CardAges {
  /** Since the oldest was computed. */
  oldest: number;
  /** Since the longest waiting of the stale ones became stale; 0 without any. */
  stale: number;
}

/**
 * Has the recommendations of connected people computed when they become stale. Nobody else's: an event in a society of ten
 * thousand is one stamp, and one job per open screen. State is only what the next look needs; a gateway that starts looks at
 * the stamps of the last minutes.
 */
export class OpenCards {
  readonly #hub: Hub;
  readonly #timing: OpenCardsTiming;
  readonly #log: LogFailure;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;
  /** Time of each recent stamp that was handled. */
  readonly #recent = new Map<string, number>();
  #lookedAt = 0;
  #connected: ReadonlySet<string> = new Set();
  readonly #stale = new Map<string, StaleCard>();
  #agesAt = 0;
  #failures = 0;
  #oldest: number | null = null;

  constructor(hub: Hub, timing: OpenCardsTiming, log: LogFailure) {
    this.#hub = hub;
    this.#timing = timing;
    this.#log = log;
    this.#wait();
  }

  ages(now = Date.now()): CardAges {
    let first = now;
    for (const { waitingSince } of this.#stale.values()) first = Math.min(first, waitingSince);
    return { oldest: this.#oldest === null ? 0 : (now - this.#oldest) / 1000, stale: (now - first) / 1000 };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#look();
    }, this.#timing.everyMs);
  }

  async #look(): Promise<void> {
    try {
      const now = Date.now();
      const users = this.#hub.screenUsers();
      if (users.size > 0) {
        await this.#readStamps(users, now);
        await this.#askForStale(users, now);
      }
      if (now - this.#agesAt >= this.#timing.agesEveryMs) await this.#checkAges(users, now);
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      if (this.#failures === failuresLogged) this.#log('live.cards look failed', { err: error });
    }
    if (!this.#isClosed) this.#wait();
  }

  /** Finds whose cards the new stamps concern; for people who have just connected, the recent ones too. */
  async #readStamps(users: ReadonlySet<string>, now: number): Promise<void> {
    const since = Math.max(this.#lookedAt - overlapMs, now - this.#timing.recentMs);
    const stamps = await CardStamps.find({ writtenAt: { $gte: new Date(since) } }).lean();
    const changed = stamps.filter(({ _id, at }) => this.#recent.get(_id) !== at.getTime());
    const newcomers = new Set([...users].filter((user) => !this.#connected.has(user)));
    const earlier = newcomers.size > 0 ? [...this.#recent].map(([_id, at]) => ({ _id, at: new Date(at) })) : [];
    for (const [user, at] of [...(await audienceOf(changed, users)), ...(await audienceOf(earlier, newcomers))]) {
      const card = this.#stale.get(user) ?? { waitingSince: newcomers.has(user) ? now : at, changedAt: at, askedAt: 0 };
      this.#stale.set(user, { ...card, changedAt: Math.max(card.changedAt, at) });
    }
    // Only now: a look that failed is repeated.
    for (const { _id, at } of changed) this.#recent.set(_id, at.getTime());
    for (const [id, at] of this.#recent) if (at < now - this.#timing.recentMs) this.#recent.delete(id);
    this.#connected = users;
    this.#lookedAt = now;
  }

  /** Adds a job for each stale card of a connected person, unless it was computed meanwhile. */
  async #askForStale(users: ReadonlySet<string>, now: number): Promise<void> {
    for (const user of this.#stale.keys()) if (!users.has(user)) this.#stale.delete(user);
    const computed = await computedAt(this.#stale.keys());
    for (const [user, card] of this.#stale) {
      const at = computed.get(user) ?? 0;
      if (at >= card.changedAt) this.#stale.delete(user);
      else if (at >= card.askedAt || now - card.askedAt >= this.#timing.askAgainMs) {
        if (at >= card.waitingSince) card.waitingSince = card.changedAt;
        // Not before the change has settled, else the card would still be stale.
        const begin = Math.max(at + this.#timing.minAgeMs, card.changedAt);
        await askForRecommendations(user, new Date(card.waitingSince), { delay: Math.max(0, begin - now) });
        card.askedAt = now;
      }
    }
  }

  /** Notes the age of the oldest card, and renews some of those that are too old. */
  async #checkAges(users: ReadonlySet<string>, now: number): Promise<void> {
    this.#agesAt = now;
    const computed = await computedAt(users);
    this.#oldest = computed.size > 0 ? Math.min(...computed.values()) : null;
    const old = [...computed].filter(([, at]) => at < now - maxCardAgeMs);
    for (const [user] of old.slice(0, maxRenewals)) await askForRecommendations(user);
  }
}

/** Batches of the values. */
function* chunks<T>(values: Iterable<T>): Iterable<T[]> {
  const all = [...values];
  for (let n = 0; n < all.length; n += batchSize) yield all.slice(n, n + batchSize);
}

/** Times at which the cards of these people were computed, without people who have none. */
async function computedAt(users: Iterable<string>): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const some of chunks(users))
    for (const { _id, computedAt: at } of await Cards.find({ _id: { $in: some.map(recommendationsCard) } }, { computedAt: 1 }).lean())
      found.set(_id.slice(recommendationsCard('').length), at.getTime());
  return found;
}

/** Those of the users whose cards depend on the stamps, each with the newest. */
async function audienceOf(stamps: readonly { _id: string; at: Date }[], users: ReadonlySet<string>): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  if (stamps.length === 0 || users.size === 0) return found;
  const add = (user: string, at: number): void => void found.set(user, Math.max(at, found.get(user) ?? 0));
  const times = { own: new Map<string, number>(), going: new Map<string, number>(), society: new Map<string, number>() };
  for (const stamp of stamps) {
    const { kind, id } = topicOf(stamp);
    times[kind].set(String(id), stamp.at.getTime());
  }
  const idsOf = (kind: keyof typeof times) => Array.from(times[kind].keys(), toId);
  for (const [user, at] of times.own) if (users.has(user)) add(user, at);
  for (const some of chunks(users)) {
    const these = some.map(toId);
    if (times.society.size > 0)
      for (const { society, user } of await Memberships.find(
        { society: { $in: idsOf('society') }, user: { $in: these } },
        { society: 1, user: 1 },
      ).lean())
        add(String(user), times.society.get(String(society)) ?? 0);
    if (times.going.size > 0)
      for (const { from, to } of await Follows.find(
        { from: { $in: these }, to: { $in: idsOf('going') }, on: true },
        { from: 1, to: 1 },
      ).lean())
        add(String(from), times.going.get(String(to)) ?? 0);
  }
  return found;
}
