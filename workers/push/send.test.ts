import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { Agent, createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queue } from '#models/bus/jobs';
import { enqueuePush, pushJobId } from '#models/bus/web-push-jobs';
import type { PushMessage } from '#models/contract/push';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { OneTimeTokens } from '#models/db/one-time-tokens';
import { type PushSubscriptionDoc, PushSubscriptions, saveSubscription } from '#models/db/push-subscriptions';
import { Sessions } from '#models/db/sessions';
import { type UserDoc, Users } from '#models/db/users';
import { vapidKeys } from '#models/db/vapid';
import { buildJoinRequest, buildMembership, buildNotification, buildSession, buildSociety, buildUser } from '#models/testing/builders';
import { startTestBus, type TestBus } from '#models/testing/bus';
import { testSettings } from '#models/testing/settings';
import { silent } from '../log.js';
import { dayZone, nightZone } from '../mail/mailbox-for-tests.js';
import { sweep, sweepDefaults } from '../sweeper/sweeper.js';
import { makePusher, type Pusher, PushFault } from './pusher.js';
import { sendPush } from './send.js';

let bus: TestBus;
beforeAll(async () => {
  bus = await startTestBus();
});
beforeEach(() => Promise.all([Notifications.deleteMany({}), PushSubscriptions.deleteMany({})]));
afterEach(() => bus.redis.flushdb());
afterAll(() => bus.close());

const dayMs = 24 * 3600_000;
const timeZone = dayZone();

/** A person's browser under its own session, with its secret keys. */
async function browserOf(user: UserDoc, endpoint = `https://push.example/${randomBytes(8).toString('hex')}`) {
  const [pair, auth] = [createECDH('prime256v1'), randomBytes(16)];
  const keys = { p256dh: pair.generateKeys('base64url'), auth: auth.toString('base64url') };
  await buildSession(user);
  const session = await Sessions.findOne({ user: user._id }).sort({ createdAt: -1, _id: -1 }).lean();
  await saveSubscription({ user: user._id, session: session!._id, endpoint, keys });
  return { endpoint, pair, auth };
}

/** A notification to be pushed to a person. */
const buildPending = (user: UserDoc, over: Partial<NotificationDoc> = {}) =>
  buildNotification({
    user,
    type: 'post_created',
    params: { society: 'Chess', excerpt: 'E4' },
    why: 'member',
    ...over,
    pushDue: new Date(),
  } as never);

/** Records pushes; fails with these errors in turn, repeating the last one. */
function standIn(...faults: (PushFault | null)[]) {
  const sent: { endpoint: string; message: PushMessage; topic: string }[] = [];
  let asked = 0;
  const by: Pusher = {
    send: async ({ endpoint }, payload, topic) => {
      const fault = faults[Math.min(asked++, faults.length - 1)];
      if (fault) throw fault;
      sent.push({ endpoint, message: JSON.parse(payload), topic });
    },
  };
  return { by, sent, asked: () => asked };
}
const subscriptions = (user: UserDoc): Promise<PushSubscriptionDoc[]> => PushSubscriptions.find({ user: user._id }).lean();
const isDone = async ({ _id }: NotificationDoc) => (await Notifications.findById(_id).lean())?.pushDue === undefined;

