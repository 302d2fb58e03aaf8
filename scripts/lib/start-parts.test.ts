import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startEmbeddedMongo } from '#embedded/mongo-process';
import { fingerprint } from './build.mjs';
import { DataDir } from './data-dir.mjs';
import { isNodeSupported } from './node-version.mjs';
import { needsInstall } from './packages.mjs';
import { checkPort } from './port.mjs';
import { identify, lives } from './processes.mjs';
import { localAddress, untilReady } from './ready.mjs';
import { Refusal } from './say.mjs';
import { chooseMongo, explainUnreadable } from './stores.mjs';
import { nextWait } from './supervisor.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'nadi-parts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['18.20.0', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.7.0', false],
  ['22.12.0', false],
  ['22.13.0', true],
  ['23.11.0', false],
  ['24.0.0', true],
  ['26.1.0', true],
])('Node %s is accepted: %s', (version, accepted) => {
  expect(isNodeSupported(version)).toBe(accepted);
});

test('a damaged store is refused in one line that says how to load a backup', async () => {
  const damaged = path.join(folder, 'damaged');
  mkdirSync(damaged);
  writeFileSync(path.join(damaged, 'store.lmdb'), '');
  const launch = { dataDir: damaged, socketDir: path.join(folder, 'socket'), logFile: path.join(folder, 'log') };
  writeFileSync(launch.logFile, 'a line of a start before\n');
  const error = await startEmbeddedMongo(launch).then(() => undefined, explainUnreadable);
  expect(error).toBeInstanceOf(Refusal);
  expect((error as Refusal).message).toMatch(
    /^The store in \S+ cannot be read \(its file is empty\)\. .* 'npm run restore -- FILE' loads what 'npm run backup' wrote\.$/,
  );
  const other = new Error('ended with 1');
  expect(explainUnreadable(other)).toBe(other);
});

test('a program that ends is started at once, one that keeps ending after 1 s, doubling to 30 s, and at once again once it ran steadily', () => {
  const waits = [undefined, 0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000].map((before) => nextWait(before, 200));
  expect(waits).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(nextWait(16_000, 60_000)).toBe(0);
});

const about = { memory: undefined, wanted: undefined, found: undefined, folder: '.data' };
const embedded = { mongo: 'embedded' } as const;
const mongod = { mongo: 'mongod' } as const;

test.each([
  ['no mongod', about, { kind: 'embedded' }],
  ['a mongod on the PATH', { ...about, found: '/usr/bin/mongod' }, { kind: 'mongod', command: '/usr/bin/mongod' }],
  ['MONGOD=off', { ...about, wanted: 'off', found: undefined, memory: embedded }, { kind: 'embedded' }],
  ['the mongod of before', { ...about, found: '/m', memory: mongod }, { kind: 'mongod', command: '/m' }],
])('%s: the store is chosen', (_, given, expected) => {
  expect(chooseMongo(given)).toEqual(expected);
});

test.each([
  ['a mongod that has come since', { ...about, found: '/m', memory: embedded }, /data:export/],
  ['a mongod that has gone since', { ...about, memory: mongod }, /data:export/],
  ['a MONGOD that is no program', { ...about, wanted: '/nope' }, /\/nope/],
])('%s is refused', (_, given, says) => {
  expect(() => chooseMongo(given)).toThrow(says);
});

test('a folder is taken by one process at a time, and free again when that one is dead', () => {
  const dataDir = new DataDir(path.join(folder, 'data')).open();
  const unlock = dataDir.lock();
  expect(() => new DataDir(dataDir.path).lock()).toThrow(String(process.pid));
  unlock();
  writeFileSync(dataDir.at('starter.lock'), JSON.stringify({ pid: process.pid, began: 'another boot' }));
  expect(dataDir.holder()).toBeUndefined();
  new DataDir(dataDir.path).lock()();
});

test('a folder that cannot be written is refused by name', () => {
  writeFileSync(path.join(folder, 'file'), '');
  expect(() => new DataDir(path.join(folder, 'file', 'data')).open()).toThrow(/cannot be written/);
});

test('a process is identified by its start time, not by its pid alone', () => {
  const me = identify(process.pid);
  expect(lives(me)).toBe(true);
  expect(lives({ ...me, began: 'earlier' })).toBe(false);
  expect(lives(undefined)).toBe(false);
});

test('a port that is taken is refused with what to do', async () => {
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await expect(checkPort(port, '127.0.0.1')).rejects.toThrow(`PORT=${port + 1}`);
  expect(await untilReady(localAddress('0.0.0.0', port), () => {})).toBeUndefined();
  server.close();
  await expect(checkPort(0, '203.0.113.1')).rejects.toThrow(/HOST=/);
});

test('waiting ends with what was answered last', async () => {
  const server = createServer((_, response) => response.writeHead(503).end('stores')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  expect(await untilReady(localAddress('127.0.0.1', port), () => {}, 300)).toBe('503 stores');
  server.close();
});

test('a changed, a new and a removed source are seen, a changed test is not', () => {
  const file = (name: string) => path.join(folder, 'src', name);
  mkdirSync(path.join(folder, 'src'));
  for (const name of ['a.ts', 'a.test.ts']) writeFileSync(file(name), 'x');
  const before = fingerprint(folder, ['src']);
  writeFileSync(file('a.test.ts'), 'changed');
  expect(fingerprint(folder, ['src'])).toBe(before);
  utimesSync(file('a.ts'), 1, 1);
  expect(fingerprint(folder, ['src'])).not.toBe(before);
  writeFileSync(file('b.ts'), '');
  const withB = fingerprint(folder, ['src']);
  rmSync(file('b.ts'));
  expect(fingerprint(folder, ['src'])).not.toBe(withB);
});

test('packages are installed when there are none, and when the lock is newer', () => {
  const project = path.join(folder, 'project');
  mkdirSync(path.join(project, 'node_modules'), { recursive: true });
  writeFileSync(path.join(project, 'package-lock.json'), '{}');
  expect(needsInstall(project)).toBe(true);
  writeFileSync(path.join(project, 'node_modules', '.package-lock.json'), '{}');
  utimesSync(path.join(project, 'package-lock.json'), 1, 1);
  expect(needsInstall(project)).toBe(false);
  utimesSync(path.join(project, 'package-lock.json'), Date.now(), Date.now());
  expect(needsInstall(project)).toBe(true);
});
