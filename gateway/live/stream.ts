import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { type LiveMessage, streamKey } from '#models/bus/live-stream';
import { openRedis } from '#models/bus/redis';
import { describeServer } from './redis-server.js';
import type { LogFailure } from './services.js';
import { singleFlight } from './single-flight.js';
import { isAfter, streamIdAt, timeOf } from './stream-id.js';

/** One message as it stands in the stream. */
export interface StreamEntry extends LiveMessage {
  id: string;
}

export interface StreamHandler {
  /** Hears every entry in order, the next one when this one is done. */
  onEntry(onEntry: StreamEntry): Promise<void>;
  /** The stream could not be read for a while; all of it since then follows. Called before anything more is read. */
  onResumed(): Promise<void>;
  /** Something may have been missed. Called before anything more is read. */
  onLost(): Promise<void>;
}

export interface StreamOptions {
  redisUrl: string;
  log: LogFailure;
  /** How far back a reader is helped. */
  windowMs: number;
  blockMs: number;
}

type Row = [id: string, fields: string[]];
const overlapMs = 2000;
const batch = 500;
const historyBatch = 2000;
const closeWithinMs = 500;
const startWithinMs = 1000;
/** A reading takes at least this long, so that those who come back in the meantime, as after a restart, share the next. */
const gatherMs = 100;
/** How much is read anew where the place is no longer in the stream: what is newer has hardly reached anybody. */
const rereadMs = 5000;
/** An emptied stream gets a first entry, so that every later place can be told from one that was lost. */
const marker = JSON.stringify({ rooms: [], message: '', payload: null } satisfies LiveMessage);

/** Reads `nadi:live` from an own place, and knows when something may have been missed. Keeps nothing that Redis keeps. */
export class LiveStream {
  readonly #options: StreamOptions;
  readonly #reader: Redis;
  readonly #historyReader: Redis;
  /** The last entry that has been handed over; entries are read after it. */
  #cursor = '0-0';
  /** The entry being handed over, or the last one. */
  #current = '0-0';
  /** Nothing more had come by then: the place of a quiet stream. */
  #idle = '0-0';
  /** The first entry when the place was found: as long as it is there, nothing has gone. */
  #firstId = '';
  /** 'broken': the connection was; the place may still be in the stream. 'lost': something may have been missed. */
  #state: 'reading' | 'broken' | 'lost' = 'lost';
  /** How often the connection has closed. */
  #breaks = 0;
  /** The Redis that was read from last. */
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
   * Begins to read. Resolves when the place is found: who connects afterwards has missed nothing. While Redis is away it is not
   * waited for.
   */
  async start(handler: StreamHandler): Promise<void> {
    const located = new Promise<void>((resolve) => {
      this.#onLocated = resolve;
    });
    this.#reading = this.#run(handler);
    await Promise.race([located, sleep(startWithinMs, undefined, { ref: false })]);
  }

  /** Everything up to here has been handed over. */
  position(): string {
    return isAfter(this.#idle, this.#cursor) ? this.#idle : this.#cursor;
  }

  /** As `streamId`, or the entry that is being handed over just now. */
  inFlightPosition(): string {
    return isAfter(this.#current, this.position()) ? this.#current : this.position();
  }

  /**
   * The entries since a place, and for a while before it, up to another; null where that is too long ago, or where the stream no
   * longer reaches back. Many who ask at once share one reading.
   */
  async readHistory(since: string, upTo: string): Promise<StreamEntry[] | null> {
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
    const entries: StreamEntry[] = [];
    const first = await firstOf(this.#historyReader);
    for (;;) {
      const rows = (await this.#historyReader.xrange(streamKey, from, '+', 'COUNT', historyBatch)) as Row[];
      for (const row of rows) entries.push(...parse(row));
      const last = rows.at(-1)?.[0];
      if (last === undefined || rows.length < historyBatch) return { entries, first };
      from = `(${last}`;
    }
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

  /** Finds the place again: where it was, if the stream still has all that came after it. */
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

  /** Begins at the end of the stream, or reads the last seconds anew where the place is not in it any more. */
  async #resetPosition(first: string | undefined, now: number): Promise<void> {
    const isNew = this.#firstId === '';
    if (first === undefined) this.#firstId = this.#cursor = String(await this.#reader.xadd(streamKey, '*', 'm', marker));
    else if (isNew) {
      const last = (await this.#reader.xrevrange(streamKey, '+', '-', 'COUNT', 1)) as Row[];
      this.#firstId = first;
      this.#cursor = last[0]?.[0] ?? first;
    } else if (!this.#hasNoGap(first)) {
      this.#firstId = first;
      this.#cursor = streamIdAt(now - rereadMs);
    }
    this.#idle = isNew ? streamIdAt(now - 1) : '0-0';
    this.#current = this.#cursor;
  }

  async #readBatch(handler: StreamHandler): Promise<void> {
    const { blockMs } = this.#options;
    // In this order: what had come by now, and whether the stream still reached back when it had been read.
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
      for (const entry of parse(row)) await this.#handle(handler, entry);
      this.#cursor = row[0];
      this.#idle = '0-0';
    }
  }

  /** An entry that cannot be handled is passed over, as one that was missed. */
  async #handle(handler: StreamHandler, entry: StreamEntry): Promise<void> {
    try {
      await handler.onEntry(entry);
    } catch (error) {
      this.#state = 'lost';
      this.#options.log('live.message handling failed', { err: error, streamId: entry.id, message: entry.message });
    }
  }

  /** Whether what answers now has everything that was appended before the connection broke. */
  async #isSameStream(): Promise<boolean> {
    const before = this.#runId;
    const server = await describeServer(this.#reader).catch(() => ({ runId: '', isDurable: false }));
    this.#runId = server.runId;
    return server.isDurable || (server.runId !== '' && server.runId === before);
  }

  #hasNoGap(first: string): boolean {
    return first === this.#firstId || !isAfter(first, this.#cursor);
  }

  async #now(): Promise<number> {
    const [seconds, microseconds] = await this.#reader.time();
    return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
  }
}

async function firstOf(redis: Redis): Promise<string | undefined> {
  return ((await redis.xrange(streamKey, '-', '+', 'COUNT', 1)) as Row[])[0]?.[0];
}

/** The entry of a row; none for a marker, or for what is no message. */
function parse([id, fields]: Row): StreamEntry[] {
  const text = fields[fields.indexOf('m') + 1];
  if (text === undefined) return [];
  try {
    const live = JSON.parse(text) as LiveMessage;
    return Array.isArray(live.rooms) && live.rooms.length > 0 ? [{ ...live, id }] : [];
  } catch {
    return [];
  }
}
