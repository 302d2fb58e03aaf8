import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { type LiveMessage, parseStored, streamKey } from '#models/bus/live-stream';
import { expandRecipients, type StoredMessage } from '#models/bus/recipient-batches';
import { openRedis } from '#models/bus/redis';
import { describeServer } from './redis-server.js';
import type { LogFailure } from './services.js';
import { singleFlight } from './single-flight.js';
import { isAfter, streamIdAt, timeOf } from './stream-id.js';

/** A message in the stream, with its id. */
export interface StreamEntry extends LiveMessage {
  id: string;
}

/** An entry as it is stored; a batch is not expanded yet. */
export interface StoredEntry extends StoredMessage {
  id: string;
}

export interface StreamHandler {
  /** Whether a connection is in a room; a batch is expanded only for these. */
  hasMembers(room: string): boolean;
  /** Called with each entry in order; the next one waits for this one. */
  onEntry(entry: StreamEntry): Promise<void>;
  /** Called before reading continues after a break that lost nothing. */
  onResumed(): Promise<void>;
  /** Called before reading continues when messages may have been missed. */
  onLost(): Promise<void>;
}

export interface StreamOptions {
  redisUrl: string;
  log: LogFailure;
  /** Age of the oldest entry that may be replayed. */
  windowMs: number;
  blockMs: number;
}

type Row = [id: string, fields: string[]];
const overlapMs = 2000;
const batch = 500;
const historyBatch = 2000;
const closeWithinMs = 500;
const startWithinMs = 1000;
/** Minimum duration of a history read, so that clients that reconnect at once, as after a restart, share the next one. */
const gatherMs = 100;
/** Distance to go back when the position is no longer in the stream: newer entries have hardly reached anybody. */
const rereadMs = 5000;
/** Entry for an empty stream, so that every later position can be distinguished from a lost one. */
const marker = JSON.stringify({ rooms: [], message: '', payload: null } satisfies LiveMessage);

