import type { Answer } from '#models/contract/live';

/** What the live part of a gateway has done since it started. */
export interface LiveStats {
  /** Sockets that are open now. */
  connections: number;
  /** Rooms that somebody is in. */
  rooms: number;
  /** Joins refused, by the code that said why. */
  joinsRefused: Readonly<Record<string, number>>;
  /** Joins after a break that got what their rooms had meanwhile. */
  replays: number;
  /** How often a connection was told to fetch again instead. */
  resyncs: number;
}

/** Counts for the metrics. */
export class LiveMetrics {
  readonly #refused: Record<string, number> = {};
  replays = 0;
  resyncs = 0;

  /** Counts what a join was answered. */
  countJoin(answer: Answer): void {
    const codes = answer.ok ? (answer.refused ?? []).map(({ code }) => code) : [answer.code];
    for (const code of codes) this.#refused[code] = (this.#refused[code] ?? 0) + 1;
    if (answer.ok && answer.resync) this.resyncs++;
  }

  stats(open: Pick<LiveStats, 'connections' | 'rooms'>): LiveStats {
    return { ...open, joinsRefused: { ...this.#refused }, replays: this.replays, resyncs: this.resyncs };
  }
}
