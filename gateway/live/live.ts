import type { FastifyInstance } from 'fastify';
import { invalidateByMessage } from '#models/bus/invalidate';
import { controls, isStreamId } from '#models/contract/live';
import { clearReadCache } from '#models/db/loader';
import type { ViewerSettings } from '#models/db/viewer';
import { Broadcaster } from './broadcaster.js';
import { Followers, type StreamFollower } from './followers.js';
import { Hub } from './hub.js';
import { Identities } from './identity.js';
import { Joins } from './joins.js';
import { LiveMetrics, type LiveStats } from './live-metrics.js';
import { Looking } from './looking.js';
import { type CardAges, OpenCards, type OpenCardsTiming, openCardsTiming } from './open-cards.js';
import { OpenRoomFilter } from './open-room-filter.js';
import { applyPendingRevocations } from './pending-revocations.js';
import { startPlainSockets } from './plain-websocket.js';
import { reauthorizeAfterBroadcast, reauthorizeBeforeBroadcast } from './reauthorize.js';
import { RoomAuthorizer } from './room-authorizer.js';
import { SeenNotifications } from './seen-notifications.js';
import type { LiveServices, LogFailure } from './services.js';
import { startSocketIo } from './socket-io.js';
import { LiveStream, type StreamEntry } from './stream.js';
import { Typing } from './typing.js';
import { Upgrades } from './upgrades.js';

export interface LiveOptions {
  redisUrl: string;
  /** Settings that decide about the rights of the people behind sockets. */
  viewers: ViewerSettings;
  /** Off for tests and load. */
  limits: boolean;
  timing?: Partial<LiveTiming>;
}

export interface LiveTiming {
  /** Age of the oldest message that a reconnecting client gets by replay. */
  windowMs: number;
  positionEveryMs: number;
  /** Interval of the check for deleted sessions. */
  sessionsEveryMs: number;
  /** Interval within which counts of one object are coalesced. */
  countEveryMs: number;
  /** Interval within which activities are sent together. */
  activityEveryMs: number;
  /** Interval at which seen notifications are written. */
  seenEveryMs: number;
  blockMs: number;
  pingIntervalMs: number;
  /** Time within which a socket must identify itself. */
  helloWithinMs: number;
  /** Terminate a connection that has more unsent bytes than this. */
  maxBuffered: number;
  cards: OpenCardsTiming;
}

const defaults: LiveTiming = {
  windowMs: 120_000,
  positionEveryMs: 10_000,
  sessionsEveryMs: 10_000,
  countEveryMs: 100,
  activityEveryMs: 1000,
  seenEveryMs: 1000,
  blockMs: 2000,
  pingIntervalMs: 25_000,
  helloWithinMs: 10_000,
  maxBuffered: 1 << 20,
  cards: openCardsTiming,
};

/** Live updates of one gateway, for caches, metrics and tests. */
export interface LiveService {
  /** Calls the follower from now on. */
  follow(follower: StreamFollower): void;
  /** Stream id up to which everything has been handled. */
  position(): string;
  /** Whether messages are handled as they come: false while the stream cannot be read. */
  isReading(): boolean;
  /** Number of open sockets. */
  connections(): number;
  /** Counters since the start. */
  stats(): LiveStats;
  /** Age of the recommendations on the open screens. */
  cardAges(): CardAges;
  /** Whether a client has received a message that this gateway has not handled yet, so that its caches are older than the client. */
  isBehind(position: unknown): Promise<boolean>;
}

/** Invalidates, evicts and broadcasts what one entry of the stream says, in this order. */
async function broadcastEntry(
  entry: StreamEntry,
  { hub, broadcaster }: Pick<LiveServices, 'hub' | 'broadcaster'>,
  authorizer: RoomAuthorizer,
  followers: Followers,
): Promise<void> {
  followers.onMessage(entry);
  await reauthorizeBeforeBroadcast(entry, hub, authorizer);
  await broadcaster.broadcast(entry);
  await reauthorizeAfterBroadcast(entry, hub, authorizer);
}

/** Sends the clients their position, and checks their sessions and the doors they are at, from time to time. Returns a function that stops both. */
function startTimers({ hub, broadcaster }: LiveServices, authorizer: RoomAuthorizer, timing: LiveTiming): () => void {
  const positions = setInterval(() => {
    const joinedConnections = [...hub.connections].filter((connection) => connection.pendingJoins === 0);
    hub.send(joinedConnections, controls.position, { at: broadcaster.sentPosition() });
  }, timing.positionEveryMs);
  const sessions = setInterval(() => void Promise.all([authorizer.checkSessions(), authorizer.checkDoors()]), timing.sessionsEveryMs);
  return () => {
    clearInterval(positions);
    clearInterval(sessions);
  };
}

/** Reads the stream and serves sockets on the app's server until it closes. Call it before the features register their routes. */
export async function startLive(app: FastifyInstance, options: LiveOptions): Promise<LiveService> {
  const timing = { ...defaults, ...options.timing };
  const log: LogFailure = (event, facts) => app.log.error(facts, event);
  const hub = new Hub({ limits: options.limits, maxBuffered: timing.maxBuffered });
  const identities = new Identities(options.viewers);
  const authorizer = new RoomAuthorizer(hub, identities, log);
  const stream = new LiveStream({ redisUrl: options.redisUrl, log, windowMs: timing.windowMs, blockMs: timing.blockMs });
  const seenNotifications = new SeenNotifications(timing.seenEveryMs, log);
  const metrics = new LiveMetrics();
  const position = () => stream.position();
  const broadcaster = new Broadcaster(hub, new OpenRoomFilter(hub, authorizer), { ...timing, seenNotifications, metrics, log, position });
  const joins = new Joins({ hub, authorizer, broadcaster, stream, metrics, limits: options.limits });
  const services: LiveServices = {
    hub,
    identities,
    joins,
    typing: new Typing(identities, broadcaster),
    looking: new Looking(identities, broadcaster),
    seenNotifications,
    broadcaster,
    upgrades: new Upgrades(app, { limits: options.limits, helloWithinMs: timing.helloWithinMs }),
    log,
  };
  await startPlainSockets(app, services, timing);
  const io = startSocketIo(app, services, timing);
  const followers = new Followers();
  followers.add({ onMessage: invalidateByMessage, onGap: clearReadCache });
  const onLost = async () => {
    followers.onGap();
    await authorizer.reauthorizeAll();
    metrics.resyncs += hub.connections.size;
    hub.send([...hub.connections], controls.resync, { at: stream.position() });
  };
  const onResumed = async () => {
    followers.onGap();
    await applyPendingRevocations(hub, authorizer, stream.position(), log);
  };
  const hasMembers = (room: string) => hub.roomKey(room) !== undefined;
  const onEntry = (entry: StreamEntry) => broadcastEntry(entry, services, authorizer, followers);
  await stream.start({ hasMembers, onEntry, onResumed, onLost });
  const openCards = new OpenCards(hub, timing.cards, log);
  const stopTimers = startTimers(services, authorizer, timing);
  app.addHook('preClose', async () => {
    stopTimers();
    await openCards.close();
    await stream.close();
    broadcaster.close();
    await io.close();
    await seenNotifications.close();
  });
  return {
    follow: (follower) => followers.add(follower),
    position,
    isReading: () => stream.isReading(),
    connections: () => hub.connections.size,
    isBehind: async (position) => isStreamId(position) && (await stream.isBehind(position)),
    cardAges: () => openCards.ages(),
    stats: () => metrics.stats({ connections: hub.connections.size, rooms: hub.roomCount }),
  };
}
