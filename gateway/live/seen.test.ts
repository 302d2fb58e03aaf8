import { afterAll, beforeAll, expect, test } from 'vitest';
import { anotherGateway, openPlain, openSocket } from '#gateway/sockets-for-tests';
import { startTestApp, type TestApp } from '#gateway/start-for-tests';
import { notificationReadLive, notificationsLive } from '#models/bus/notifications';
import { append } from '#models/bus/push';
import { notificationNew, notificationRead } from '#models/contract/notifications';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { buildNotification, buildUser } from '#models/testing/builders';

let it: TestApp;
beforeAll(async () => {
  it = await startTestApp({ liveTiming: { seenEveryMs: 100 } });
});
afterAll(() => it.close());

const seenAt = async ({ _id }: NotificationDoc) => (await Notifications.findById(_id).lean())?.seenAt;
const tell = async (...docs: NotificationDoc[]) => append(await notificationsLive(docs));

test('a notification that went out to a screen of its owner is noted as seen; one that nobody heard is not', async () => {
  const [here, plain, away] = [await buildUser(), await buildUser(), await buildUser()];
  const docs = [await buildNotification({ user: here }), await buildNotification({ user: plain }), await buildNotification({ user: away })];
  const read = await buildNotification({ user: here });
  const sockets = [
    await openSocket(it.url, { token: await it.tokenFor(here) }),
    await openSocket(it.url, { token: await it.tokenFor(here) }),
  ];
  const { client } = await openPlain(it.url, { token: await it.tokenFor(plain) });
  const begun = Date.now();
  await tell(...docs);
  await append([notificationReadLive(String(here._id), [String(read._id)])]);
  for (const ear of [...sockets, client]) await ear.next(notificationNew);
  await sockets[0]!.next(notificationRead);
  for (const doc of docs.slice(0, 2)) await expect.poll(async () => Number(await seenAt(doc))).toBeGreaterThanOrEqual(begun);
  expect([await seenAt(docs[2]!), await seenAt(read)]).toEqual([null, null]);
  for (const each of [...sockets, client]) each.close();
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
  await expect.poll(() => seenAt(doc)).toBeInstanceOf(Date);
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
  expect(await seenAt(doc)).toBeInstanceOf(Date);
});
