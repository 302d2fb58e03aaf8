import type { Cluster, Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { familiarDevices } from '#models/contract/limits';
import type { MemoryFallback } from './memory-fallback.js';

const ttl = familiarDevices.days * 86_400;
const seconds = (): number => Math.floor(Date.now() / 1000);

/**
 * Browsers and addresses from which each account signed in lately, stored as hashes only. Redis has a sorted set for each
 * account, by time, of the newest few; memory has what this gateway saw, for while Redis is unavailable.
 */
export class FamiliarClients {
  readonly #redis: Redis | Cluster;
  readonly #fallback: MemoryFallback;
  readonly #memory = new LRUCache<string, Set<string>>({ max: 10_000, ttl: ttl * 1000 });

  constructor(redis: Redis | Cluster, fallback: MemoryFallback) {
    this.#redis = redis;
    this.#fallback = fallback;
  }

  /** Whether the account signed in lately from each of the clients. */
  areFamiliar(account: string, clients: readonly string[]): Promise<boolean[]> {
    return this.#fallback(
      async () => {
        const times = await this.#redis.zmscore(key(account), ...clients);
        return times.map((time) => time !== null && Number(time) > seconds() - ttl);
      },
      async () => clients.map((client) => this.#memory.get(account)?.has(client) ?? false),
    );
  }

  async add(account: string, clients: readonly string[]): Promise<void> {
    const updated = new Set([...(this.#memory.get(account) ?? []), ...clients]);
    this.#memory.set(account, new Set([...updated].slice(-familiarDevices.most)));
    const now = seconds();
    await this.#fallback(
      async () => {
        const batch = this.#redis.multi().zadd(key(account), ...clients.flatMap((client) => [now, client]));
        await batch
          .zremrangebyrank(key(account), 0, -familiarDevices.most - 1)
          .expire(key(account), ttl)
          .exec();
      },
      async () => {},
    );
  }

  async forget(account: string): Promise<void> {
    this.#memory.delete(account);
    await this.#fallback(
      async () => void (await this.#redis.del(key(account))),
      async () => {},
    );
  }
}

const key = (account: string): string => `familiar:${account}`;
