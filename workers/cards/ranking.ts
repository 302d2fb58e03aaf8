import type { Recommendation } from '#models/contract/recommendations';
import type { CardItem } from '#models/db/cards';
import type { Id } from '#models/db/model';

export type ReasonCode = Recommendation['reason_code'];

/** Preferences of a person, beside what they may see. */
export interface Hints {
  /** Followed people who show the viewer their activity. */
  followed: readonly Id[];
  /** Societies and events marked 'not interested'. */
  refused: ReadonlySet<string>;
}

interface Reason {
  code: ReasonCode;
  params: Record<string, string>;
  weight: number;
}

/** Collects reasons to recommend a thing: the weights add up, and the heaviest reason is shown. */
export class Ranking {
  readonly #kind: CardItem['kind'];
  #found = new Map<string, { id: Id; reasons: Reason[] }>();

  constructor(kind: CardItem['kind']) {
    this.#kind = kind;
  }

  add(id: Id, code: ReasonCode, weight: number, params: Record<string, string> = {}): void {
    const key = String(id);
    const entry = this.#found.get(key) ?? { id, reasons: [] };
    entry.reasons.push({ code, weight, params });
    this.#found.set(key, entry);
  }

  ids(): Id[] {
    return [...this.#found.values()].map(({ id }) => id);
  }

  /** The best of the allowed things, each with its main reason. */
  best(allowed: ReadonlySet<string>, limit: number, at: Date): CardItem[] {
    return [...this.#found.entries()]
      .filter(([key]) => allowed.has(key))
      .map(([, { id, reasons }]) => {
        const [first] = [...reasons].sort((a, b) => b.weight - a.weight);
        const score = reasons.reduce((sum, reason) => sum + reason.weight, 0);
        return { id, kind: this.#kind, score, at, reason: first?.code ?? 'popular', params: first?.params ?? {} };
      })
      .sort((a, b) => b.score - a.score || (String(a.id) < String(b.id) ? 1 : -1))
      .slice(0, limit);
  }
}

/** Number of occurrences of each id. */
export function tally(values: Iterable<Id>): Map<string, { id: Id; count: number }> {
  const counts = new Map<string, { id: Id; count: number }>();
  for (const id of values) counts.set(String(id), { id, count: (counts.get(String(id))?.count ?? 0) + 1 });
  return counts;
}
