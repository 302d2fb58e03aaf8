import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateBucket } from '#models/contract/define';
import type { ErrorCode } from '#models/contract/errors';
import { Failure } from '#models/contract/failure';
import { rates, signInByEmail } from '#models/contract/limits';

/** Too many; `retryAfter` is in seconds. */
export class TooMany extends Failure {
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('too_many_requests' satisfies ErrorCode);
    this.retryAfter = retryAfter;
  }
}

export interface RateLimits {
  /** Counts one call of an account (of an address for visitors); throws TooMany. */
  take(bucket: RateBucket, user: string | null, address: string): Promise<void>;
  /** Counts one try to sign in with an e-mail address; throws TooMany. */
  takeSignIn(emailFolded: string): Promise<void>;
}

const unlimited: RateLimits = { take: async () => {}, takeSignIn: async () => {} };

/** How long the memory counts alone after Redis did not answer, so that not every call waits for it in vain. */
const aloneMs = 2000;

/** Limits shared by all gateways through Redis, and kept in memory while Redis is away. */
export function makeRateLimits(redis: Redis, isOn: boolean): RateLimits {
  if (!isOn) return unlimited;
  let aloneUntil = 0;
  const limiter = (name: string, { points, duration }: { points: number; duration: number }) => {
    const options = { keyPrefix: `rate:${name}`, points, duration };
    const [shared, own] = [new RateLimiterRedis({ ...options, storeClient: redis }), new RateLimiterMemory(options)];
    return async (key: string): Promise<unknown> => {
      if (Date.now() < aloneUntil) return own.consume(key);
      try {
        return await shared.consume(key);
      } catch (error) {
        if (error instanceof RateLimiterRes) throw error;
        aloneUntil = Date.now() + aloneMs;
        return own.consume(key);
      }
    };
  };
  const buckets = new Map(Object.entries(rates).map(([name, rate]) => [name, limiter(name, rate)]));
  const byEmail = limiter('signInByEmail', signInByEmail);
  const count = async (which: ReturnType<typeof limiter> | undefined, key: string): Promise<void> => {
    try {
      await which?.(key);
    } catch (refused) {
      if (refused instanceof RateLimiterRes) throw new TooMany(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)));
      throw refused;
    }
  };
  return {
    take: (bucket, user, address) => count(buckets.get(bucket), rates[bucket].by === 'account' && user ? user : address),
    takeSignIn: (email) => count(byEmail, email),
  };
}