describe('push of a notification', () => {
  it('a push reaches each browser of its owner once, on any number of workers', async () => {
    const [user, actor] = [await buildUser(), await buildUser({ name: 'Lina' })];
    const browsers = [await browserOf(user), await browserOf(user)];
    const doc = await buildPending(user, { actors: [actor._id], count: 1 });
    const { by, sent } = standIn();
    await Promise.all([1, 2, 3].map(() => sendPush(doc._id, silent, { timeZone, pusher: by })));
    await Notifications.updateOne({ _id: doc._id }, { $set: { pushDue: new Date() } });
    await sendPush(doc._id, silent, { timeZone, pusher: by });
    expect(sent.map(({ endpoint }) => endpoint).toSorted()).toEqual(browsers.map(({ endpoint }) => endpoint).toSorted());
    expect(sent[0]).toMatchObject({
      topic: String(doc._id),
      message: {
        id: String(doc._id),
        user: String(doc.user),
        title: 'New post in Chess',
        body: 'Lina posted: “E4”',
        why: 'You are a member of this society.',
        link: doc.link,
        lang: 'en',
        dir: 'ltr',
      },
    });
    expect(await isDone(doc)).toBe(true);
  });

  it("a push is in the reader's language, and its payload fits at any length", async () => {
    const user = await buildUser({ preferences: { locale: 'ar', mutedSocieties: [], offTypes: [] } });
    await browserOf(user);
    const { _id } = await buildSociety();
    const long = 'مرحبًا '.repeat(400);
    const { by, sent } = standIn();
    await buildMembership({ society: { _id }, user });
    await sendPush((await buildPending(user, { params: { society: long, excerpt: long }, society: _id }))._id, silent, {
      timeZone,
      pusher: by,
    });
    const { message } = sent[0]!;
    expect(message).toMatchObject({ lang: 'ar', dir: 'rtl', why: 'لأن لك عضوية في هذا النادي.', mute: { label: 'كتم' } });
    expect(message.mute.link).toBe(`/societies/${_id}?mute=1`);
    expect(message.title).toContain('منشور جديد في');
    expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(3000);
  });

  it('a personal notification follows the setting of its type, even in a muted society', async () => {
    const user = await buildUser();
    await browserOf(user);
    const { by, sent } = standIn();
    await sendPush((await buildPending(user, { type: 'role_admin', society: (await buildSociety())._id }))._id, silent, {
      timeZone,
      pusher: by,
    });
    expect(sent[0]?.message.mute.link).toBe('/?mute=role_admin');
  });

  const skipped: [name: string, change: (doc: NotificationDoc, user: UserDoc) => Promise<unknown>][] = [
    ['was read', ({ _id }) => Notifications.updateOne({ _id }, { $unset: { unread: 1, open: 1 } })],
    ['was retracted', ({ _id }) => Notifications.deleteOne({ _id })],
    ['has no pushDue', ({ _id }) => Notifications.updateOne({ _id }, { $unset: { pushDue: 1 } })],
    ['is a day late', ({ _id }) => Notifications.updateOne({ _id }, { $set: { pushDue: new Date(Date.now() - dayMs) } })],
    ['was seen', ({ _id }) => Notifications.updateOne({ _id }, { $set: { seenVersion: 1 } })],
    ['is of a type turned off', (_doc, { _id }) => Users.updateOne({ _id }, { $set: { 'preferences.offPush': ['post_created'] } })],
    [
      'is of a society that was left',
      async ({ _id }) => Notifications.updateOne({ _id }, { $set: { society: (await buildSociety())._id } }),
    ],
    ['belongs to a suspended account', (_doc, { _id }) => Users.updateOne({ _id }, { $set: { suspendedAt: new Date() } })],
    ['belongs to a deleted account', (_doc, { _id }) => Users.updateOne({ _id }, { $set: { deletedAt: new Date() } })],
  ];
  it.each(skipped)('a notification that %s is pushed to nobody and no longer due', async (_name, change) => {
    const user = await buildUser();
    await browserOf(user);
    const doc = await buildPending(user);
    await change(doc, user);
    const { by, asked } = standIn();
    await sendPush(doc._id, silent, { timeZone, pusher: by });
    expect([asked(), await isDone(doc)]).toEqual([0, true]);
  });
});

