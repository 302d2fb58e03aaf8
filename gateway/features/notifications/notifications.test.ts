import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { type LiveMessage, parseMessages, streamKey } from '#models/bus/live-stream';
import { drain } from '#models/bus/publish';
import { getNotifications, getUnreadCount, markAllRead, markRead, type Notification } from '#models/contract/notifications';
import { newId } from '#models/db/model';
import { Notifications } from '#models/db/notifications';
import type { UserDoc } from '#models/db/users';
import { buildNotification, buildUser } from '#models/testing/builders';

const test = setUpTestApp();
let redis: Redis;
beforeAll(async () => {
  redis = new Redis(test.redisUrl);
});
afterAll(async () => {
  redis.disconnect();
});

let me: UserDoc;
let token: string;
beforeEach(async () => {
  me = await buildUser({ name: 'Me' });
  token = await test.tokenFor(me);
  await redis.del(streamKey);
});

const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000);
const sent = async (): Promise<LiveMessage[]> => {
  await drain();
  return (await redis.xrange(streamKey, '-', '+')).flatMap(([, [, json = '']]) => parseMessages(json));
};

describe('get_all', () => {
  it('returns own notifications, newest first, with texts, people and counts', async () => {
    const [lina, omar] = [await buildUser({ name: 'Lina', image: '/lina' }), await buildUser({ name: 'Omar' })];
    const society = newId();
    await buildNotification({
      user: me,
      at: minutesAgo(9),
      type: 'join_requested',
      params: { society: 'Chess' },
      society,
      actors: [omar._id],
    });
    const params = { excerpt: 'Hello' };
    await buildNotification({ user: me, at: minutesAgo(1), params, link: '/posts/1', actors: [lina._id, omar._id, lina._id], count: 5 });
    await buildNotification();
    const { data, counts, next } = await test.call(getNotifications, {}, token);
    expect(data.map((each) => each.message)).toEqual(['Lina and 4 others liked your post: “Hello”', 'Omar asked to join Chess']);
    expect(data[0]).toMatchObject({ title: 'New likes', type: 'post_liked', link: '/posts/1', count: 5, times: 3, read: false, params });
    expect(data[0]?.actors).toEqual([
      { ID: String(lina._id), Name: 'Lina', Image: '/lina' },
      { ID: String(omar._id), Name: 'Omar', Image: '' },
    ]);
    expect(data.map(({ society_id }) => society_id)).toEqual([null, String(society)]);
    expect(counts).toEqual({ unread: 2, total: 2 });
    expect(next).toBeNull();
  });

  it('names the number of created events and of their creators, and links to all of them', async () => {
    const [dana, omar] = [await buildUser({ name: 'Dana' }), await buildUser({ name: 'Omar' })];
    const society = newId();
    const params = { society: 'Chess', title: 'Blitz' };
    const shared = { user: me, type: 'event_created', params, society, link: '/events/1' } as const;
    await buildNotification({ ...shared, at: minutesAgo(0), actors: [dana._id, omar._id, dana._id], count: 2 });
    await buildNotification({ ...shared, key: 'event:other', at: minutesAgo(1), actors: [dana._id], count: 1 });
    const { data } = await test.call(getNotifications, { limit: 2 }, token);
    expect(data.map(({ title, message, link }) => [title, message, link])).toEqual([
      ['3 new events in Chess', 'By Dana and 1 other. Latest: “Blitz”', `/societies/${society}/events`],
      ['New event in Chess', 'Dana planned “Blitz”', '/events/1'],
    ]);
  });

  it('pages without gaps or duplicates, also where times are equal', async () => {
    const at = minutesAgo(5);
    for (let i = 0; i < 5; i++) await buildNotification({ user: me, at });
    const seen: Notification[] = [];
    let cursor: string | undefined;
    do {
      const page = await test.call(getNotifications, { limit: 2, ...(cursor ? { cursor } : {}) }, token);
      seen.push(...page.data);
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(new Set(seen.map((each) => each.ID)).size).toBe(5);
    expect(seen).toHaveLength(5);
  });

  it.each([getNotifications, getUnreadCount, markAllRead])('$name needs a session', async (call) => {
    expect((await test.call(call, {})).status).toBe(401);
  });
});

describe('marking as read', () => {
  it('marks and closes one, publishes it to the other screens, and counts; a repeat changes nothing', async () => {
    const [one] = [await buildNotification({ user: me }), await buildNotification({ user: me })];
    const input = { notification_id: String(one._id) };
    for (let i = 0; i < 2; i++) expect((await test.call(markRead, input, token)).data).toEqual({ unread: 1 });
    const stored = await Notifications.findById(one._id).lean();
    expect([stored?.unread, stored?.open]).toEqual([undefined, undefined]);
    expect((await test.call(getUnreadCount, {}, token)).data).toBe(1);
    expect((await sent())[0]).toEqual({
      rooms: [`user:${me._id}`],
      message: 'notification:read',
      payload: { notification_ids: [String(one._id)], unread: 1 },
    });
  });

  it('does not find another person’s or a missing one', async () => {
    const other = await buildNotification();
    for (const id of [String(other._id), String(newId())])
      expect((await test.call(markRead, { notification_id: id }, token)).status).toBe(404);
    expect((await Notifications.findById(other._id).lean())?.unread).toBe(true);
    expect((await test.call(markRead, { notification_id: 'nonsense' }, token)).status).toBe(400);
  });

  it('marks all own ones and no others', async () => {
    for (let i = 0; i < 3; i++) await buildNotification({ user: me });
    const other = await buildNotification();
    expect((await test.call(markAllRead, {}, token)).data).toEqual({ unread: 0 });
    expect((await sent())[0]?.payload).toEqual({ notification_ids: 'all', unread: 0 });
    expect((await Notifications.findById(other._id).lean())?.unread).toBe(true);
  });
});
