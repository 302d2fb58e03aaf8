import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { anotherGateway, openSocket, type TestSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { appendMessages, type LiveMessage, liveMessage } from '#models/bus/live-stream';
import { type ActivityItem, activityBatch, activityNew } from '#models/contract/activity';
import { activityBatchLimit } from '#models/contract/limits';
import type { Accepted } from '#models/contract/live';
import { postRemoved } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { newId } from '#models/db/model';
import { Societies, type SocietyDoc } from '#models/db/societies';
import type { UserDoc } from '#models/db/users';
import { buildBlock, buildMember, buildSociety, buildUser } from '#models/testing/builders';
import { isAfter } from './stream-id.js';

const activityEveryMs = 300;
const app = setUpTestApp({ liveTiming: { activityEveryMs, blockMs: 50 } });

const connect = async (user: UserDoc, url = app.url): Promise<TestSocket> => openSocket(url, { token: await app.tokenFor(user) });

function anActivity(society: SocietyDoc, by = newId(), rooms = ['feed']): LiveMessage & { payload: { item: ActivityItem } } {
  const item: ActivityItem = {
    id: String(newId()),
    type: 'post',
    user: 'Sara',
    user_id: String(by),
    action: 'posted in',
    target: 'Chess',
    time: new Date().toISOString(),
    avatar: '',
    verb: 'post.created',
    link: `/posts/${String(newId())}`,
    count: 1,
    others: [],
  };
  const message = liveMessage(activityNew, [...rooms, roomOf('society', String(society._id))], { item }, String(by));
  return { ...message, payload: { item } };
}

/** Ids of the activities in what a socket received, in order. */
const idsIn = ({ received }: TestSocket): string[] =>
  received.flatMap(({ message, payload }) => {
    if (message === activityNew.name) return [payload.item.id];
    return message === activityBatch.name ? payload.items.map(({ id }: ActivityItem) => id) : [];
  });
const idsOf = (messages: readonly { payload: { item: ActivityItem } }[]): string[] => messages.map(({ payload }) => payload.item.id);
const burst = (size: number, society: SocietyDoc) => Array.from({ length: size }, () => anActivity(society));
const quiet = () => sleep(3 * activityEveryMs);

test('a burst of activities is one message at once and one of the newest after the interval', async () => {
  const [society, socket] = [await buildSociety(), await connect(await buildUser())];
  await socket.join('feed');
  const messages = burst(activityBatchLimit + 10, society);
  await appendMessages(messages);
  await expect.poll(() => socket.count(activityBatch), { timeout: 3000 }).toBeGreaterThan(0);
  await quiet();
  expect(idsIn(socket)[0]).toBe(messages[0]?.payload.item.id);
  expect(socket.count(activityNew) + socket.count(activityBatch)).toBeLessThanOrEqual(3);
  expect(idsIn(socket).slice(-activityBatchLimit)).toEqual(idsOf(messages).slice(-activityBatchLimit));
  expect(socket.payloads(activityBatch).some(({ skipped }) => skipped)).toBe(true);
  socket.close();
});

test('a few activities of one interval all arrive once, in order, and nothing counts as skipped', async () => {
  const society = await buildSociety();
  const socket = await connect(await buildMember(society));
  await socket.join('feed', 'mine');
  const messages = burst(5, society);
  await appendMessages(messages);
  await expect.poll(() => idsIn(socket), { timeout: 3000 }).toEqual(idsOf(messages));
  expect(socket.payloads(activityBatch).some(({ skipped }) => skipped)).toBe(false);
  socket.close();
});

test('a busy feed takes no place from the activities of a society', async () => {
  const [busy, own] = [await buildSociety(), await buildSociety()];
  const socket = await connect(await buildMember(own));
  await socket.join('mine');
  const [first, ...rest] = [anActivity(own, newId(), []), anActivity(own, newId(), []), anActivity(own, newId(), [])];
  await appendMessages([first, ...burst(activityBatchLimit, busy), ...rest, ...burst(activityBatchLimit, busy)]);
  await expect.poll(() => idsIn(socket), { timeout: 3000 }).toEqual(idsOf([first, ...rest]));
  socket.close();
});

test('pending activities are sent before a removal', async () => {
  const [society, socket] = [await buildSociety(), await connect(await buildUser())];
  await socket.join('feed');
  const messages = burst(4, society);
  const society_id = String(society._id);
  const removal = liveMessage(postRemoved, ['feed', roomOf('society', society_id)], { post_id: String(newId()), society_id, version: 2 });
  await appendMessages([...messages, removal]);
  await socket.next(postRemoved);
  expect(idsIn(socket)).toEqual(idsOf(messages));
  socket.close();
});

test('an activity of a blocked author is left out of a batch', async () => {
  const [society, reader, author, other] = [await buildSociety(), await buildUser(), await buildUser(), await buildUser()];
  await buildBlock({ from: author, to: reader });
  const [blocked, witness] = [await connect(reader), await connect(other)];
  for (const socket of [blocked, witness]) await socket.join('feed');
  const [first, hidden, last] = [anActivity(society), anActivity(society, author._id), anActivity(society)];
  await appendMessages([first, hidden, last]);
  await expect.poll(() => idsIn(witness), { timeout: 3000 }).toEqual(idsOf([first, hidden, last]));
  await expect.poll(() => idsIn(blocked), { timeout: 3000 }).toEqual(idsOf([first, last]));
  await quiet();
  expect(JSON.stringify(blocked.received)).not.toContain(String(author._id));
  for (const socket of [blocked, witness]) socket.close();
});

test('activities of a society that closes while they are pending do not reach the feed', async () => {
  const [society, open] = [await buildSociety(), await buildSociety()];
  const socket = await connect(await buildUser());
  await socket.join('feed');
  const [first, ...rest] = [anActivity(open), anActivity(society), anActivity(society), anActivity(open)];
  await appendMessages([first]);
  await expect.poll(() => socket.count(activityNew)).toBe(1);
  await Societies.updateOne({ _id: society._id }, { 'privacy.visibility': 'private' });
  await appendMessages(rest);
  await expect.poll(() => idsIn(socket), { timeout: 3000 }).toContain(rest.at(-1)?.payload.item.id);
  expect(idsIn(socket)).toEqual(idsOf([first, ...rest.slice(-1)]));
  socket.close();
});

test('the position does not advance past a pending activity', async () => {
  const slow = await anotherGateway(app.app, { liveTiming: { activityEveryMs: 600, positionEveryMs: 30, blockMs: 50 } });
  const [society, socket] = [await buildSociety(), await connect(await buildUser(), slow.url)];
  await socket.join('feed');
  await appendMessages(burst(2, society));
  await expect.poll(() => idsIn(socket).length, { timeout: 3000 }).toBe(2);
  const sent = socket.received.filter(({ message }) => message.startsWith('activity:')).at(-1);
  const before = socket.received
    .slice(0, socket.received.indexOf(sent!))
    .map(({ payload }) => payload.at)
    .filter(Boolean);
  expect(before.length).toBeGreaterThan(1);
  expect(before.filter((at) => isAfter(at, sent!.id!))).toEqual([]);
  socket.close();
  await slow.close();
});

test('a replay sends the newest activities in one message', async () => {
  const [society, reader] = [await buildSociety(), await buildUser()];
  const socket = await connect(reader);
  const since = await socket.join('feed');
  socket.close();
  const messages = burst(activityBatchLimit + 5, society);
  await appendMessages(messages);
  const back = await connect(reader);
  const answer = (await back.ask('join', { rooms: ['feed'], since })) as Accepted;
  expect(answer.resync).toBeUndefined();
  await expect.poll(() => back.payloads(activityBatch).some(({ skipped }) => skipped), { timeout: 3000 }).toBe(true);
  expect(idsIn(back).slice(-activityBatchLimit)).toEqual(idsOf(messages).slice(-activityBatchLimit));
  back.close();
});
