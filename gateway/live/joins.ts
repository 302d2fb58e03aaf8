import type { ErrorCode } from '#models/contract/errors';
import { socketLimits } from '#models/contract/limits';
import { type Answer, asks, controls } from '#models/contract/live';
import { parseRoom, roomOf } from '#models/contract/rooms';
import { refusal } from './answers.js';
import type { Connection } from './connection.js';
import type { Hub } from './hub.js';
import type { Judge, Verdicts } from './judging.js';
import { replay } from './replay.js';
import type { Sender } from './sending.js';
import type { LiveStream } from './stream.js';
import type { Tally } from './tally.js';

const mine = roomOf('mine');
const minuteMs = 60_000;

export interface JoinParts {
  hub: Hub;
  judge: Judge;
  sender: Sender;
  stream: LiveStream;
  tally: Tally;
  limits: boolean;
}

const listOf = (rooms: string | string[]): string[] => (Array.isArray(rooms) ? [...new Set(rooms)] : [rooms]);

/** What each connection asks of its rooms: joins and leaves, in the order in which it asked. */
export class Joins {
  readonly #parts: JoinParts;
  readonly #minutes = new WeakMap<Connection, { since: number; joins: number }>();

  constructor(parts: JoinParts) {
    this.#parts = parts;
  }

  /** Joins a room, or several, as of now; with `since`, what they have had from there on is sent again. */
  async join(connection: Connection, input: unknown): Promise<Answer> {
    const answer = await this.#join(connection, input);
    this.#parts.tally.joined(answer);
    return answer;
  }

  async #join(connection: Connection, input: unknown): Promise<Answer> {
    const parsed = asks.join.input.safeParse(input);
    if (!parsed.success) return refusal('validation_failed');
    const asked = typeof parsed.data === 'string' || Array.isArray(parsed.data) ? { rooms: parsed.data } : parsed.data;
    if (!this.#takeJoin(connection)) return refusal('too_many_requests');
    connection.joining++;
    try {
      return await connection.inTurn(async () => {
        const answer = await this.#enter(connection, listOf(asked.rooms), asked.since ?? undefined);
        const first = answer.ok && !Array.isArray(asked.rooms) ? answer.refused?.[0] : undefined;
        return first ? refusal(first.code) : answer;
      });
    } finally {
      connection.joining--;
    }
  }

  async leave(connection: Connection, input: unknown): Promise<Answer> {
    const parsed = asks.leave.input.safeParse(input);
    if (!parsed.success) return refusal('validation_failed');
    return connection.inTurn(async () => {
      for (const room of listOf(parsed.data)) {
        if (room === mine) this.#leaveMine(connection);
        else this.#parts.hub.release(connection, room, 'byName');
      }
      return { ok: true, at: this.#parts.sender.gone() };
    });
  }

  /** The room that a signed-in connection is in from the start; then it is told its place. */
  async welcome(connection: Connection, since: string | null | undefined): Promise<void> {
    connection.joining++;
    await connection.inTurn(async () => {
      if (connection.user === null) return;
      const answer = await this.#enter(connection, [roomOf('user', connection.user)], since ?? undefined);
      this.#parts.tally.joined(answer);
      // It would hear nothing of its own, and never know: it comes again.
      if (!answer.ok && answer.code === 'unavailable') return this.#parts.hub.cut(connection);
      if (answer.ok && answer.resync) connection.say(controls.resync, { at: answer.at });
    });
    connection.joining--;
    if (connection.joining === 0) connection.say(controls.position, { at: this.#parts.sender.gone() });
  }

  async #enter(connection: Connection, rooms: string[], since: string | undefined): Promise<Answer> {
    const { judge } = this.#parts;
    const { known, refused } = this.#sort(connection, rooms);
    const withMine = rooms.includes(mine) && !refused.has(mine);
    const verdicts = await judge.forJoin(connection, known, withMine, (given) => this.#take(connection, known, withMine, given));
    if (verdicts === 'ended') {
      judge.end(connection);
      return refusal('unauthorized');
    }
    if (verdicts === 'unsettled' || connection.isClosed) return refusal('unavailable');
    for (const room of known) {
      const code = verdicts.refused.get(room);
      if (code) refused.set(room, code);
    }
    return this.#answer(connection, new Set(verdicts.granted.keys()), refused, since);
  }

  /** Rooms that can be judged; names that are none, and rooms beyond the limit, are refused at once. */
  #sort(connection: Connection, rooms: string[]): { known: string[]; refused: Map<string, ErrorCode> } {
    const refused = new Map<string, ErrorCode>();
    const known: string[] = [];
    let held = [...connection.rooms.values()].filter((hold) => hold.byName).length + (connection.hasMine ? 1 : 0);
    for (const room of rooms) {
      const isHeld = room === mine ? connection.hasMine : connection.rooms.get(room)?.byName === true;
      if (!parseRoom(room)) refused.set(room, 'validation_failed');
      else if (room === mine && connection.user === null) refused.set(room, 'unauthorized');
      else if (!isHeld && this.#parts.limits && held >= socketLimits.rooms) refused.set(room, 'too_many_requests');
      else {
        if (!isHeld) held++;
        if (room !== mine) known.push(room);
      }
    }
    return { known, refused };
  }

  /** Enters what was granted. */
  #take(connection: Connection, named: readonly string[], withMine: boolean, { granted, refused, own }: Verdicts): void {
    const { hub } = this.#parts;
    if (connection.isClosed) return;
    if (withMine) connection.hasMine = true;
    for (const room of named) if (granted.has(room)) hub.enter(connection, room, granted.get(room) ?? null, 'byName');
    for (const room of own) if (granted.has(room)) hub.enter(connection, room, granted.get(room) ?? null, 'byMine');
    for (const room of refused.keys()) hub.drop(connection, room);
  }

  async #answer(
    connection: Connection,
    joined: ReadonlySet<string>,
    refused: Map<string, ErrorCode>,
    since: string | undefined,
  ): Promise<Answer> {
    const wantsReplay = since !== undefined && joined.size > 0;
    const isReplayed = !wantsReplay || (await replay(this.#parts, connection, joined, since));
    if (wantsReplay && isReplayed) this.#parts.tally.replays++;
    return {
      ok: true,
      at: this.#parts.sender.gone(),
      ...(refused.size > 0 ? { refused: [...refused].map(([room, code]) => ({ room, code })) } : {}),
      ...(isReplayed ? {} : { resync: true as const }),
    };
  }

  #leaveMine(connection: Connection): void {
    connection.hasMine = false;
    for (const room of [...connection.rooms.keys()]) this.#parts.hub.release(connection, room, 'byMine');
  }

  #takeJoin(connection: Connection): boolean {
    if (!this.#parts.limits) return true;
    const now = Date.now();
    let minute = this.#minutes.get(connection);
    if (!minute || now - minute.since >= minuteMs) {
      minute = { since: now, joins: 0 };
      this.#minutes.set(connection, minute);
    }
    minute.joins++;
    return minute.joins <= socketLimits.joinsAMinute;
  }
}
