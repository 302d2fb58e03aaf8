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
  entrypoint?: string[];
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  mem_limit?: string;
  pids_limit?: number;
  read_only?: boolean;
}

const compose = parse(text('docker-compose.yml'), { merge: true }) as { services: Record<string, Service>; volumes: Record<string, null> };
const service = (name: string): Service => compose.services[name] ?? expect.fail(`no service ${name}`);

const asked = (name: string): string => `\${${name}:?is not set in .env}`;

test('mongo 8 is a one-node replica set that asks for a password, initiates itself and is healthy once it takes writes', () => {
  const mongo = service('mongo');
  expect(mongo.image).toMatch(/^mongo:8\./);
  expect(mongo.environment?.MONGO_INITDB_ROOT_PASSWORD).toBe(asked('MONGO_PASSWORD'));
  const entry = mongo.entrypoint?.join(' ') ?? '';
  expect(entry).toContain(
    'exec docker-entrypoint.sh mongod --replSet nadi --bind_ip_all --keyFile /tmp/key --setParameter transactionLifetimeLimitSeconds=5',
  );
  const check = mongo.healthcheck?.test.join(' ') ?? '';
  expect(check).toContain("rs.initiate({ _id: 'nadi', members: [{ _id: 0, host: 'mongo:27017' }] })");
  expect(check).toContain('isWritablePrimary');
});

test('redis 7 asks for a password, appends to a file and evicts nothing', () => {
  expect(service('redis').image).toMatch(/^redis:7\./);
  expect(service('redis').environment?.REDISCLI_AUTH).toBe(asked('REDIS_PASSWORD'));
  expect(service('redis').command).toEqual([
    ...['redis-server', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'],
    ...['--requirepass', asked('REDIS_PASSWORD')],
  ]);
});

test.each(['gateway', 'workers'])('%s can be scaled: no port of the host, no name of its own, no data but in the stores', (name) => {
  const { ports, container_name, environment } = service(name);
  expect({ ports, container_name }).toEqual({ ports: undefined, container_name: undefined });
  expect(environment?.MONGODB_URI).toBe(
    `mongodb://nadi:${asked('MONGO_PASSWORD')}@mongo:27017/nadi?replicaSet=nadi&w=majority&authSource=admin`,
  );
  expect(environment?.REDIS_URL).toBe(`redis://:${asked('REDIS_PASSWORD')}@redis:6379`);
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

test('Caddy ends slow heads and bodies, and refuses bodies larger than an upload', () => {
  const caddy = text('Caddyfile').replaceAll(/\s+/g, ' ');
  expect(caddy).toContain('timeouts { read_header 20s read_body 2m idle 5m }');
  expect(caddy).toContain('request_body { max_size 6MB }');
});

test('no service may do more than it needs, and none takes the whole machine', () => {
  for (const [name, each] of Object.entries(compose.services)) {
    expect([name, each.cap_drop, each.security_opt, each.pids_limit]).toEqual([name, ['ALL'], ['no-new-privileges:true'], 256]);
    expect([name, each.mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
    // Mongo's image writes to more places than its volumes.
    expect([name, each.read_only]).toEqual([name, name === 'mongo' ? undefined : true]);
  }
});

test('every image has a version of its own', () => {
  const named = Object.values(compose.services).map(({ image }) => image ?? '');
  for (const image of named.filter((each) => each !== 'nadi')) expect(image).toMatch(/:\d+\.\d+\.\d+$/);
  for (const [from] of text('Dockerfile').matchAll(/^FROM .*$/gm)) expect(from).toMatch(/node:24\.\d+\.\d+-/);
});

test('neither packages nor data nor history nor secrets go into the image', () => {
  expect(text('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['.git', '.data', '**/node_modules', '**/dist', '.env', '.env.*']),
  );
});
