import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loggerOptions } from '#gateway/plugins/log';
import { openPlain, openSocket } from '#gateway/testing/sockets';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { socketLimits } from '#models/contract/limits';
import { plainPath, socketPath } from '#models/contract/live';

const helloWithinMs = 5000;
const lines: string[] = [];
const stream = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk));
    done();
  },
});

let gateway: TestApp;
const opened: Socket[] = [];
beforeAll(async () => {
  gateway = await startTestApp({
    rateLimits: true,
    trustProxy: 1,
    liveTiming: { helloWithinMs },
    logger: { ...loggerOptions('debug'), stream },
  });
});
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await sleep(200);
});
afterAll(() => gateway.close());

interface Upgraded {
  socket: Socket;
  status: string;
  head: string;
}

/** Requests an upgrade and reads the head of the answer; sends nothing after it. */
async function upgrade(path: string, address = '10.0.0.1'): Promise<Upgraded> {
  const { port } = gateway.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  opened.push(socket);
  socket.on('error', () => {});
  const ask = [`GET ${path} HTTP/1.1`, 'Host: nadi', `X-Forwarded-For: ${address}`, 'Connection: Upgrade', 'Upgrade: websocket'];
  socket.write(`${[...ask, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='].join('\r\n')}\r\n\r\n`);
  const head = String((await once(socket, 'data'))[0]);
  return { socket, status: head.split(' ')[1] ?? '', head };
}

const closedWithin = (socket: Socket, ms: number) =>
  Promise.race([socket.closed || once(socket, 'close').then(() => true), sleep(ms, false)]);
const socketIo = `${socketPath}/?EIO=4&transport=websocket`;

describe('an upgrade request', () => {
  it.each(['/healthz', '/nosuch', '/', '/socket.iox/', '/liver', '/events/create_event'])(
    'of %s, a path without sockets, is answered 404 and closed at once',
    async (path) => {
      const { socket, status, head } = await upgrade(path);
      expect([status, head]).toEqual(['404', expect.stringContaining('"code":"not_found"')]);
      expect(await closedWithin(socket, 1000)).toBe(true);
    },
  );

  it.each([socketIo, plainPath, `${plainPath}/`, `${plainPath}?x=1`])('of %s succeeds', async (path) => {
    expect((await upgrade(path)).status).toBe('101');
  });

  it('of a socket that never identifies itself, of either kind, ends soon', async () => {
    const upgrades = await Promise.all([socketIo, plainPath].map((path) => upgrade(path)));
    for (const { socket } of upgrades) socket.resume();
    expect(await Promise.all(upgrades.map(({ socket }) => closedWithin(socket, helloWithinMs + 3000)))).toEqual([true, true]);
  });
});

describe('sockets that have not identified themselves', () => {
  it('are limited by address from the upgrade on, and counted no longer when they end', async () => {
    const from = '10.1.0.1';
    const half = socketLimits.unauthenticatedPerAddress / 2;
    const asked = [];
    for (let n = 0; n < half + 5; n++) asked.push(upgrade(socketIo, from), upgrade(plainPath, from));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    const count = (status: string) => statuses.filter((each) => each === status).length;
    // On a slow machine the first of them may time out meanwhile.
    expect(count('101')).toBeGreaterThanOrEqual(socketLimits.unauthenticatedPerAddress);
    expect(count('101') + count('429')).toBe(statuses.length);
    expect((await upgrade(socketIo, '10.1.0.2')).status).toBe('101');
    for (const socket of opened.splice(0)) socket.destroy();
    await expect.poll(async () => (await upgrade(socketIo, from)).status).toBe('101');
  });

  it('are refused beyond the limit, with retry-after', { tags: ['long'] }, async () => {
    const from = '10.1.1.1';
    const asked = Array.from({ length: socketLimits.unauthenticatedPerAddress + 50 }, () => upgrade(socketIo, from));
    const refused = (await Promise.all(asked)).find(({ status }) => status === '429');
    expect(refused?.head).toMatch(/\r\nRetry-After: \d+\r\n/);
  });

  it('are counted no longer once they identified themselves', async () => {
    const headers = { 'x-forwarded-for': '10.1.2.1' };
    const before = socketLimits.unauthenticatedPerAddress - 1;
    const settled = [await openSocket(gateway.url, {}, headers), await openSocket(gateway.url, {}, headers)];
    const answers = await Promise.all(Array.from({ length: before }, () => upgrade(socketIo, '10.1.2.1')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['101']));
    settled.push(await openSocket(gateway.url, {}, headers));
    for (const socket of settled) socket.close();
  });
});

it('a malformed frame logs no error and no stack', async () => {
  const { socket } = await upgrade(plainPath);
  lines.length = 0;
  socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff]));
  await expect.poll(() => lines.filter((line) => line.includes('live.plain socket closed'))).toHaveLength(1);
  const { client, answer } = await openPlain(gateway.url, 'no JSON');
  expect(answer.ok).toBe(false);
  client.close();
  const loud = lines.map((line) => JSON.parse(line)).filter(({ level, err }) => level >= 40 || err);
  expect(loud).toEqual([]);
});
