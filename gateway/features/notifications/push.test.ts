import { createECDH, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getPushKey, pushSubscribe, pushUnsubscribe } from '#models/contract/push';
import { Meta } from '#models/db/meta';
import { PushSubscriptions } from '#models/db/push-subscriptions';
import { vapidKeys } from '#models/db/vapid';
import { buildUser } from '#models/testing/builders';

const test = setUpTestApp();

const browser = () => ({
  endpoint: `https://push.example/${randomBytes(8).toString('hex')}`,
  keys: { p256dh: randomBytes(65).toString('base64url'), auth: randomBytes(16).toString('base64url') },
});
const someone = async () => {
  const user = await buildUser();
  return { user, token: await test.tokenFor(user) };
};

describe('a push subscription', () => {
  it('belongs to the account that subscribed last, once', async () => {
    const [first, second, one] = [await someone(), await someone(), browser()];
    const ask = (token: string) => test.call(pushSubscribe, one, token);
    const answers = await Promise.all([ask(first.token), ask(first.token), ask(first.token)]);
    expect(answers.map(({ status, data }) => [status, data])).toEqual(Array(3).fill([200, { subscribed: true }]));
    await ask(second.token);
    const stored = await PushSubscriptions.find({ endpoint: one.endpoint }).lean();
    expect(stored.map(({ user, keys }) => [user, keys])).toEqual([[second.user._id, one.keys]]);
  });

  it('is removed by its own account, and by no other', async () => {
    const [mine, other, one] = [await someone(), await someone(), browser()];
    await test.call(pushSubscribe, one, mine.token);
    const { endpoint } = one;
    expect((await test.call(pushUnsubscribe, { endpoint }, other.token)).status).toBe(200);
    expect(await PushSubscriptions.countDocuments({ endpoint })).toBe(1);
    for (let i = 0; i < 2; i++) expect((await test.call(pushUnsubscribe, { endpoint }, mine.token)).data).toEqual({ subscribed: false });
    expect(await PushSubscriptions.countDocuments({ endpoint })).toBe(0);
  });

  it('is limited to the newest twenty of an account', async () => {
    const { user, token } = await someone();
    const browsers = Array.from({ length: 22 }, browser);
    for (const one of browsers) await test.call(pushSubscribe, one, token);
    const stored = await PushSubscriptions.find({ user: user._id }, { endpoint: 1 }).lean();
    expect(stored.map(({ endpoint }) => endpoint).toSorted()).toEqual(
      browsers
        .slice(2)
        .map(({ endpoint }) => endpoint)
        .toSorted(),
    );
  });

  it.each([
    ['an address without encryption', { endpoint: 'http://push.example/a' }],
    ['an address inside', { endpoint: 'https://127.0.0.1/a' }],
    ['an address inside, by name', { endpoint: 'https://redis.internal/a' }],
    ['a name without a dot', { endpoint: 'https://localhost/a' }],
    ['another port', { endpoint: 'https://push.example:6379/a' }],
    ['a name and a password', { endpoint: 'https://a:b@push.example/a' }],
    ['no address', { endpoint: 'push' }],
    ['a short key', { keys: { p256dh: 'abc', auth: 'abc' } }],
    ['no keys', { keys: null }],
  ])('is refused with %s', async (_name, over) => {
    const { token } = await someone();
    expect((await test.call(pushSubscribe, { ...browser(), ...over }, token)).status).toBe(400);
  });
});

describe("the server's VAPID key", () => {
  it('is made once, and matches its private key', async () => {
    await Meta.deleteOne({ _id: 'vapid' });
    const { token } = await someone();
    const answers = await Promise.all(Array.from({ length: 4 }, () => test.call(getPushKey, {}, token)));
    const keys = new Set(answers.map(({ data }) => data.key));
    expect(keys.size).toBe(1);
    const { publicKey, privateKey } = await vapidKeys();
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(privateKey, 'base64url');
    expect([...keys]).toEqual([publicKey]);
    expect(pair.getPublicKey('base64url')).toBe(publicKey);
    expect(JSON.stringify(answers)).not.toContain(privateKey);
  });
});
