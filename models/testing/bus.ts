import { afterAll, beforeAll } from 'vitest';
import { type LiveMessage, parseMessages, streamKey } from '#models/bus/live-stream';
import { closeBus, openBus } from '#models/bus/open';
import { openRedis } from '#models/bus/redis';
import type { Message, PayloadOf } from '#models/contract/define';
import { connect, createIndexes, disconnect } from '#models/db/connect';
import { testStores } from './stores.js';

export interface TestBus {
  mongoUri: string;
  redisUrl: string;
  redis: ReturnType<typeof openRedis>;
  /** Messages published since the last call, in order; `sentOf` filters by message. */
  sent(): Promise<LiveMessage[]>;
  sentOf<M extends Message>(message: M): Promise<(LiveMessage & { payload: PayloadOf<M> })[]>;
  close(): Promise<void>;
}

/** Opens the stores and the bus of this test file, with a reader of the live stream. */
export async function startTestBus(): Promise<TestBus> {
  const { mongoUri, redisUrl } = await testStores();
  await connect(mongoUri);
  await createIndexes();
  openBus(redisUrl);
  const redis = openRedis(redisUrl, 'patient');
  let place = '-';
  const sent = async (): Promise<LiveMessage[]> => {
    const entries = await redis.xrange(streamKey, place, '+');
    const last = entries.at(-1);
    if (last) place = `(${last[0]}`;
    return entries.flatMap(([, [, json = '']]) => parseMessages(json));
  };
  return {
    mongoUri,
    redisUrl,
    redis,
    sent,
    sentOf: async (message) => (await sent()).filter((each) => each.message === message.name) as never,
    close: async () => {
      redis.disconnect();
      await closeBus();
      await disconnect();
    },
  };
}

/** Opens the stores and the bus for all tests of a file, and closes them after them. Call it at the top of the file; use it in hooks and tests. */
export function setUpTestBus(): TestBus {
  const bus = {} as TestBus;
  beforeAll(async () => {
    Object.assign(bus, await startTestBus());
  });
  afterAll(() => bus.close());
  return bus;
}
