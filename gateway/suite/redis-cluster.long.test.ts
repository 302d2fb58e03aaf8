import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { closeBus, openBus } from '#models/bus/open';
import { drain } from '#models/bus/publish';
import { rates } from '#models/contract/limits';
import { getAllPosts, likePost } from '#models/contract/posts';
import { Notifications } from '#models/db/notifications';
import { buildPost, buildUser } from '#models/testing/builders';
import { testSettings } from '#models/testing/settings';
import { silent } from '#workers/log';
import { startWorkers, type Workers } from '#workers/start';
import { type RedisCluster, startRedisCluster } from '../testing/redis-cluster.js';

let cluster: RedisCluster;
let test: TestApp;
let workers: Workers;
beforeAll(async () => {
  cluster = await startRedisCluster();
  test = await startTestApp({ rateLimits: true, limitsUrl: cluster.urls });
  await closeBus();
  openBus(test.redisUrl, undefined, cluster.urls);
  workers = await startWorkers({ redisUrl: cluster.urls, ...testSettings, log: silent });
});
afterAll(async () => {
  await workers?.close();
  await test?.close();
  await cluster?.close();
});

it('jobs run from queues in a Redis cluster', async () => {
  const [post, fan] = [await buildPost(), await buildUser()];
  const { status } = await test.call(likePost, { post_id: String(post._id) }, await test.tokenFor(fan));
  expect(status).toBe(200);
  await drain();
  await expect.poll(() => Notifications.countDocuments({ user: post.author }), { timeout: 10_000 }).toBe(1);
  const keys = await cluster.keys();
  expect(keys.some((key) => key.startsWith('{bull:activity}:activity:'))).toBe(true);
});

it('rate limits are counted in a Redis cluster', async () => {
  const token = await test.tokenFor(await buildUser());
  const { points } = rates.read;
  const statuses = new Set<number>();
  for (let calls = 0; calls <= points && !statuses.has(429); calls++) statuses.add((await test.call(getAllPosts, {}, token)).status);
  expect([...statuses].toSorted()).toEqual([200, 429]);
  expect((await cluster.keys()).filter((key) => key.startsWith('rate:')).length).toBeGreaterThan(1);
});
