import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { type Live, streamKey } from '#models/bus/push';
import { openRedis } from '#models/bus/redis';
import type { Log } from './parts.js';
import { isAfter, placeAt, timeOf } from './place.js';
import { describeServer } from './redis-server.js';
import { sharedRuns } from './shared-runs.js';

/** One message as it stands in the stream. */
export interface Entry extends Live {
  id: string;
}

export interface StreamReader {
  /** Hears every entry in order, the next one when this one is done. */
  entry(entry: Entry): Promise<void>;
  /** The stream could not be read for a while; all of it since then follows. Called before anything more is read. */
  resumed(): Promise<void>;
  /** Something may have been missed. Called before anything more is read. */
  lost(): Promise<void>;
}

export interface StreamOptions {
  redisUrl: string;
  log: Log;
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
const marker = JSON.stringify({ rooms: [], message: '', payload: null } satisfies Live);

/** Reads `nadi:live` from an own place, and knows when something may have been missed. Keeps nothing that Redis keeps. */
export class LiveStream {
  readonly #options: StreamOptions;
  readonly #reader: Redis;
  readonly #looker: Redis;
  /** The last entry that has been handed over; entries are read after it. */
  #cursor = '0-0';
  /** The entry being handed over, or the last one. */
  #front = '0-0';
  /** Nothing more had come by then: the place of a quiet stream. */
  #quiet = '0-0';
  /** The first entry when the place was found: as long as it is there, nothing has gone. */
  #first = '';
  /** 'broken': the connection was; the place may still be in the stream. 'lost': something may have been missed. */
  #state: 'reading' | 'broken' | 'lost' = 'lost';
  /** How often the connection has closed. */
  #breaks = 0;
  /** The Redis that was read from last. */
  #runId = '';
  #isClosed = false;
  #whenFound = () => {};
  #reading: Promise<void> = Promise.resolve();
  #wanted = '';

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#reader = openRedis(options.redisUrl, 'reading', options.log);
    this.#looker = openRedis(options.redisUrl, 'looking');
    this.#reader.on('close', () => {
      this.#breaks++;
      if (this.#state === 'reading') this.#state = 'broken';
    });
  }

  /**
   * Begins to read. Resolves when the place is found: who connects afterwards has missed nothing. While Redis is away it is not
   * waited for.
   */
  async start(reader: StreamReader): Promise<void> {
    const found = new Promise<void>((resolve) => {
      this.#whenFound = resolve;
    });
    this.#reading = this.#run(reader);
    await Promise.race([found, sleep(startWithinMs, undefined, { ref: false })]);
  }

  /** Everything up to here has been handed over. */
  place(): string {
    return isAfter(this.#quiet, this.#cursor) ? this.#quiet : this.#cursor;
  }

  /** As `place`, or the entry that is being handed over just now. */
  front(): string {
    return isAfter(this.#front, this.place()) ? this.#front : this.place();
  }

  /**
   * The entries since a place, and for a while before it, up to another; null where that is too long ago, or where the stream no
   * longer reaches back. Many who ask at once share one reading.
   */
  async history(since: string, upTo: string): Promise<Entry[] | null> {
    if (timeOf(since) < timeOf(this.place()) - this.#options.windowMs) return null;
    const from = placeAt(timeOf(since) - overlapMs);
    if (this.#wanted === '' || isAfter(this.#wanted, from)) this.#wanted = from;
    const read = await this.#read('').catch(() => null);
    if (!read || read.first === undefined || isAfter(read.first, since)) return null;
    return read.entries.filter((entry) => !isAfter(from, entry.id) && !isAfter(entry.id, upTo));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#reader.disconnect();
    this.#looker.disconnect();
    await Promise.race([this.#reading, sleep(closeWithinMs, undefined, { ref: false })]);
  }

  readonly #read = sharedRuns(async () => {
    let from = this.#wanted;
    this.#wanted = '';
    await sleep(gatherMs);
    const entries: Entry[] = [];
    const first = await firstOf(this.#looker);
    for (;;) {
      const rows = (await this.#looker.xrange(streamKey, from, '+', 'COUNT', historyBatch)) as Row[];
      for (const row of rows) entries.push(...parse(row));
      const last = rows.at(-1)?.[0];
      if (last === undefined || rows.length < historyBatch) return { entries, first };
      from = `(${last}`;
    }
  });

  async #run(reader: StreamReader): Promise<void> {
    while (!this.#isClosed) {
      try {
        if (this.#state === 'reading') await this.#next(reader);
        else await this.#find(reader);
      } catch (error) {
        if (this.#isClosed) return;
        if (this.#state === 'reading') this.#state = 'lost';
        this.#options.log('live.stream read failed', { err: error, streamId: this.#cursor });
        await sleep(200);
      }
    }
  }

  /** Finds the place again: where it was, if the stream still has all that came after it. */
  async #find(reader: StreamReader): Promise<void> {
    const breaks = this.#breaks;
    const [first, now, isSame] = await Promise.all([firstOf(this.#reader), this.#now(), this.#isSameStream()]);
    if (this.#state === 'broken' && isSame && first !== undefined && this.#reaches(first)) await reader.resumed();
    else {
      this.#state = 'lost';
      await this.#begin(first, now);
      await reader.lost();
    }
    this.#state = breaks === this.#breaks ? 'reading' : 'broken';
    this.#whenFound();
  }

  /** Begins at the end of the stream, or reads the last seconds anew where the place is not in it any more. */
  async #begin(first: string | undefined, now: number): Promise<void> {
    const isNew = this.#first === '';
    if (first === undefined) this.#first = this.#cursor = String(await this.#reader.xadd(streamKey, '*', 'm', marker));
    else if (isNew) {
      const last = (await this.#reader.xrevrange(streamKey, '+', '-', 'COUNT', 1)) as Row[];
      this.#first = first;
      this.#cursor = last[0]?.[0] ?? first;
    } else if (!this.#reaches(first)) {
      this.#first = first;
      this.#cursor = placeAt(now - rereadMs);
    }
    this.#quiet = isNew ? placeAt(now - 1) : '0-0';
    this.#front = this.#cursor;
  }

  async #next(reader: StreamReader): Promise<void> {
    const { blockMs } = this.#options;
    // In this order: what had come by now, and whether the stream still reached back when it had been read.
    const [now, answer, first] = await Promise.all([
      this.#now(),
      this.#reader.xread('COUNT', batch, 'BLOCK', blockMs, 'STREAMS', streamKey, this.#cursor),
      firstOf(this.#reader),
    ]);
    if (this.#state !== 'reading') return;
    if (first === undefined || !this.#reaches(first)) {
      this.#state = 'lost';
      return;
    }
    const rows = ((answer as [string, Row[]][] | null) ?? [])[0]?.[1] ?? [];
    if (rows.length === 0) this.#quiet = placeAt(now - 1);
    for (const row of rows) {
      if (this.#isClosed) return;
      this.#front = row[0];
      for (const entry of parse(row)) await this.#handOver(reader, entry);
      this.#cursor = row[0];
      this.#quiet = '0-0';
    }
  }

  /** An entry that cannot be handled is passed over, as one that was missed. */
  async #handOver(reader: StreamReader, entry: Entry): Promise<void> {
    try {
      await reader.entry(entry);
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

  #reaches(first: string): boolean {
    return first === this.#first || !isAfter(first, this.#cursor);
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
function parse([id, fields]: Row): Entry[] {
  const text = fields[fields.indexOf('m') + 1];
  if (text === undefined) return [];
  try {
    const live = JSON.parse(text) as Live;
    return Array.isArray(live.rooms) && live.rooms.length > 0 ? [{ ...live, id }] : [];
  } catch {
    return [];
  }
}