describe('push to a browser', () => {
  it.each([
    ['was signed out', (id: string) => Sessions.deleteOne({ _id: id })],
    [
      'was unused for 31 days',
      (id: string) => Sessions.updateOne({ _id: id }, { $set: { lastSeenAt: new Date(Date.now() - 31 * dayMs) } }),
    ],
    [
      'has the session of another person',
      async (id: string) => Sessions.updateOne({ _id: id }, { $set: { user: (await buildUser())._id } }),
    ],
  ])('a browser that %s gets no push', async (_name, end) => {
    const user = await buildUser();
    const [gone, left] = [await browserOf(user), await browserOf(user)];
    const [first] = await PushSubscriptions.find({ endpoint: gone.endpoint }).lean();
    await end(first!.session);
    const { by, sent } = standIn();
    await sendPush((await buildPending(user))._id, silent, { timeZone, pusher: by });
    expect(sent.map(({ endpoint }) => endpoint)).toEqual([left.endpoint]);
    expect((await subscriptions(user)).map(({ endpoint }) => endpoint)).toEqual([left.endpoint]);
  });

  it('a browser unknown to its push service is deleted', async () => {
    const user = await buildUser();
    await browserOf(user);
    const doc = await buildPending(user);
    await sendPush(doc._id, silent, { timeZone, pusher: standIn(new PushFault('gone', '410')).by });
    expect([await subscriptions(user), await isDone(doc)]).toEqual([[], true]);
  });

  it('a browser that was certainly not reached is retried, without repeating others', async () => {
    const user = await buildUser();
    await Promise.all([browserOf(user), browserOf(user)]);
    const doc = await buildPending(user);
    const { by, sent, asked } = standIn(new PushFault('unsent', '503'), null);
    await expect(sendPush(doc._id, silent, { timeZone, pusher: by })).rejects.toBeInstanceOf(PushFault);
    expect([sent.length, await isDone(doc)]).toEqual([1, false]);
    await sendPush(doc._id, silent, { timeZone, pusher: by });
    expect([new Set(sent.map(({ endpoint }) => endpoint)).size, asked(), await isDone(doc)]).toEqual([2, 3, true]);
  });

  it('a browser that was reached gets no repeat while another is retried', async () => {
    const user = await buildUser();
    await Promise.all([browserOf(user), browserOf(user)]);
    const doc = await buildPending(user);
    const { by, sent } = standIn(null, new PushFault('unsent', '503'), null);
    await expect(sendPush(doc._id, silent, { timeZone, pusher: by })).rejects.toBeInstanceOf(PushFault);
    for (let i = 0; i < 55; i++) await sendPush((await buildPending(user))._id, silent, { timeZone, pusher: standIn().by });
    await sendPush(doc._id, silent, { timeZone, pusher: by });
    expect([sent.length, new Set(sent.map(({ endpoint }) => endpoint)).size]).toEqual([2, 2]);
  });

  it.each(['unknown', 'refused'] as const)('a push with outcome %s is not retried', async (outcome) => {
    const user = await buildUser();
    await browserOf(user);
    const doc = await buildPending(user);
    const { by, asked } = standIn(new PushFault(outcome, '500'));
    for (let i = 0; i < 2; i++) await sendPush(doc._id, silent, { timeZone, pusher: by });
    expect([asked(), await isDone(doc), (await subscriptions(user)).length]).toEqual([1, true, 1]);
  });

  it('a browser claimed by a killed worker is not pushed to again', async () => {
    const user = await buildUser();
    await browserOf(user);
    const doc = await buildPending(user);
    const killed: Pusher = { send: () => Promise.reject(new Error('killed')) };
    await expect(sendPush(doc._id, silent, { timeZone, pusher: killed })).rejects.toThrow('killed');
    const { by, asked } = standIn();
    await sendPush(doc._id, silent, { timeZone, pusher: by });
    expect([asked(), await isDone(doc)]).toEqual([0, true]);
  });
});

