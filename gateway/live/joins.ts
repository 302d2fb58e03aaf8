import type { ErrorCode } from '#models/contract/errors';
import { socketLimits } from '#models/contract/limits';
import { type Answer, clientEvents, controls } from '#models/contract/live';
import { parseRoom, roomOf } from '#models/contract/rooms';
import { refusal } from './answers.js';
import type { Broadcaster } from './broadcaster.js';
import type { Connection } from './connection.js';
import type { Hub } from './hub.js';
import type { LiveMetrics } from './live-metrics.js';
import { replay } from './replay.js';
import type { RoomAuthorizer, RoomDecisions } from './room-authorizer.js';
import type { LiveStream } from './stream.js';

const mine = roomOf('mine');
const minuteMs = 60_000;

export interface JoinServices {
  hub: Hub;
  authorizer: RoomAuthorizer;
  broadcaster: Broadcaster;
  stream: LiveStream;
  metrics: LiveMetrics;
  limits: boolean;
}

const listOf = (rooms: string | string[]): string[] => (Array.isArray(rooms) ? [...new Set(rooms)] : [rooms]);

/** Joins and leaves of each connection, in the order of its requests. */
export class Joins {
  readonly #services: JoinServices;
  readonly #minutes = new WeakMap<Connection, { since: number; joins: number }>();

  constructor(services: JoinServices) {
    this.#services = services;
  }

  /** Joins one or several rooms. With `since`, replays what they have had from there on. */
  async join(connection: Connection, input: unknown): Promise<Answer> {
    const answer = await this.#join(connection, input);
    this.#services.metrics.countJoin(answer);
    return answer;
  }

  async #join(connection: Connection, input: unknown): Promise<Answer> {
    const parsed = clientEvents.join.input.safeParse(input);
    if (!parsed.success) return refusal('validation_failed');
    const request = typeof parsed.data === 'string' || Array.isArray(parsed.data) ? { rooms: parsed.data } : parsed.data;
    if (!this.#isWithinJoinRate(connection)) return refusal('too_many_requests');
    connection.pendingJoins++;
    try {
      return await connection.runInOrder(async () => {
        const answer = await this.#authorizeAndEnter(connection, listOf(request.rooms), request.since ?? undefined);
        const first = answer.ok && !Array.isArray(request.rooms) ? answer.refused?.[0] : undefined;
        return first ? refusal(first.code) : answer;
      });
    } finally {
      connection.pendingJoins--;
    }
  }

  async leave(connection: Connection, input: unknown): Promise<Answer> {
    const parsed = clientEvents.leave.input.safeParse(input);
    if (!parsed.success) return refusal('validation_failed');
    return connection.runInOrder(async () => {
      for (const room of listOf(parsed.data)) {
        if (room === mine) this.#leaveMine(connection);
        else this.#services.hub.releaseHold(connection, room, 'explicit');
      }
      return { ok: true, at: this.#services.broadcaster.sentPosition() };
    });
  }

  /** Joins the person's own room when a signed-in socket connects, then sends the stream position. */
  async joinOwnRoom(connection: Connection, since: string | null | undefined): Promise<void> {
    connection.pendingJoins++;
    await connection.runInOrder(async () => {
      if (connection.user === null) return;
      const answer = await this.#authorizeAndEnter(connection, [roomOf('user', connection.user)], since ?? undefined);
      this.#services.metrics.countJoin(answer);
      // Without its own room it would miss its messages unnoticed: make it reconnect.
      if (!answer.ok && answer.code === 'unavailable') return this.#services.hub.terminate(connection);
      if (answer.ok && answer.resync) connection.send(controls.resync, { at: answer.at });
    });
    connection.pendingJoins--;
    if (connection.pendingJoins === 0) connection.send(controls.position, { at: this.#services.broadcaster.sentPosition() });
  }

  async #authorizeAndEnter(connection: Connection, rooms: string[], since: string | undefined): Promise<Answer> {
    const { authorizer } = this.#services;
    const { valid, refused } = this.#splitRooms(connection, rooms);
    const withMine = rooms.includes(mine) && !refused.has(mine);
    const decisions = await authorizer.authorizeJoin(connection, valid, withMine, (given) =>
      this.#enterGranted(connection, valid, withMine, given),
    );
    if (decisions === 'ended') {
      authorizer.disconnect(connection);
      return refusal('unauthorized');
    }
    if (decisions === 'unsettled' || connection.isClosed) return refusal('unavailable');
    for (const room of valid) {
      const code = decisions.refused.get(room);
      if (code) refused.set(room, code);
    }
    return this.#answer(connection, new Set(decisions.granted.keys()), refused, since);
  }

  /** Splits the request: invalid names and rooms beyond the limit are refused, the rest is authorized. */
  #splitRooms(connection: Connection, rooms: string[]): { valid: string[]; refused: Map<string, ErrorCode> } {
    const refused = new Map<string, ErrorCode>();
    const valid: string[] = [];
    let namedCount = [...connection.rooms.values()].filter((hold) => hold.explicit).length + (connection.hasMine ? 1 : 0);
    for (const room of rooms) {
      const isJoined = room === mine ? connection.hasMine : connection.rooms.get(room)?.explicit === true;
      if (!parseRoom(room)) refused.set(room, 'validation_failed');
      else if (room === mine && connection.user === null) refused.set(room, 'unauthorized');
      else if (!isJoined && this.#services.limits && namedCount >= socketLimits.rooms) refused.set(room, 'too_many_requests');
      else {
        if (!isJoined) namedCount++;
        if (room !== mine) valid.push(room);
      }
    }
    return { valid, refused };
  }

  /** Enters the granted rooms, and leaves the refused ones. */
  #enterGranted(connection: Connection, named: readonly string[], withMine: boolean, { granted, refused, own }: RoomDecisions): void {
    const { hub } = this.#services;
    if (connection.isClosed) return;
    if (withMine) connection.hasMine = true;
    for (const room of named) if (granted.has(room)) hub.enterRoom(connection, room, granted.get(room) ?? null, 'explicit');
    for (const room of own) if (granted.has(room)) hub.enterRoom(connection, room, granted.get(room) ?? null, 'viaMine');
    for (const room of refused.keys()) hub.leaveRoom(connection, room);
  }

  async #answer(
    connection: Connection,
    joined: ReadonlySet<string>,
    refused: Map<string, ErrorCode>,
    since: string | undefined,
  ): Promise<Answer> {
    const wantsReplay = since !== undefined && joined.size > 0;
    const isReplayed = !wantsReplay || (await replay(this.#services, connection, joined, since));
    if (wantsReplay && isReplayed) this.#services.metrics.replays++;
    return {
      ok: true,
      at: this.#services.broadcaster.sentPosition(),
      ...(refused.size > 0 ? { refused: [...refused].map(([room, code]) => ({ room, code })) } : {}),
      ...(isReplayed ? {} : { resync: true as const }),
    };
  }

  #leaveMine(connection: Connection): void {
    connection.hasMine = false;
    for (const room of [...connection.rooms.keys()]) this.#services.hub.releaseHold(connection, room, 'viaMine');
  }

  #isWithinJoinRate(connection: Connection): boolean {
    if (!this.#services.limits) return true;
    const now = Date.now();
    let minute = this.#minutes.get(connection);
    if (!minute || now - minute.since >= minuteMs) {
      minute = { since: now, joins: 0 };
      this.#minutes.set(connection, minute);
    }
    minute.joins++;
    return minute.joins <= socketLimits.joinsPerMinute;
  }
}
