import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { lives } from './lib/processes.mjs';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const root = path.resolve(import.meta.dirname, '..');
const dataDir = mkdtempSync(path.join(tmpdir(), 'nadi-start-'));

interface Started {
  process: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

interface State {
  mongo?: { pid: number; began: string };
  redis?: { pid: number; began: string };
  children: Record<string, { pid: number; began: string }>;
}

function npmStart(settings: Record<string, string> = {}): Started {
  const { MONGODB_URI: _mongo, REDIS_URL: _redis, NODE_ENV: _env, VITEST: _vitest, ...clean } = process.env;
  const env = { ...clean, DATA_DIR: dataDir, PORT: '0', SEED: 'empty', ...settings };
  const child = spawn(process.execPath, ['scripts/start.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { process: child, output: () => output, ended: new Promise((resolve) => child.once('exit', resolve)) };
}

async function until(what: string, is: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(30)) if (await is()) return;
  expect.fail(`never: ${what}`);
}

async function running(settings?: Record<string, string>): Promise<Started & { address: string }> {
  const started = npmStart(settings);
  await until('Nadi runs', () => started.output().includes('Ctrl-C stops it') || started.process.exitCode !== null);
  const address = /Nadi runs at (\S+)/.exec(started.output())?.[1] ?? expect.fail(started.output());
  return { ...started, address };
}

const state = (): State => JSON.parse(readFileSync(path.join(dataDir, 'state.json'), 'utf8')) as State;
const status = async (address: string): Promise<number> => (await fetch(`${address}/readyz`).catch(() => undefined))?.status ?? 0;

let first: Started & { address: string };

beforeAll(async () => {
  first = await running();
});

afterAll(async () => {
  // It may never have started.
  first?.process.kill('SIGINT');
  await first?.ended;
  rmSync(dataDir, { recursive: true, force: true });
});

test('it is ready when it says so', async () => {
  expect(await status(first.address)).toBe(200);
});

test('a second start on the same folder is refused with the first one’s pid, and changes nothing', async () => {
  const second = npmStart();
  expect(await second.ended).toBe(1);
  expect(second.output().trim().split('\n')).toHaveLength(1);
  expect(second.output()).toContain(String(first.process.pid));
  expect(await status(first.address)).toBe(200);
});

test.each(['gateway', 'workers'])('the %s killed with -9 is started again', { tags: ['long'] }, async (name) => {
  const before = state().children[name]!;
  process.kill(before.pid, 'SIGKILL');
  await until('started again', () => state().children[name]?.pid !== before.pid);
  await until('ready', async () => (await status(first.address)) === 200);
  expect(first.output()).toContain(`${name} ended (SIGKILL); it is started again at once`);
});

test('a start after kill -9 of the starter uses its stores, and leaves no old gateway or workers', { tags: ['long'] }, async () => {
  const { mongo, redis, children } = state();
  first.process.kill('SIGKILL');
  await first.ended;
  first = await running();
  const now = state();
  expect([now.mongo?.pid, now.redis?.pid]).toEqual([mongo?.pid, redis?.pid]);
  expect(Object.values(children).map(lives)).toEqual([false, false]);
  expect(await status(first.address)).toBe(200);
});

test('a killed store is started again, and the gateway finds it', async () => {
  const { redis, mongo } = state();
  for (const store of [redis, mongo]) process.kill(store!.pid, 'SIGKILL');
  await until('both again', () => lives(state().redis) && lives(state().mongo) && state().mongo?.pid !== mongo?.pid);
  await until('ready', async () => (await status(first.address)) === 200);
});

test('Ctrl-C stops everything, and the next start has the same data', { tags: ['long'] }, async () => {
  const { mongo, redis, children } = state();
  first.process.kill('SIGINT');
  expect(await first.ended).toBe(0);
  expect([mongo, redis, ...Object.values(children)].filter(lives)).toEqual([]);
  expect(await status(first.address)).toBe(0);
  const next = await running();
  next.process.kill('SIGTERM');
  expect(await next.ended).toBe(0);
});

describe('without a running Nadi', () => {
  beforeAll(async () => {
    first.process.kill('SIGINT');
    await first.ended;
  });

  test.each([
    ['a wrong setting', { PORT: 'many', RATE_LIMITS: 'some' }, /PORT must.*\n.*RATE_LIMITS must/],
    ['a folder that cannot be written', { DATA_DIR: 'package.json/data' }, /package\.json\/data cannot be written/],
    ['a MONGOD that is no program', { MONGOD: '/no/mongod' }, /MONGOD names \/no\/mongod/],
    ['a mongod where the embedded store holds the data', { MONGOD: process.execPath }, /data:export/],
  ])('%s is refused with what to do', async (_, settings, says) => {
    const started = npmStart(settings);
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(says);
  });
});
