import type { Cluster, Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateBucket } from '#models/contract/define';
import type { ErrorCode } from '#models/contract/errors';
import { Failure } from '#models/contract/failure';
import { type Budget, type Guard, guards, rates } from '#models/contract/limits';
import { FamiliarClients } from './familiar-clients.js';
import { type MemoryFallback, makeMemoryFallback } from './memory-fallback.js';
import { hashKey, makePasswordGuard, type PasswordGuard, unguarded } from './password-guard.js';

/** Rate limit exceeded; `retryAfter` is in seconds. */
export class RateLimitExceeded extends Failure {
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('too_many_requests' satisfies ErrorCode);
    this.retryAfter = retryAfter;
  }
}

/** Takes a counted point back. */
export type Refund = () => Promise<void>;

export interface RateLimits {
  /** Counts one call of an account, or of an address for visitors; throws RateLimitExceeded. */
  take(bucket: RateBucket, user: string | null, address: string): Promise<void>;
  /** Counts one point against a guard; throws RateLimitExceeded. */
  spend(guard: Guard, key: string): Promise<Refund>;
  /** Counts one point against a guard; false where the limit is exceeded. */
  trySpend(guard: Guard, key: string): Promise<boolean>;
  /** Guard of the calls that take a password. */
  passwords: PasswordGuard;
}

const noRefund: Refund = async () => {};
const unlimited: RateLimits = { take: noRefund, spend: async () => noRefund, trySpend: async () => true, passwords: unguarded };

/** Counts one point for a key, or throws RateLimitExceeded. */
type Limiter = (key: string) => Promise<Refund>;

function makeLimiter(redis: Redis | Cluster, fallback: MemoryFallback, name: string, { points, duration }: Budget): Limiter {
  const options = { keyPrefix: `rate:${name}`, points, duration };
  const [shared, memory] = [new RateLimiterRedis({ ...options, storeClient: redis }), new RateLimiterMemory(options)];
  return async (key) => {
    try {
      return await fallback(
        async () => {
          await shared.consume(key);
          return async () => void (await shared.reward(key).catch(() => {}));
        },
        async () => {
          await memory.consume(key);
          return async () => void (await memory.reward(key));
        },
        (error) => error instanceof RateLimiterRes,
      );
    } catch (refused) {
      if (refused instanceof RateLimiterRes) throw new RateLimitExceeded(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)));
      throw refused;
    }
  };
}

/** Makes rate limits that all gateways share through Redis, with a fallback in memory while it is unavailable. */
export function makeRateLimits(redis: Redis | Cluster, isOn: boolean): RateLimits {
  if (!isOn) return unlimited;
  const fallback = makeMemoryFallback();
  const limiter = (name: string, budget: Budget) => makeLimiter(redis, fallback, name, budget);
  const byBucket = new Map(
    (Object.keys(rates) as RateBucket[]).map((name) => {
      const { visitors, ...rate } = rates[name];
      const calls = limiter(name, rate);
      return [name, { calls, visitors: visitors ? limiter(`${name}:visitors`, visitors) : calls }];
    }),
  );
  const byGuard = new Map((Object.keys(guards) as Guard[]).map((name) => [name, limiter(`guard:${name}`, guards[name])]));
  const spend = async (guard: Guard, key: string): Promise<Refund> => (await byGuard.get(guard)?.(hashKey(key))) ?? noRefund;
  return {
    async take(bucket, user, address) {
      const limiters = byBucket.get(bucket);
      if (rates[bucket].by === 'account' && user) await limiters?.calls(user);
      else await limiters?.visitors(address);
    },
    spend,
    trySpend: (guard, key) =>
      spend(guard, key).then(
        () => true,
        (error: unknown) => {
          if (error instanceof RateLimitExceeded) return false;
          throw error;
        },
      ),
    passwords: makePasswordGuard(spend, new FamiliarClients(redis, fallback)),
  };
}
