import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateBucket } from '#models/contract/define';
import type { ErrorCode } from '#models/contract/errors';
import { Failure } from '#models/contract/failure';
import { type Budget, type Guard, guards, rates } from '#models/contract/limits';
import { Familiar } from './familiar.js';
import { hashKey, makePasswordGuard, type PasswordGuard, unguarded } from './password-guard.js';
import { type OrMemory, orMemory } from './redis-or-memory.js';

/** Too many; `retryAfter` is in seconds. */
export class TooMany extends Failure {
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('too_many_requests' satisfies ErrorCode);
    this.retryAfter = retryAfter;
  }
}

/** Takes a count back. */
export type GiveBack = () => Promise<void>;

export interface RateLimits {
  /** Counts one call of an account (of an address for visitors); throws TooMany. */
  take(bucket: RateBucket, user: string | null, address: string): Promise<void>;
  /** Counts one against a guard; throws TooMany. */
  spend(guard: Guard, key: string): Promise<GiveBack>;
  /** Counts one against a guard, and says whether it still fits. */
  fits(guard: Guard, key: string): Promise<boolean>;
  /** Guards what asks for a password. */
  passwords: PasswordGuard;
}

const nothing: GiveBack = async () => {};
const unlimited: RateLimits = { take: nothing, spend: async () => nothing, fits: async () => true, passwords: unguarded };

/** Counts one for a key, or throws TooMany. */
type Limiter = (key: string) => Promise<GiveBack>;

function makeLimiter(redis: Redis, away: OrMemory, name: string, { points, duration }: Budget): Limiter {
  const options = { keyPrefix: `rate:${name}`, points, duration };
  const [shared, own] = [new RateLimiterRedis({ ...options, storeClient: redis }), new RateLimiterMemory(options)];
  return async (key) => {
    try {
      return await away(
        async () => {
          await shared.consume(key);
          return async () => void (await shared.reward(key).catch(() => {}));
        },
        async () => {
          await own.consume(key);
          return async () => void (await own.reward(key));
        },
        (error) => error instanceof RateLimiterRes,
      );
    } catch (refused) {
      if (refused instanceof RateLimiterRes) throw new TooMany(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)));
      throw refused;
    }
  };
}

/** Limits shared by all gateways through Redis, and kept in memory while Redis is away. */
export function makeRateLimits(redis: Redis, isOn: boolean): RateLimits {
  if (!isOn) return unlimited;
  const away = orMemory();
  const limiter = (name: string, budget: Budget) => makeLimiter(redis, away, name, budget);
  const byBucket = new Map(
    (Object.keys(rates) as RateBucket[]).map((name) => {
      const { visitors, ...rate } = rates[name];
      const calls = limiter(name, rate);
      return [name, { calls, visitors: visitors ? limiter(`${name}:visitors`, visitors) : calls }];
    }),
  );
  const byGuard = new Map((Object.keys(guards) as Guard[]).map((name) => [name, limiter(`guard:${name}`, guards[name])]));
  const spend = async (guard: Guard, key: string): Promise<GiveBack> => (await byGuard.get(guard)?.(hashKey(key))) ?? nothing;
  return {
    async take(bucket, user, address) {
      const limiters = byBucket.get(bucket);
      if (rates[bucket].by === 'account' && user) await limiters?.calls(user);
      else await limiters?.visitors(address);
    },
    spend,
    fits: (guard, key) =>
      spend(guard, key).then(
        () => true,
        (error: unknown) => {
          if (error instanceof TooMany) return false;
          throw error;
        },
      ),
    passwords: makePasswordGuard(spend, new Familiar(redis, away)),
  };
}
