import { afterAll, beforeAll, expect, test } from 'vitest';
import { anotherGateway, openPlain, openSocket } from '#gateway/testing/sockets';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { appendMessages } from '#models/bus/live-stream';
import { notificationReadLive, notificationsLive } from '#models/bus/notifications';
import { notificationNew, notificationRead } from '#models/contract/notifications';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { buildNotification, buildUser } from '#models/testing/builders';

let it: TestApp;
beforeAll(async () => {
  it = await startTestApp({ liveTiming: { seenEveryMs: 100 } });
});
afterAll(() => it.close());

const seenVersion = async ({ _id }: NotificationDoc) => (await Notifications.findById(_id).lean())?.seenVersion;
const tell = async (...docs: NotificationDoc[]) => appendMessages(await notificationsLive(docs));

test('a notification that went out to a screen of its owner is noted as seen; one that nobody heard is not', async () => {
  const [here, away] = [await buildUser(), await buildUser()];
  const docs = [await buildNotification({ user: here, version: 3 }), await buildNotification({ user: away })];
  const read = await buildNotification({ user: here });
  const sockets = [
    await openSocket(it.url, { token: await it.tokenFor(here) }),
    await openSocket(it.url, { token: await it.tokenFor(here) }),
  ];
  await tell(...docs);
  await appendMessages([notificationReadLive(String(here._id), [String(read._id)])]);
  for (const ear of sockets) await ear.next(notificationNew);
  await sockets[0]!.next(notificationRead);
  await expect.poll(() => seenVersion(docs[0]!)).toBe(3);
  expect([await seenVersion(docs[1]!), await seenVersion(read)]).toEqual([0, 0]);
  for (const each of sockets) each.close();
});

test('what a board on a wall hears in its owner’s name is not seen by them', async () => {
  const user = await buildUser();
  const token = await it.tokenFor(user);
  const { client } = await openPlain(it.url, { token });
  const [unseen, seen] = [await buildNotification({ user }), await buildNotification({ user })];
  await tell(unseen);
  await client.next(notificationNew);
  const socket = await openSocket(it.url, { token });
  await tell(seen);
  await socket.next(notificationNew);
  await expect.poll(() => seenVersion(seen)).toBe(1);
  expect(await seenVersion(unseen)).toBe(0);
  for (const each of [client, socket]) each.close();
});

test('a notification that reached only a tab in the background is seen once that comes to the foreground', async () => {
  const user = await buildUser();
  const token = await it.tokenFor(user);
  const socket = await openSocket(it.url, { token, hidden: true });
  const [waiting, marker] = [await buildNotification({ user, version: 2 }), await buildNotification({ user: await buildUser() })];
  await tell(waiting);
  await socket.next(notificationNew);
  const other = await openSocket(it.url, { token: await it.tokenFor({ _id: marker.user }) });
  await tell(marker);
  await other.next(notificationNew);
  await expect.poll(() => seenVersion(marker)).toBe(1);
  expect(await seenVersion(waiting)).toBe(0);
  expect(await socket.ask('visible', { visible: 'yes' as never })).toMatchObject({ ok: false, code: 'validation_failed' });
  expect(await socket.ask('visible', { visible: true })).toMatchObject({ ok: true });
  await expect.poll(() => seenVersion(waiting)).toBe(2);
  for (const each of [socket, other]) each.close();
});

test('a tab that goes to the background no longer sees; another one of the same person in the foreground does', async () => {
  const user = await buildUser();
  const token = await it.tokenFor(user);
  const [back, front] = [await openSocket(it.url, { token }), await openSocket(it.url, { token })];
  await back.ask('visible', { visible: false });
  const both = await buildNotification({ user });
  await tell(both);
  for (const each of [back, front]) await each.next(notificationNew);
  await expect.poll(() => seenVersion(both)).toBe(1);
  await front.ask('visible', { visible: false });
  const [unseen, other] = [await buildNotification({ user }), await buildUser()];
  await tell(unseen);
  for (const each of [back, front]) await each.next(notificationNew);
  const marker = await buildNotification({ user: other });
  const third = await openSocket(it.url, { token: await it.tokenFor(other) });
  await tell(marker);
  await expect.poll(() => seenVersion(marker)).toBe(1);
  expect(await seenVersion(unseen)).toBe(0);
  for (const each of [back, front, third]) each.close();
});

test('only what was seen is: a notification that has grown since, and was not heard, is not; what comes late changes nothing', async () => {
  const user = await buildUser();
  const socket = await openSocket(it.url, { token: await it.tokenFor(user) });
  const grown = await buildNotification({ user, version: 2 });
  const older = await buildNotification({ user, version: 4, seenVersion: 4 });
  await tell({ ...grown, version: 1 }, { ...older, version: 3 });
  for (let i = 0; i < 2; i++) await socket.next(notificationNew);
  await expect.poll(() => seenVersion(grown)).toBe(1);
  expect(await seenVersion(older)).toBe(4);
  socket.close();
});

test('what was heard only on coming back is noted too', async () => {
  const user = await buildUser();
  const token = await it.tokenFor(user);
  const socket = await openSocket(it.url, { token });
  const since = await socket.join('feed');
  socket.close();
  await expect.poll(() => it.app.live.connections()).toBe(0);
  const doc = await buildNotification({ user });
  await tell(doc);
  const back = await openSocket(it.url, { token, since });
  await back.next(notificationNew);
  await expect.poll(() => seenVersion(doc)).toBe(1);
  back.close();
});

test('a gateway that stops notes what is not noted yet', async () => {
  const user = await buildUser();
  const gateway = await anotherGateway(it.app, { liveTiming: { seenEveryMs: 3_600_000 } });
  const socket = await openSocket(gateway.url, { token: await it.tokenFor(user) });
  const doc = await buildNotification({ user });
  await tell(doc);
  await socket.next(notificationNew);
  await gateway.close();
  expect(await seenVersion(doc)).toBe(1);
});
