import { expect, test } from 'vitest';
import { EnvError, isReachable, readEnv, storeUris } from './env.js';

function faultsOf(source: Record<string, string>): readonly string[] {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.faults;
    throw error;
  }
  return [];
}

test('no settings: the documented defaults apply', () => {
  expect(readEnv({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://localhost:3000',
    DATA_DIR: '.data',
    TRUST_PROXY: false,
    SEED: 'demo',
    TIME_ZONE: 'Asia/Amman',
    EMAIL_DOMAINS: [],
    EMAIL_VERIFICATION: false,
    LOG_LEVEL: 'info',
    RATE_LIMITS: true,
    REPLAY_WINDOW: 120,
  });
});

test('an own database gets no demo accounts by default', () => {
  expect(readEnv({ MONGODB_URI: 'mongodb://db/nadi' }).SEED).toBe('empty');
  expect(readEnv({ MONGODB_URI: 'mongodb://db/nadi', SEED: 'demo' }).SEED).toBe('demo');
});

test('an empty setting counts as not set', () => {
  expect(readEnv({ PORT: '', MONGODB_URI: ' ' })).toMatchObject({ PORT: 3000, SEED: 'demo' });
});

test('every invalid setting is reported at once, one line each, without the value of a secret', () => {
  const faults = faultsOf({ PORT: 'abc', SEED: 'some', TIME_ZONE: 'Amman', MONGODB_URI: 'http://u:secret@db', RATE_LIMITS: 'yes' });
  expect(faults.map((fault) => fault.split(' ')[0]).sort()).toEqual(['MONGODB_URI', 'PORT', 'RATE_LIMITS', 'SEED', 'TIME_ZONE']);
  expect(faults.join()).not.toContain('secret');
});

test.each([
  ['65536', false],
  ['-1', false],
  ['3000.5', false],
  ['0', true],
  ['8080', true],
])('PORT %s is accepted: %s', (port, accepted) => {
  expect(faultsOf({ PORT: port }).length === 0).toBe(accepted);
});

test.each([
  ['true', true],
  ['2', 2],
  ['10.0.0.0/8, 127.0.0.1', ['10.0.0.0/8', '127.0.0.1']],
])('TRUST_PROXY %s is parsed', (given, expected) => {
  expect(readEnv({ TRUST_PROXY: given }).TRUST_PROXY).toEqual(expected);
});

test('mail verification is on by default once SMTP is set', () => {
  expect(readEnv({ SMTP_URL: 'smtp://mail:25' }).EMAIL_VERIFICATION).toBe(true);
  expect(readEnv({ SMTP_URL: 'smtp://mail:25', EMAIL_VERIFICATION: 'off' }).EMAIL_VERIFICATION).toBe(false);
});

test('allowed mail domains are lowercased and trimmed', () => {
  expect(readEnv({ EMAIL_DOMAINS: '@Uni.edu, students.uni.edu', EMAIL_VERIFICATION: 'on' }).EMAIL_DOMAINS).toEqual([
    'uni.edu',
    'students.uni.edu',
  ]);
  expect(faultsOf({ EMAIL_DOMAINS: 'uni', EMAIL_VERIFICATION: 'on' })).toHaveLength(1);
});

test('a process without its stores names the missing settings', () => {
  expect(() => storeUris(readEnv({ REDIS_URL: 'redis://r' }))).toThrow(/MONGODB_URI/);
  expect(storeUris(readEnv({ REDIS_URL: '/tmp/r.sock', MONGODB_URI: 'mongodb://m' }))).toEqual({
    mongoUri: 'mongodb://m',
    redisUrl: '/tmp/r.sock',
    queuesUrl: '/tmp/r.sock',
    limitsUrl: '/tmp/r.sock',
  });
});

test('queues and rate limits may have a Redis of their own, or a cluster', () => {
  const stores = { REDIS_URL: 'redis://r', MONGODB_URI: 'mongodb://m' };
  const apart = { REDIS_QUEUES_URL: 'redis://a:1,redis://b:2', REDIS_LIMITS_URL: 'rediss://:secret@l' };
  expect(storeUris(readEnv({ ...stores, ...apart }))).toMatchObject({
    redisUrl: 'redis://r',
    queuesUrl: 'redis://a:1,redis://b:2',
    limitsUrl: 'rediss://:secret@l',
  });
  const message = 'must look like redis://host:6379, or redis://a:6379,redis://b:6379 for a cluster';
  expect(faultsOf({ ...stores, REDIS_QUEUES_URL: 'redis://a:1, b:2' })).toEqual([`REDIS_QUEUES_URL ${message}`]);
});

test.each<[Record<string, string>, string]>([
  [{ SITE: 'nadi.uni.edu' }, 'PUBLIC_URL must be set where SITE is: links in mails would lead to localhost'],
  [
    { EMAIL_DOMAINS: 'uni.edu' },
    'EMAIL_DOMAINS proves nothing without verification: set SMTP_URL too, or EMAIL_VERIFICATION=off if that is meant',
  ],
])('%j is refused with an explanation', (source, fault) => {
  expect(faultsOf(source)).toEqual([fault]);
});

test.each<Record<string, string>>([
  { SITE: ':80' },
  { SITE: 'nadi.uni.edu', PUBLIC_URL: 'https://nadi.uni.edu' },
  { EMAIL_DOMAINS: 'uni.edu', SMTP_URL: 'smtp://mail.uni.edu' },
  { EMAIL_DOMAINS: 'uni.edu', EMAIL_VERIFICATION: 'off' },
])('%j is accepted', (source) => {
  expect(faultsOf(source)).toEqual([]);
});

test.each<[Record<string, string>, boolean]>([
  [{}, false],
  [{ HOST: '::1' }, false],
  [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, false],
  [{ HOST: '0.0.0.0' }, true],
  [{ PUBLIC_URL: 'https://nadi.uni.edu' }, true],
])('%j is reachable from other machines: %s', (source, expected) => {
  expect(isReachable(readEnv(source))).toBe(expected);
});