/** Reads `nadi:live` from an own position, and notices when messages may have been missed. Stores nothing that Redis has. */
export class LiveStream {
  readonly #options: StreamOptions;
  readonly #reader: Redis;
  readonly #historyReader: Redis;
  /** Id of the last entry that was handled; entries are read after it. */
  #cursor = '0-0';
  /** Id of the entry that is being handled, or of the last one. */
  #current = '0-0';
  /** Position of an idle stream: nothing had arrived up to this time. */
  #idle = '0-0';
  /** First entry of the stream when the position was located: while it is there, nothing was trimmed. */
  #firstId = '';
  /** 'broken': the connection closed, and the position may still be in the stream. 'lost': messages may have been missed. */
  #state: 'reading' | 'broken' | 'lost' = 'lost';
  /** Number of times that the connection has closed. */
  #breaks = 0;
  /** Run id of the Redis process that was read last. */
  #runId = '';
  #isClosed = false;
  #onLocated = () => {};
  #reading: Promise<void> = Promise.resolve();
  #historyFrom = '';

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#reader = openRedis(options.redisUrl, 'reading', options.log);
    this.#historyReader = openRedis(options.redisUrl, 'looking');
    this.#reader.on('close', () => {
      this.#breaks++;
      if (this.#state === 'reading') this.#state = 'broken';
    });
  }

  /**
   * Starts reading. Resolves when the position is located: clients that connect afterwards miss nothing. Does not wait for an
   * unavailable Redis.
   */
  async start(handler: StreamHandler): Promise<void> {
    const located = new Promise<void>((resolve) => {
      this.#onLocated = resolve;
    });
    this.#reading = this.#run(handler);
    await Promise.race([located, sleep(startWithinMs, undefined, { ref: false })]);
  }

  /** Stream position up to which everything has been handled. */
  position(): string {
    return isAfter(this.#idle, this.#cursor) ? this.#idle : this.#cursor;
  }

  /** Whether entries are handled as they come. */
  isReading(): boolean {
    return this.#state === 'reading';
  }

  /** As `position`, or the entry that is being handled. */
  inFlightPosition(): string {
    return isAfter(this.#current, this.position()) ? this.#current : this.position();
  }

  /**
   * Whether the stream may have entries up to `position` that are not handled yet. Another gateway's position can be that of an idle
   * stream, which this one has not noticed: then Redis decides.
   */
  async isBehind(position: string): Promise<boolean> {
    if (!isAfter(position, this.inFlightPosition())) return false;
    await this.#noticeIdle('').catch(() => {});
    return isAfter(position, this.inFlightPosition());
  }

  /**
   * Reads the entries from shortly before `since` up to `upTo`; null where that is too long ago or no longer in the stream.
   * Simultaneous callers share one read.
   */
  async readHistory(since: string, upTo: string): Promise<StoredEntry[] | null> {
    if (timeOf(since) < timeOf(this.position()) - this.#options.windowMs) return null;
    const from = streamIdAt(timeOf(since) - overlapMs);
    if (this.#historyFrom === '' || isAfter(this.#historyFrom, from)) this.#historyFrom = from;
    const read = await this.#read('').catch(() => null);
    if (!read || read.first === undefined || isAfter(read.first, since)) return null;
    return read.entries.filter((entry) => !isAfter(from, entry.id) && !isAfter(entry.id, upTo));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#reader.disconnect();
    this.#historyReader.disconnect();
    await Promise.race([this.#reading, sleep(closeWithinMs, undefined, { ref: false })]);
  }

  readonly #read = singleFlight(async () => {
    let from = this.#historyFrom;
    this.#historyFrom = '';
    await sleep(gatherMs);
    const entries: StoredEntry[] = [];
    const first = await firstOf(this.#historyReader);
    for (;;) {
      const rows = (await this.#historyReader.xrange(streamKey, from, '+', 'COUNT', historyBatch)) as Row[];
      for (const row of rows) entries.push(...parse(row));
      const last = rows.at(-1)?.[0];
      if (last === undefined || rows.length < historyBatch) return { entries, first };
      from = `(${last}`;
    }
  });

  /** Advances the position of an idle stream. Callers of one moment share a read. */
  readonly #noticeIdle = singleFlight(async () => {
    const now = await this.#now(this.#historyReader);
    const last = await lastOf(this.#historyReader);
    if (this.#state === 'reading' && last !== undefined && !isAfter(last, this.#cursor)) this.#idle = streamIdAt(now - 1);
  });

  async #run(handler: StreamHandler): Promise<void> {
    while (!this.#isClosed) {
      try {
        if (this.#state === 'reading') await this.#readBatch(handler);
        else await this.#locate(handler);
      } catch (error) {
        if (this.#isClosed) return;
        if (this.#state === 'reading') this.#state = 'lost';
        this.#options.log('live.stream read failed', { err: error, streamId: this.#cursor });
        await sleep(200);
      }
    }
  }

  /** Locates the position after a break: the old one, if the stream still has everything after it. */
  async #locate(handler: StreamHandler): Promise<void> {
    const breaks = this.#breaks;
    const [first, now, isSame] = await Promise.all([firstOf(this.#reader), this.#now(), this.#isSameStream()]);
    if (this.#state === 'broken' && isSame && first !== undefined && this.#hasNoGap(first)) await handler.onResumed();
    else {
      this.#state = 'lost';
      await this.#resetPosition(first, now);
      await handler.onLost();
    }
    this.#state = breaks === this.#breaks ? 'reading' : 'broken';
    this.#onLocated();
  }

  /** Starts at the end of the stream, or a few seconds back where the old position was trimmed. */
  async #resetPosition(first: string | undefined, now: number): Promise<void> {
    const isNew = this.#firstId === '';
    if (first === undefined) this.#firstId = this.#cursor = String(await this.#reader.xadd(streamKey, '*', 'm', marker));
    else if (isNew) {
      this.#firstId = first;
      this.#cursor = (await lastOf(this.#reader)) ?? first;
    } else if (!this.#hasNoGap(first)) {
      this.#firstId = first;
      this.#cursor = streamIdAt(now - rereadMs);
    }
    this.#idle = isNew ? streamIdAt(now - 1) : '0-0';
    this.#current = this.#cursor;
  }

  async #readBatch(handler: StreamHandler): Promise<void> {
    const { blockMs } = this.#options;
    // The order matters: the time before the read, and whether the stream still reached back after it.
    const [now, answer, first] = await Promise.all([
      this.#now(),
      this.#reader.xread('COUNT', batch, 'BLOCK', blockMs, 'STREAMS', streamKey, this.#cursor),
      firstOf(this.#reader),
    ]);
    if (this.#state !== 'reading') return;
    if (first === undefined || !this.#hasNoGap(first)) {
      this.#state = 'lost';
      return;
    }
    const rows = ((answer as [string, Row[]][] | null) ?? [])[0]?.[1] ?? [];
    if (rows.length === 0) this.#idle = streamIdAt(now - 1);
    for (const row of rows) {
      if (this.#isClosed) return;
      this.#current = row[0];
      const entries = parse(row).flatMap((entry) => expandRecipients(entry, (room) => handler.hasMembers(room)));
      for (const entry of entries) await this.#handle(handler, entry);
      this.#cursor = row[0];
      this.#idle = '0-0';
    }
  }

  /** Handles one entry. A failure counts as a missed message. */
  async #handle(handler: StreamHandler, entry: StreamEntry): Promise<void> {
    try {
      await handler.onEntry(entry);
    } catch (error) {
      this.#state = 'lost';
      this.#options.log('live.message handling failed', { err: error, streamId: entry.id, message: entry.message });
    }
  }

  /** Whether this server has everything that was appended before the connection broke. */
  async #isSameStream(): Promise<boolean> {
    const before = this.#runId;
    const server = await describeServer(this.#reader).catch(() => ({ runId: '', isDurable: false }));
    this.#runId = server.runId;
    return server.isDurable || (server.runId !== '' && server.runId === before);
  }

  #hasNoGap(first: string): boolean {
    return first === this.#firstId || !isAfter(first, this.#cursor);
  }

  async #now(redis = this.#reader): Promise<number> {
    const [seconds, microseconds] = await redis.time();
    return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
  }
}

async function firstOf(redis: Redis): Promise<string | undefined> {
  return ((await redis.xrange(streamKey, '-', '+', 'COUNT', 1)) as Row[])[0]?.[0];
}

async function lastOf(redis: Redis): Promise<string | undefined> {
  return ((await redis.xrevrange(streamKey, '+', '-', 'COUNT', 1)) as Row[])[0]?.[0];
}

/** Parses the entry of a row; none for the marker or an invalid message. */
function parse([id, fields]: Row): StoredEntry[] {
  const text = fields[fields.indexOf('m') + 1];
  if (text === undefined) return [];
  try {
    const live = parseStored(text);
    return Array.isArray(live.rooms) && (live.rooms.length > 0 || live.each) ? [{ ...live, id }] : [];
  } catch {
    return [];
  }
}
