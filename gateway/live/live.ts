import type { FastifyInstance } from 'fastify';
import { forgetBy } from '#models/bus/forget';
import { controls } from '#models/contract/live';
import { forgetReads } from '#models/db/kept';
import { bearAfter, bearOn } from './bearing.js';
import { Hub } from './hub.js';
import { Identities } from './identity.js';
import { Joins } from './joins.js';
import { Judge } from './judging.js';
import { OpenRooms } from './open-rooms.js';
import type { LiveParts, Log } from './parts.js';
import { startPlain } from './plain.js';
import { applyUnsaid } from './resuming.js';
import { Seen } from './seen.js';
import { Sender } from './sending.js';
import { startSockets } from './sockets.js';
import { LiveStream } from './stream.js';
import { type LiveStats, Tally } from './tally.js';
import { Typing } from './typing.js';
import { Upgrades } from './upgrades.js';

export interface LiveOptions {
  redisUrl: string;
  emailVerification: boolean;
  /** Off for tests and load. */
  limits: boolean;
  timing?: Partial<LiveTiming>;
}

export interface LiveTiming {
  /** How far back a client that comes back is helped. */
  windowMs: number;
  positionEveryMs: number;
  /** How often is asked which of the sessions here still exist. */
  sessionsEveryMs: number;
  /** Counts of one object go out at most this often. */
  countEveryMs: number;
  /** How often is noted which notifications were seen. */
  seenEveryMs: number;
  blockMs: number;
  pingIntervalMs: number;
  /** How long a socket may take to say who it is. */
  helloWithinMs: number;
  /** A connection that lets more bytes wait is cut. */
  maxBuffered: number;
}

const defaults: LiveTiming = {
  windowMs: 120_000,
  positionEveryMs: 10_000,
  sessionsEveryMs: 10_000,
  countEveryMs: 100,
  seenEveryMs: 1000,
  blockMs: 2000,
  pingIntervalMs: 25_000,
  helloWithinMs: 10_000,
  maxBuffered: 1 << 20,
};

/** The live part of a gateway, for metrics and tests. */
export interface Live {
  /** How many sockets are open here. */
  connections(): number;
  /** What it has done since it started. */
  stats(): LiveStats;
}

/** Reads the stream and serves sockets on the app's server until it closes. Call it before the features. */
export async function startLive(app: FastifyInstance, options: LiveOptions): Promise<Live> {
  const timing = { ...defaults, ...options.timing };
  const log: Log = (event, facts) => app.log.error(facts, event);
  const hub = new Hub({ limits: options.limits, maxBuffered: timing.maxBuffered });
  const identities = new Identities(options.emailVerification);
  const judge = new Judge(hub, identities, log);
  const stream = new LiveStream({ redisUrl: options.redisUrl, log, windowMs: timing.windowMs, blockMs: timing.blockMs });
  const open = new OpenRooms(hub, judge);
  const seen = new Seen(timing.seenEveryMs, log);
  const tally = new Tally();
  const sender = new Sender(hub, open, { countEveryMs: timing.countEveryMs, seen, tally, log, place: () => stream.place() });
  const joins = new Joins({ hub, judge, sender, stream, tally, limits: options.limits });
  const parts: LiveParts = {
    hub,
    identities,
    joins,
    typing: new Typing(identities, sender),
    seen,
    sender,
    upgrades: new Upgrades(app, { limits: options.limits, helloWithinMs: timing.helloWithinMs }),
    log,
  };

  await startPlain(app, parts, timing);
  const io = startSockets(app, parts, timing);
  await stream.start({
    async entry(entry) {
      forgetBy(entry);
      await bearOn(entry, hub, judge);
      await sender.send(entry);
      await bearAfter(entry, hub, judge);
    },
    async resumed() {
      forgetReads();
      await applyUnsaid(hub, judge, stream.place(), log);
    },
    async lost() {
      forgetReads();
      await judge.everybody();
      tally.resyncs += hub.connections.size;
      hub.send([...hub.connections], controls.resync, { at: stream.place() });
    },
  });
  const positions = setInterval(() => {
    const settled = [...hub.connections].filter((connection) => connection.joining === 0);
    hub.send(settled, controls.position, { at: sender.gone() });
  }, timing.positionEveryMs);
  const sessions = setInterval(() => void judge.endedUnheard(), timing.sessionsEveryMs);
  app.addHook('preClose', async () => {
    clearInterval(positions);
    clearInterval(sessions);
    await stream.close();
    sender.close();
    await io.close();
    await seen.close();
  });
  return { connections: () => hub.connections.size, stats: () => tally.stats({ connections: hub.connections.size, rooms: hub.roomCount }) };
}
