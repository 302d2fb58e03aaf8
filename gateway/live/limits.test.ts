import { Manager } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlain, openSocket } from '#gateway/sockets-for-tests';
import { startTestApp, type TestApp } from '#gateway/start-for-tests';
import { socketLimits } from '#models/contract/limits';
import { controls, socketPath } from '#models/contract/live';
import { buildUser } from '#models/testing/builders';

let it: TestApp;
beforeAll(async () => {
  it = await startTestApp({ rateLimits: true });
});
afterAll(() => it.close());

const some = socketLimits.aUser + 10;

test('of many sockets that one person opens at once no more than allowed stay', async () => {
  const token = await it.tokenFor(await buildUser());
  const opened = await Promise.allSettled(Array.from({ length: some }, () => openSocket(it.url, { token })));
  await expect.poll(() => it.app.live.connections()).toBe(socketLimits.aUser);
  const sockets = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  await expect.poll(() => sockets.filter(({ closedBy }) => closedBy === null).length).toBe(socketLimits.aUser);
  for (const socket of sockets) socket.close();
  await expect.poll(() => it.app.live.connections()).toBe(0);
});

test('also of those that ask at the same moment', async () => {
  const token = await it.tokenFor(await buildUser());
  const open = () =>
    new Promise<Manager>((resolve, reject) => {
      const manager = new Manager(it.url, { path: socketPath, transports: ['websocket'], autoConnect: false, reconnection: false });
      manager.open((error) => (error ? reject(error) : resolve(manager)));
    });
  const managers = await Promise.all(Array.from({ length: some }, open));
  const sockets = managers.map((manager) => manager.socket('/', { auth: { token } }));
  const settled = sockets.map(
    (socket) =>
      new Promise((resolve) => socket.once('connect_error', resolve).once('disconnect', resolve).once(controls.position, resolve)),
  );
  for (const socket of sockets) socket.connect();
  await Promise.all(settled);
  expect(sockets.filter(({ connected }) => connected)).toHaveLength(socketLimits.aUser);
  expect(it.app.live.connections()).toBe(socketLimits.aUser);
  for (const socket of sockets) socket.disconnect();
  await expect.poll(() => it.app.live.connections()).toBe(0);
});

test('so with plain ones', async () => {
  const token = await it.tokenFor(await buildUser());
  const opened = await Promise.all(Array.from({ length: some }, () => openPlain(it.url, { token })));
  expect(opened.filter(({ answer }) => answer.ok)).toHaveLength(socketLimits.aUser);
  for (const { client } of opened) client.close();
});