describe('late pushes after an outage of the push service', () => {
  it('a late push waits for the end of quiet hours, and is sent then', async () => {
    const user = await buildUser();
    await browserOf(user);
    const doc = await buildPending(user);
    const { by, sent } = standIn(new PushFault('unsent', '503'), null);
    await expect(sendPush(doc._id, silent, { timeZone, pusher: by })).rejects.toBeInstanceOf(PushFault);
    await sendPush(doc._id, silent, { timeZone: nightZone(), pusher: by });
    const { pushDue } = (await Notifications.findById(doc._id).lean())!;
    expect([sent.length, pushDue!.getTime() > Date.now() + 3 * 3600_000]).toEqual([0, true]);
    await Notifications.updateOne({ _id: doc._id }, { $set: { pushDue: new Date() } });
    await sendPush(doc._id, silent, { timeZone, pusher: by });
    expect([sent.length, await isDone(doc)]).toEqual([1, true]);
  });

  it('a push postponed by quiet hours is given up after two days', async () => {
    const user = await buildUser();
    await browserOf(user);
    const doc = await buildPending(user, { at: new Date(Date.now() - 2 * dayMs - 1000) });
    const { by, asked } = standIn();
    await sendPush(doc._id, silent, { timeZone, pusher: by });
    expect([asked(), await isDone(doc)]).toEqual([0, true]);
  });
});

it("a push's job is added once; the sweeper restores a lost one", async () => {
  const doc = await buildPending(await buildUser());
  for (let i = 0; i < 2; i++) await enqueuePush(doc._id);
  expect(await queue('push').getJobCountByTypes('waiting')).toBe(1);
  await bus.redis.flushdb();
  await sweep({ ...sweepDefaults, dueAfterMs: 0 }, { ...testSettings, trendingEveryMs: 3_600_000 }, silent);
  expect((await queue('push').getJob(pushJobId(doc._id)))?.data).toMatchObject({ notification: String(doc._id) });
});

