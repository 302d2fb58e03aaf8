import { expect, test } from 'vitest';
import { anotherGateway, openPlain, openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { appendMessages } from '#models/bus/live-stream';
import { notificationReadLive, notificationsLive } from '#models/bus/notifications';
import { notificationNew, notificationRead } from '#models/contract/notifications';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { buildNotification, buildUser } from '#models/testing/builders';

const app = setUpTestApp({ liveTiming: { seenEveryMs: 100 } });

const seenVersion = async ({ _id }: NotificationDoc) => (await Notifications.findById(_id).lean())?.seenVersion;
const publishNotifications = async (...docs: NotificationDoc[]) => appendMessages(await notificationsLive(docs));

test('a notification that was sent to its owner’s screen is recorded as seen; one without a screen is not', async () => {
  const [here, away] = [await buildUser(), await buildUser()];
  const docs = [await buildNotification({ user: here, version: 3 }), await buildNotification({ user: away })];
  const read = await buildNotification({ user: here });
  const sockets = [
    await openSocket(app.url, { token: await app.tokenFor(here) }),
    await openSocket(app.url, { token: await app.tokenFor(here) }),
  ];
  await publishNotifications(...docs);
  await appendMessages([notificationReadLive(String(here._id), [String(read._id)])]);
  for (const inbox of sockets) await inbox.next(notificationNew);
  await sockets[0]!.next(notificationRead);
  await expect.poll(() => seenVersion(docs[0]!)).toBe(3);
  expect([await seenVersion(docs[1]!), await seenVersion(read)]).toEqual([0, 0]);
  for (const each of sockets) each.close();
});

test('a notification that was sent to a notice board does not count as seen', async () => {
  const user = await buildUser();
  const token = await app.tokenFor(user);
  const { client } = await openPlain(app.url, { token });
  const [unseen, seen] = [await buildNotification({ user }), await buildNotification({ user })];
  await publishNotifications(unseen);
  await client.next(notificationNew);
  const socket = await openSocket(app.url, { token });
  await publishNotifications(seen);
  await socket.next(notificationNew);
  await expect.poll(() => seenVersion(seen)).toBe(1);
  expect(await seenVersion(unseen)).toBe(0);
  for (const each of [client, socket]) each.close();
});

test('a notification in a background tab is seen once that comes to the foreground', async () => {
  const user = await buildUser();
  const token = await app.tokenFor(user);
  const socket = await openSocket(app.url, { token, hidden: true });
  const [waiting, marker] = [await buildNotification({ user, version: 2 }), await buildNotification({ user: await buildUser() })];
  await publishNotifications(waiting);
  await socket.next(notificationNew);
  const other = await openSocket(app.url, { token: await app.tokenFor({ _id: marker.user }) });
  await publishNotifications(marker);
  await other.next(notificationNew);
  await expect.poll(() => seenVersion(marker)).toBe(1);
  expect(await seenVersion(waiting)).toBe(0);
  expect(await socket.ask('visible', { visible: 'yes' as never })).toMatchObject({ ok: false, code: 'validation_failed' });
  expect(await socket.ask('visible', { visible: true })).toMatchObject({ ok: true });
  await expect.poll(() => seenVersion(waiting)).toBe(2);
  for (const each of [socket, other]) each.close();
});

test('a tab in the background does not see; another tab of the same person in the foreground does', async () => {
  const user = await buildUser();
  const token = await app.tokenFor(user);
  const [back, front] = [await openSocket(app.url, { token }), await openSocket(app.url, { token })];
  await back.ask('visible', { visible: false });
  const both = await buildNotification({ user });
  await publishNotifications(both);
  for (const each of [back, front]) await each.next(notificationNew);
  await expect.poll(() => seenVersion(both)).toBe(1);
  await front.ask('visible', { visible: false });
  const [unseen, other] = [await buildNotification({ user }), await buildUser()];
  await publishNotifications(unseen);
  for (const each of [back, front]) await each.next(notificationNew);
  const marker = await buildNotification({ user: other });
  const third = await openSocket(app.url, { token: await app.tokenFor(other) });
  await publishNotifications(marker);
  await expect.poll(() => seenVersion(marker)).toBe(1);
  expect(await seenVersion(unseen)).toBe(0);
  for (const each of [back, front, third]) each.close();
});

test('only the sent version is seen: neither a later one nor a late, older write changes that', async () => {
  const user = await buildUser();
  const socket = await openSocket(app.url, { token: await app.tokenFor(user) });
  const grown = await buildNotification({ user, version: 2 });
  const older = await buildNotification({ user, version: 4, seenVersion: 4 });
  await publishNotifications({ ...grown, version: 1 }, { ...older, version: 3 });
  for (let i = 0; i < 2; i++) await socket.next(notificationNew);
  await expect.poll(() => seenVersion(grown)).toBe(1);
  expect(await seenVersion(older)).toBe(4);
  socket.close();
});

test('a replayed notification is recorded as seen too', async () => {
  const user = await buildUser();
  const token = await app.tokenFor(user);
  const socket = await openSocket(app.url, { token });
  const since = await socket.join('feed');
  socket.close();
  await expect.poll(() => app.app.live.connections()).toBe(0);
  const doc = await buildNotification({ user });
  await publishNotifications(doc);
  const back = await openSocket(app.url, { token, since });
  await back.next(notificationNew);
  await expect.poll(() => seenVersion(doc)).toBe(1);
  back.close();
});

test('a gateway that stops writes pending seen notifications', async () => {
  const user = await buildUser();
  const gateway = await anotherGateway(app.app, { liveTiming: { seenEveryMs: 3_600_000 } });
  const socket = await openSocket(gateway.url, { token: await app.tokenFor(user) });
  const doc = await buildNotification({ user });
  await publishNotifications(doc);
  await socket.next(notificationNew);
  await gateway.close();
  expect(await seenVersion(doc)).toBe(1);
});
