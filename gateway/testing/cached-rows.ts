import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LiveMessage, streamKey } from '#models/bus/live-stream';
import { openRedis } from '#models/bus/redis';
import { positionHeader } from '#models/contract/live';
import { roomOf } from '#models/contract/rooms';
import { Activities } from '#models/db/activities';
import { putOnCard } from '#models/db/activities.loaders';
import { clearReadCache } from '#models/db/loader';
import type { Id } from '#models/db/model';
import { buildEvent, buildMember, buildPost, buildSociety } from '#models/testing/builders';
import { testRows } from '#models/testing/cells';
import type { TestApp } from './test-app.js';

let serial = 0;

/** A member of a society with a post, an event and a line of activity; `word` is in each of their texts. */
export interface CachedFixture {
  token: string;
  /** Token of an admin of the society. */
  adminToken: string;
  word: string;
  member: Id;
  society: Id;
  event: Id;
  post: Id;
  author: Id;
  headers?: Record<string, string>;
}

export async function buildCachedFixture(test: TestApp): Promise<CachedFixture> {
  // Letters that do not look alike: names of societies are unique by their look.
  const word = `qz${[...String(serial++)].map((digit) => 'abcdefghkm'[Number(digit)]).join('')}wx`;
  const society = await buildSociety({ name: `Club ${word}`, members: 100 + serial });
  const member = await buildMember(society);
  const author = await buildMember(society);
  const post = await buildPost({ society, author, content: `Post ${word}` });
  const event = await buildEvent({ society, title: `Event ${word}` });
  const made = await Activities.create({
    actor: author._id,
    verb: 'post.created',
    object: post._id,
    society: society._id,
    open: true,
    at: new Date(),
  });
  await putOnCard(`activity:${society._id}`, made.toObject());
  const token = await test.tokenFor(member);
  const adminToken = await test.tokenFor(await buildMember(society, 'admin'));
  clearReadCache();
  return {
    token,
    adminToken,
    word,
    member: member._id,
    society: society._id,
    event: event._id,
    post: post._id,
    author: author._id,
  };
}

/** A change of what a cached read shows. */
export interface CachedRow {
  what: string;
  /** Writes past the gateway, as another gateway does. */
  change(fixture: CachedFixture): Promise<unknown>;
  liveMessage(fixture: CachedFixture): LiveMessage;
  isSeen(fixture: CachedFixture): Promise<boolean>;
}

export const inSociety = ({ society }: CachedFixture): string[] => [roomOf('society', String(society))];

/** Time until it is visible, in ms; polls, so that cached reads are used. */
async function seenAfter(isSeen: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  while (!(await isSeen())) {
    if (performance.now() - begun > 5000) return Number.POSITIVE_INFINITY;
    await sleep(50);
  }
  return performance.now() - begun;
}

/** Defines the tests of each row: without a message, after it, and for a reader who has it from a faster gateway. */
export function describeCachedRows(test: TestApp, rows: readonly CachedRow[]): void {
  let redis: Redis;
  beforeAll(() => {
    redis = openRedis(test.redisUrl, 'quick');
  });
  afterAll(() => redis.disconnect());

  describe('a change by another gateway of what a cached read shows', () => {
    const changed = async ({ change, isSeen }: CachedRow): Promise<CachedFixture> => {
      const at = await buildCachedFixture(test);
      expect(await isSeen(at)).toBe(false);
      await change(at);
      return at;
    };

    testRows(rows, { quick: 3 })('is visible within a second without any message: $what', async (row) => {
      const at = await changed(row);
      expect(await seenAfter(() => row.isSeen(at))).toBeLessThan(1000);
    });

    it.each(rows)('is visible at once after the message in the stream: $what', async (row) => {
      const at = await changed(row);
      await redis.xadd(streamKey, '*', 'm', JSON.stringify(row.liveMessage(at)));
      expect(await seenAfter(() => row.isSeen(at))).toBeLessThan(500);
    });

    testRows(rows, { quick: 3 })('is visible at once to who has the message from a faster gateway: $what', async (row) => {
      const at = await changed(row);
      expect(await row.isSeen({ ...at, headers: { [positionHeader]: `${Date.now() + 60_000}-0` } })).toBe(true);
    });
  });
}
