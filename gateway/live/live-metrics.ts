import type { Answer } from '#models/contract/live';

/** Live metrics of this gateway since its start. */
export interface LiveStats {
  /** Open sockets. */
  connections: number;
  /** Rooms that have members. */
  rooms: number;
  /** Refused joins, by error code. */
  joinsRefused: Readonly<Record<string, number>>;
  /** Joins after a reconnect that got a replay. */
  replays: number;
  /** Resync messages sent. */
  resyncs: number;
}

/** Collects the counters. */
export class LiveMetrics {
  readonly #refused: Record<string, number> = {};
  replays = 0;
  resyncs = 0;

  /** Counts the outcome of a join. */
  countJoin(answer: Answer): void {
    const codes = answer.ok ? (answer.refused ?? []).map(({ code }) => code) : [answer.code];
    for (const code of codes) this.#refused[code] = (this.#refused[code] ?? 0) + 1;
    if (answer.ok && answer.resync) this.resyncs++;
  }

  stats(open: Pick<LiveStats, 'connections' | 'rooms'>): LiveStats {
    return { ...open, joinsRefused: { ...this.#refused }, replays: this.replays, resyncs: this.resyncs };
  }
}
