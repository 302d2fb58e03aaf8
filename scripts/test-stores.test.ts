import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readTestEnv } from '#models/env';
import { withDatabase } from '#models/testing/address';

const root = path.resolve(import.meta.dirname, '..');
const read = (name: string): unknown => parse(readFileSync(path.join(root, name), 'utf8'), { merge: true });

interface Service {
  image: string;
  command: string[];
  ports: string[];
  tmpfs: string[];
  volumes?: string[];
  healthcheck: { test: string[] };
  cap_drop: string[];
  mem_limit: string;
}

interface Job {
  strategy: { matrix: { include: { name: string; containers: boolean; mongo: string; redis: string }[] } };
  steps: { name?: string; if?: string; run?: string; env?: Record<string, string> }[];
}

const { services } = read('docker-compose.test.yml') as { services: { mongo: Service; redis: Service } };
const production = (read('docker-compose.yml') as { services: Record<string, { image: string }> }).services;
const workflow = read('.github/workflows/ci.yml') as { on: Record<string, unknown>; jobs: { test: Job } };
const job = workflow.jobs.test;
const rows = job.strategy.matrix.include;

test('the stores for tests are those of production', () => {
  expect([services.mongo.image, services.redis.image]).toEqual([production.mongo?.image, production.redis?.image]);
});

test('the MongoDB for tests makes itself a replica set under the address that tests are given, and has fail points', () => {
  const { command, healthcheck, ports } = services.mongo;
  const [row] = rows.filter(({ containers }) => containers);
  const { host, searchParams } = new URL(row?.mongo.replace('mongodb:', 'http:') ?? '');
  const set = searchParams.get('replicaSet');
  const port = host.split(':')[1];
  expect(command.join(' ')).toBe(
    `mongod --replSet ${set} --port ${port} --bind_ip_all --setParameter enableTestCommands=1 --setParameter transactionLifetimeLimitSeconds=5`,
  );
  const check = healthcheck.test.join(' ');
  expect(check).toContain(`mongosh --quiet --port ${port} --eval`);
  expect(check).toContain(`rs.initiate({ _id: '${set}', members: [{ _id: 0, host: '${host}' }] })`);
  expect(check).toContain('isWritablePrimary');
  expect(ports).toEqual([`${host}:${port}`]);
});

test('the Redis for tests is reached at the address that tests are given, and evicts nothing', () => {
  const [row] = rows.filter(({ containers }) => containers);
  expect(services.redis.ports).toEqual([`${new URL(row?.redis ?? '').host}:6379`]);
  expect(services.redis.command.join(' ')).toContain('--maxmemory-policy noeviction');
});

test('the stores for tests keep nothing, are reached from this machine alone and may do no more than they need', () => {
  for (const each of Object.values(services)) {
    expect(each.volumes).toBeUndefined();
    expect(each.tmpfs.length).toBeGreaterThan(0);
    expect(each.ports.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
    expect([each.cap_drop, each.mem_limit]).toEqual([['ALL'], expect.stringMatching(/^\d+[mg]$/)]);
  }
});

test('continuous integration runs npm run check and npm test, and every night all tests, on the embedded store and on the MongoDB and Redis for tests', () => {
  expect(Object.keys(workflow.on)).toEqual(['push', 'pull_request', 'schedule']);
  expect(rows.map(({ containers }) => containers)).toEqual([false, true]);
  const start = job.steps.findIndex(({ run }) => run?.startsWith('docker compose -f docker-compose.test.yml up --detach --wait'));
  const run = job.steps.findIndex(
    ({ run }) => run === `\${{ github.event_name == 'schedule' && 'npm run test:all' || 'npm run check && npm test' }}`,
  );
  expect(job.steps[start]?.if).toBe('matrix.containers');
  expect(start).toBeGreaterThan(-1);
  expect(run).toBeGreaterThan(start);
  expect(job.steps[run]?.env).toEqual({ TEST_MONGODB_URI: `\${{ matrix.mongo }}`, TEST_REDIS_URL: `\${{ matrix.redis }}` });
});

test('tests take the addresses of continuous integration: none on the embedded store, a database on the others', () => {
  const [embedded, given] = rows.map(({ mongo, redis }) => readTestEnv({ TEST_MONGODB_URI: mongo, TEST_REDIS_URL: redis }));
  expect([embedded?.TEST_MONGODB_URI, embedded?.TEST_REDIS_URL]).toEqual([undefined, undefined]);
  expect(withDatabase(given?.TEST_MONGODB_URI ?? '', 'd')).toBe('mongodb://127.0.0.1:27117/d?replicaSet=nadi-test');
});
