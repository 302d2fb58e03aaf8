import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { settingNames } from '#models/env';

const root = path.resolve(import.meta.dirname, '..');
const text = (name: string) => readFileSync(path.join(root, name), 'utf8');

interface Service {
  image?: string;
  build?: string;
  command?: string[];
  ports?: string[];
  container_name?: string;
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  volumes?: string[];
}

const compose = parse(text('docker-compose.yml'), { merge: true }) as { services: Record<string, Service>; volumes: Record<string, null> };
const service = (name: string): Service => compose.services[name] ?? expect.fail(`no service ${name}`);

test('mongo 8 is a one-node replica set that initiates itself and is healthy once it takes writes', () => {
  const mongo = service('mongo');
  expect(mongo.image).toBe('mongo:8');
  expect(mongo.command).toEqual(expect.arrayContaining(['--replSet', 'nadi']));
  const check = mongo.healthcheck?.test.join(' ') ?? '';
  expect(check).toContain("rs.initiate({ _id: 'nadi', members: [{ _id: 0, host: 'mongo:27017' }] })");
  expect(check).toContain('isWritablePrimary');
});

test('redis 7 appends to a file and evicts nothing', () => {
  expect(service('redis').image).toBe('redis:7');
  expect(service('redis').command).toEqual(['redis-server', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction']);
});

test.each(['gateway', 'workers'])('%s can be scaled: no port of the host, no name of its own, no data but in the stores', (name) => {
  const { ports, container_name, environment } = service(name);
  expect({ ports, container_name }).toEqual({ ports: undefined, container_name: undefined });
  expect(environment?.MONGODB_URI).toMatch(/^mongodb:\/\/mongo:27017\/nadi\?replicaSet=nadi/);
  expect(environment?.REDIS_URL).toBe('redis://redis:6379');
});

test('gateway and workers wait for healthy stores and the seed, Caddy for a ready gateway', () => {
  for (const name of ['gateway', 'workers']) {
    expect(service(name).depends_on).toEqual({
      mongo: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
      seed: { condition: 'service_completed_successfully' },
    });
  }
  expect(service('gateway').environment?.HOST).toBe('0.0.0.0');
  expect(service('gateway').healthcheck?.test.join(' ')).toContain('/readyz');
  expect(service('caddy').depends_on).toEqual({ gateway: { condition: 'service_healthy' } });
});

test('no demo account enters a real community by itself', () => {
  expect(service('seed').environment?.SEED).toBe(`\${SEED:-empty}`);
});

test('every setting of the compose file is one of Nadi, and each that an operator needs is there', () => {
  const given = Object.keys(service('gateway').environment ?? {});
  expect(given.filter((name) => !settingNames.includes(name))).toEqual([]);
  const notForContainers = ['NODE_ENV', 'DATA_DIR', 'MONGOD', 'WEB_DIR'];
  expect(settingNames.filter((name) => !given.includes(name) && !notForContainers.includes(name))).toEqual([]);
});

test('every volume that is used is declared', () => {
  const used = Object.values(compose.services).flatMap(({ volumes }) => volumes ?? []);
  const named = used.map((volume) => volume.split(':')[0] ?? '').filter((name) => !name.startsWith('.'));
  expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort());
});

test('the image is built in stages on node 24, and does not run as root', () => {
  const lines = text('Dockerfile').split('\n');
  const from = lines.filter((line) => line.startsWith('FROM '));
  expect(from.length).toBeGreaterThan(1);
  expect(from.every((line) => line.startsWith('FROM node:24'))).toBe(true);
  const last = lines.slice(lines.lastIndexOf(from.at(-1) ?? ''));
  expect(last).toContain('USER node');
  expect(last.some((line) => line.startsWith('RUN npm'))).toBe(false);
});

test('Caddy serves the domain that SITE names, in front of every gateway', () => {
  const caddy = text('Caddyfile');
  expect(caddy).toContain('{$SITE::80} {');
  expect(caddy).toMatch(/name gateway\n\s+port 3000/);
  expect(service('caddy').environment).toEqual({ SITE: `\${SITE:-:80}` });
  expect(service('caddy').ports).toEqual(['80:80', '443:443', '443:443/udp']);
});

test('neither packages nor data nor history go into the image', () => {
  expect(text('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.git', '.data', '**/node_modules', '**/dist']));
});