describe('web push protocol', () => {
  /** Pre-shared key: encryption without a certificate. */
  const psk = randomBytes(32);
  let server: Server;
  let status = 201;
  let received: { path: string; headers: NodeJS.Dict<string | string[]>; body: Buffer }[] = [];
  beforeAll(async () => {
    server = createServer({ pskCallback: () => psk, ciphers: 'PSK', maxVersion: 'TLSv1.2' }, async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      if (status === 0) return void request.socket.destroy();
      response.writeHead(status).end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  beforeEach(() => {
    received = [];
    status = 201;
  });
  afterAll(() => new Promise((closed) => server.close(closed)));

  const agent = () =>
    new Agent({
      pskCallback: () => ({ psk, identity: 'test' }),
      ciphers: 'PSK',
      maxVersion: 'TLSv1.2',
      checkServerIdentity: () => undefined,
    } as never);
  const address = () => `https://127.0.0.1:${(server.address() as AddressInfo).port}/send/1`;
  const reached = () => makePusher({ subject: 'https://nadi.example', agent: agent() });

  /** Decrypts as a browser does (RFC 8188 and 8291). */
  function decrypt(body: Buffer, { pair, auth }: Awaited<ReturnType<typeof browserOf>>): PushMessage {
    const [salt, size] = [body.subarray(0, 16), body.readUInt8(20)];
    const [sender, sealed] = [body.subarray(21, 21 + size), body.subarray(21 + size)];
    const derive = (key: Buffer, by: Buffer, info: Buffer, length: number) => Buffer.from(hkdfSync('sha256', key, by, info, length));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
    const secret = derive(pair.computeSecret(sender), auth, info, 32);
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const opener = createDecipheriv('aes-128-gcm', key, nonce);
    opener.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()]);
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
  }

  it('the push service gets an encrypted payload signed by this server', async () => {
    const user = await buildUser();
    const browser = await browserOf(user, address());
    const doc = await buildPending(user);
    await sendPush(doc._id, silent, { timeZone, pusher: reached() });
    expect(received).toHaveLength(1);
    const { path, headers, body } = received[0]!;
    expect([path, headers.ttl, headers.topic, headers['content-encoding']]).toEqual(['/send/1', '86400', String(doc._id), 'aes128gcm']);
    expect(decrypt(body, browser)).toMatchObject({ id: String(doc._id), title: 'New post in Chess' });
    expect(body.includes('Chess')).toBe(false);
    const { t = '', k } = Object.fromEntries(
      [...String(headers.authorization).matchAll(/([tk])=([\w.-]+)/g)].map(([, name, value]) => [name, value]),
    );
    const { publicKey } = await vapidKeys();
    expect(k).toBe(publicKey);
    const [head = '', claims = '', signature = ''] = t.split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: new URL(address()).origin,
      sub: 'https://nadi.example',
    });
    const point = Buffer.from(publicKey, 'base64url');
    const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
    const signed = { key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it.each([
    [201, null],
    [404, 'gone'],
    [410, 'gone'],
    [413, 'refused'],
    [307, 'refused'],
    [429, 'unsent'],
    [503, 'unsent'],
    [500, 'unknown'],
    [0, 'unknown'],
  ])('status %d of a push service: %s', async (answer, outcome) => {
    status = answer;
    const browser = await browserOf(await buildUser(), address());
    const { keys } = (await PushSubscriptions.findOne({ endpoint: browser.endpoint }).lean())!;
    const fault = await reached()
      .send({ endpoint: browser.endpoint, keys }, '{}', 'a')
      .catch((error: unknown) => error);
    expect((fault as PushFault | undefined)?.outcome ?? null).toBe(outcome);
    expect(String(fault)).not.toContain('/send/');
    await PushSubscriptions.deleteOne({ endpoint: browser.endpoint });
  });

  it('an unreachable service is retried; invalid keys and private addresses never are', async () => {
    const browser = await browserOf(await buildUser());
    const { keys } = (await PushSubscriptions.findOne({ endpoint: browser.endpoint }).lean())!;
    const outcomeOf = (pusher: Pusher, endpoint: string, given = keys) =>
      pusher.send({ endpoint, keys: given }, '{}', 'a').then(
        () => null,
        (error: PushFault) => error.outcome,
      );
    expect(await outcomeOf(reached(), 'https://127.0.0.1:1/')).toBe('unsent');
    expect(await outcomeOf(reached(), address(), { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) })).toBe('refused');
    expect(await outcomeOf(makePusher({ subject: 'https://nadi.example' }), `https://localhost:${new URL(address()).port}/`)).toBe(
      'refused',
    );
    expect(await outcomeOf(makePusher({ subject: 'https://nadi.example' }), `https://127.0.0.1:${new URL(address()).port}/`)).toBe(
      'refused',
    );
    expect(received).toEqual([]);
  });
});

describe('push of a join request', () => {
  /** Pushes a notification of this many requests to an admin; returns the message. */
  async function pushed(times: number, status: 'pending' | 'approved' = 'pending') {
    const admin = await buildUser();
    const society = await buildSociety({ admin });
    const request = await buildJoinRequest({ society, status });
    await browserOf(admin);
    const actors = Array.from({ length: times }, () => request.user);
    const params = { society: society.name, request: String(request._id) };
    const doc = await buildPending(admin, { type: 'join_requested', why: 'admin', society: society._id, actors, count: 1, params });
    const { by, sent } = standIn();
    await sendPush(doc._id, silent, { timeZone, pusher: by });
    return { admin, request, message: sent[0]?.message };
  }

  it('has a button with a token that approves this one request for this admin', async () => {
    const { admin, request, message } = await pushed(1);
    expect(message?.approve).toMatchObject({ label: 'Approve', done: 'Approved. They are now a member.' });
    const token = await OneTimeTokens.findOne({ user: admin._id, purpose: 'approve' }).lean();
    expect(token?.object).toEqual(request._id);
    expect(JSON.stringify(token)).not.toContain(message?.approve?.token);
  });

  it.each([
    ['of several requests', 2, 'pending'],
    ['of a decided request', 1, 'approved'],
  ] as const)('has none %s', async (_name, times, status) => {
    expect((await pushed(times, status)).message?.approve).toBeUndefined();
  });
});
