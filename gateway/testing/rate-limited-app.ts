import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { expect } from 'vitest';
import type { AppOptions } from '#gateway/app';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import type { Call } from '#models/contract/define';
import { hashKey } from '../plugins/password-guard.js';

export interface ClientOptions {
  /** Value of `x-forwarded-for`. */
  address?: string;
  token?: string;
  cookie?: string;
}
export interface LimitedAnswer {
  status: number;
  retryAfter: number;
  /** The cookie that was set, in the form in which a browser sends it. */
  cookie: string | undefined;
}
export interface RateLimitedApp extends Pick<TestApp, 'app' | 'url' | 'call' | 'tokenFor' | 'close'> {
  /** Calls as from another address. */
  ask(call: Call, input: object, from?: ClientOptions): Promise<LimitedAnswer>;
  /** Consumes points of a limit. */
  consume(limit: string, key: string, points: number): Promise<void>;
}

/** Starts a gateway with rate limits behind a proxy, for calls from many addresses. */
export async function startRateLimitedApp(settings: Partial<AppOptions> = {}): Promise<RateLimitedApp> {
  const test = await startTestApp({ rateLimits: true, trustProxy: 1, ...settings });
  const redis = new Redis(test.redisUrl);
  return {
    ...test,
    async ask(call, input, { address = '10.0.0.1', token, cookie } = {}) {
      const answer = await test.app.inject({
        method: call.method,
        url: call.path,
        ...(call.method === 'GET' ? { query: input as Record<string, string> } : { payload: input }),
        headers: {
          'x-forwarded-for': address,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(cookie ? { cookie } : {}),
        },
      });
      const set = answer.cookies[0];
      return {
        status: answer.statusCode,
        retryAfter: Number(answer.headers['retry-after']),
        cookie: set && `${set.name}=${set.value}`,
      };
    },
    async consume(limit, key, points) {
      const limiter = new RateLimiterRedis({ storeClient: redis, keyPrefix: `rate:${limit}`, points: 1e9, duration: 60 });
      await limiter.consume(limit.startsWith('guard:') ? hashKey(key) : key, points);
    },
    async close() {
      redis.disconnect();
      await test.close();
    },
  };
}

/** Counts the calls before the limit; checks the `retry-after` of the refusal. */
export async function timesUntilLimited(again: () => Promise<LimitedAnswer>, atMost: number): Promise<number> {
  for (let times = 0; times <= atMost; times++) {
    const { status, retryAfter } = await again();
    if (status !== 429) continue;
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(retryAfter).toBeLessThanOrEqual(86_400);
    return times;
  }
  return Number.POSITIVE_INFINITY;
}
