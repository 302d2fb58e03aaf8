import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { familiarFor } from '#models/contract/limits';
import type { OrMemory } from './redis-or-memory.js';

const ttl = familiarFor.days * 86_400;
const seconds = (): number => Math.floor(Date.now() / 1000);

/**
 * Keeps from where each account signed in lately: browsers and addresses, as hashes only. Redis has a sorted set an account,
 * by time, of the newest few. The memory has what this gateway saw, for while Redis is away.
 */
export class Familiar {
  readonly #redis: Redis;
  readonly #away: OrMemory;
  readonly #own = new LRUCache<string, Set<string>>({ max: 10_000, ttl: ttl * 1000 });

  constructor(redis: Redis, away: OrMemory) {
    this.#redis = redis;
    this.#away = away;
  }

  /** Says of each place whether the account signed in from there lately. */
  knows(account: string, places: readonly string[]): Promise<boolean[]> {
    return this.#away(
      async () => {
        const times = await this.#redis.zmscore(key(account), ...places);
        return times.map((time) => time !== null && Number(time) > seconds() - ttl);
      },
      async () => places.map((place) => this.#own.get(account)?.has(place) ?? false),
    );
  }

  async add(account: string, places: readonly string[]): Promise<void> {
    const known = new Set([...(this.#own.get(account) ?? []), ...places]);
    this.#own.set(account, new Set([...known].slice(-familiarFor.most)));
    const now = seconds();
    await this.#away(
      async () => {
        const batch = this.#redis.multi().zadd(key(account), ...places.flatMap((place) => [now, place]));
        await batch
          .zremrangebyrank(key(account), 0, -familiarFor.most - 1)
          .expire(key(account), ttl)
          .exec();
      },
      async () => {},
    );
  }

  async forget(account: string): Promise<void> {
    this.#own.delete(account);
    await this.#away(
      async () => void (await this.#redis.del(key(account))),
      async () => {},
    );
  }
}

const key = (account: string): string => `familiar:${account}`;
