import { type LiveMessage, parseMessages, streamKey } from '#models/bus/live-stream';
import { drain } from '#models/bus/publish';
import { openRedis } from '#models/bus/redis';

export interface LiveLog {
  /** Messages published since the last call, in order. */
  published(): Promise<LiveMessage[]>;
  close(): void;
}

/** Opens a reader of the live stream. */
export function openLiveLog(redisUrl: string): LiveLog {
  const redis = openRedis(redisUrl, 'patient');
  let last = '-';
  return {
    published: async () => {
      await drain();
      const entries = await redis.xrange(streamKey, last, '+');
      const newest = entries.at(-1)?.[0];
      if (newest) last = `(${newest}`;
      // Skip the entries without rooms that gateways write at the start of the stream.
      return entries.flatMap(([, fields]) => parseMessages(fields[1] ?? '')).filter(({ rooms }) => rooms.length > 0);
    },
    close: () => redis.disconnect(),
  };
}
