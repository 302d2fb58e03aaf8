import { Manager } from 'socket.io-client';
import { expect, test } from 'vitest';
import { openPlain, openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { socketLimits } from '#models/contract/limits';
import { controls, socketPath } from '#models/contract/live';
import { buildUser } from '#models/testing/builders';

const app = setUpTestApp({ rateLimits: true });

const some = socketLimits.perUser + 10;

test('of many sockets that one person opens at once no more stay than allowed', async () => {
  const token = await app.tokenFor(await buildUser());
  const opened = await Promise.allSettled(Array.from({ length: some }, () => openSocket(app.url, { token })));
  await expect.poll(() => app.app.live.connections()).toBe(socketLimits.perUser);
  const sockets = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  await expect.poll(() => sockets.filter(({ closedBy }) => closedBy === null).length).toBe(socketLimits.perUser);
  for (const socket of sockets) socket.close();
  await expect.poll(() => app.app.live.connections()).toBe(0);
});

test('the limit of sockets holds for simultaneous handshakes', async () => {
  const token = await app.tokenFor(await buildUser());
  const open = () =>
    new Promise<Manager>((resolve, reject) => {
      const manager = new Manager(app.url, { path: socketPath, transports: ['websocket'], autoConnect: false, reconnection: false });
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
  expect(sockets.filter(({ connected }) => connected)).toHaveLength(socketLimits.perUser);
  expect(app.app.live.connections()).toBe(socketLimits.perUser);
  for (const socket of sockets) socket.disconnect();
  await expect.poll(() => app.app.live.connections()).toBe(0);
});

test('the limit of sockets holds for plain WebSockets', async () => {
  const token = await app.tokenFor(await buildUser());
  const opened = await Promise.all(Array.from({ length: some }, () => openPlain(app.url, { token })));
  expect(opened.filter(({ answer }) => answer.ok)).toHaveLength(socketLimits.perUser);
  for (const { client } of opened) client.close();
});
