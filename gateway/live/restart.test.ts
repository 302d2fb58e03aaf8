import { Redis } from 'ioredis';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anotherGateway, type ReceivedMessage, TestSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { appendMessages, liveMessage } from '#models/bus/live-stream';
import { type Accepted, controls, type Handshake, socketPath } from '#models/contract/live';
import { postCreated, postLikes } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { type PostDoc, postToWire } from '#models/db/posts';
import type { SocietyDoc } from '#models/db/societies';
import { readTestEnv } from '#models/env';
import { buildMember, buildPost, buildSociety } from '#models/testing/builders';

const { RESTART_SOCKETS: many } = readTestEnv();
const few = 100;
const socketsAPerson = 10;

const app = setUpTestApp();
let redis: Redis;
beforeAll(async () => {
  redis = new Redis(app.redisUrl);
});
afterAll(async () => {
  redis.disconnect();
});

/** A client as in the web app: it reconnects by itself, and joins again from its stream position. */
class Screen extends TestSocket {
  readonly #rooms: string[];
  #place: string | undefined;
  readonly answers: Accepted[] = [];

  constructor(url: string, token: string, rooms: string[]) {
    const auth = (send: (auth: Handshake) => void): void => send({ token, since: this.#place });
    super(
      io(url, {
        path: socketPath,
        transports: ['websocket'],
        forceNew: true,
        auth: auth as never,
        reconnectionDelayMax: 5000,
      }),
    );
    this.#rooms = rooms;
    this.socket.on('connect', () => void this.#join());
    this.socket.on(controls.position, ({ at }) => {
      this.#place = at;
    });
  }

  /** Number of joins. */
  joined(times: number): Promise<void> {
    return expect.poll(() => this.answers.length, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(times);
  }

  async #join(): Promise<void> {
    const rooms = { rooms: this.#rooms, ...(this.#place ? { since: this.#place } : {}) };
    const answer = (await this.socket.timeout(60_000).emitWithAck('join', rooms)) as Accepted;
    this.#place = answer.at;
    this.answers.push(answer);
  }
}

interface Place {
  society: SocietyDoc;
  post: PostDoc;
  tokens: string[];
}

async function buildPlaces(sockets: number): Promise<Place[]> {
  const places: Place[] = [];
  for (let i = 0; i < 10; i++) {
    const society = await buildSociety();
    const tokens: string[] = [];
    for (let j = 0; j < sockets / socketsAPerson / 10; j++) tokens.push(await app.tokenFor(await buildMember(society)));
    places.push({ society, post: await buildPost({ society }), tokens });
  }
  return places;
}

const likesOf = (post: PostDoc, rev: number) => {
  const post_id = String(post._id);
  return liveMessage(postLikes, [roomOf('post', post_id)], { post_id, Likes: rev, CommentsCount: 0, rev });
};
const newsOf = ({ society, post }: Place) =>
  liveMessage(postCreated, [roomOf('society', String(society._id))], postToWire(post, undefined, null, society));

async function readingsOf(command: string): Promise<number> {
  const stats = await redis.info('commandstats');
  return Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
}

const receivedOnly = (screen: Screen, name: string): ReceivedMessage[] => screen.received.filter(({ message }) => message === name);

const survive = '%i sockets survive a restart: all reconnect and get a replay, without a resync';
async function expectSurvival(sockets: number): Promise<void> {
  const before = await anotherGateway(app.app);
  const places = await buildPlaces(sockets);
  const screens = places.flatMap(({ post, tokens }) =>
    tokens.flatMap((token) =>
      Array.from({ length: socketsAPerson }, () => new Screen(before.url, token, ['mine', 'feed', roomOf('post', String(post._id))])),
    ),
  );
  expect(screens).toHaveLength(sockets);
  for (const screen of screens) await screen.joined(1);

  await before.close();
  await appendMessages(places.flatMap((place) => [newsOf(place), likesOf(place.post, 1), likesOf(place.post, 2)]));
  const [readings, begun] = [await readingsOf('xrange'), Date.now()];
  const after = await anotherGateway(app.app, {}, Number(new URL(before.url).port));
  for (const screen of screens) await screen.joined(2);
  const [read, tookMs] = [(await readingsOf('xrange')) - readings, Date.now() - begun];
  expect(after.app.live.connections()).toBe(sockets);
  for (const screen of screens) {
    await screen.next(postLikes, ({ rev }) => rev === 2);
    await screen.next(postCreated);
  }
  // Each client joins twice, and a history read takes two commands; the rest is what the gateways read all the time.
  expect(read).toBeLessThan((2 * tookMs) / 100 + 60);
  expect(screens.filter(({ answers }) => answers.some(({ resync, refused }) => resync || refused))).toEqual([]);

  await appendMessages(places.map(({ post }) => likesOf(post, 3)));
  for (const screen of screens) await screen.next(postLikes, ({ rev }) => rev === 3);
  expect(screens.flatMap((screen) => receivedOnly(screen, controls.resync))).toEqual([]);
  for (const screen of screens) screen.close();
  await expect.poll(() => after.app.live.connections()).toBe(0);
  await after.close();
}

test.each([few])(survive, expectSurvival);
test.each([many])(survive, { tags: ['long'], timeout: 300_000 }, expectSurvival);
