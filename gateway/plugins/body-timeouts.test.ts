import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { login } from '#models/contract/auth';
import { uploadImage } from '#models/contract/uploads';
import { buildUser } from '#models/testing/builders';
import { bodyTimeouts } from './body-timeouts.js';

const test = setUpTestApp({ bodyTimeouts: { bodyMs: 600, formMs: 3000 } });
let token: string;
beforeAll(async () => {
  token = await test.tokenFor(await buildUser());
});

/** Sends a head with a large content length, then single bytes; returns the answer, and the time until the connection closed. */
async function dribble(path: string, type: string) {
  const { port } = test.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  const begun = Date.now();
  const head = [`POST ${path} HTTP/1.1`, 'Host: nadi', `Authorization: Bearer ${token}`, `Content-Type: ${type}`, 'Content-Length: 100000'];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const dribbling = setInterval(() => socket.write(' '), 100);
  await Promise.race([once(socket, 'close'), sleep(10_000)]);
  clearInterval(dribbling);
  socket.destroy();
  return { status: received.split(' ')[1], ms: Date.now() - begun };
}

it('a body that does not end is answered 408 and the connection closed', async () => {
  const { status, ms } = await dribble(login.path, 'application/json');
  expect(status).toBe('408');
  expect(ms).toBeGreaterThanOrEqual(500);
  expect(ms).toBeLessThan(2500);
});

it('a body that does not end is answered 408 also at an unknown path', async () => {
  expect((await dribble('/nosuch', 'application/json')).ms).toBeLessThan(2500);
});

it('an upload has more time, and times out too', async () => {
  const { ms } = await dribble(uploadImage.path, 'multipart/form-data; boundary=x');
  expect(ms).toBeGreaterThanOrEqual(2500);
  expect(ms).toBeLessThan(9000);
});

it('a form at another call has no more time than any body', async () => {
  expect((await dribble(login.path, 'multipart/form-data; boundary=x')).ms).toBeLessThan(2500);
});

it('a slow body that arrives in time is read', async () => {
  const { port } = test.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const body = JSON.stringify({ email: 'nobody@uni.example', password: 'wrong' });
  socket.write(`POST ${login.path} HTTP/1.1\r\nHost: nadi\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`);
  socket.write(body.slice(0, 10));
  await sleep(300);
  socket.write(body.slice(10));
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 401 /);
  socket.destroy();
});

it('the default limits are half a minute for a body and two minutes for an upload', () => {
  expect(bodyTimeouts).toEqual({ bodyMs: 30_000, formMs: 120_000 });
});
