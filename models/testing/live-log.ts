import { allTold } from '#models/bus/activity';
import { type Live, streamKey } from '#models/bus/push';
import { openRedis } from '#models/bus/redis';

export interface LiveLog {
  /** The messages said since the last time that this was asked, in order. */
  said(): Promise<Live[]>;
  close(): void;
}

/** Reads what goes into the live stream. */
export function openLiveLog(redisUrl: string): LiveLog {
  const redis = openRedis(redisUrl, 'patient');
  let last = '-';
  return {
    said: async () => {
      await allTold();
      const entries = await redis.xrange(streamKey, last, '+');
      const newest = entries.at(-1)?.[0];
      if (newest) last = `(${newest}`;
      // A gateway marks the stream's beginning with an entry to no room.
      return entries.map(([, fields]) => JSON.parse(fields[1] ?? '') as Live).filter(({ rooms }) => rooms.length > 0);
    },
    close: () => redis.disconnect(),
  };
}
