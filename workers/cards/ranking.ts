import { pointsOf, type ReasonCode } from '#models/contract/recommendation-order';
import type { CardItem, Factor } from '#models/db/cards';
import type { Id } from '#models/db/model';
import type { SocietyDoc } from '#models/db/societies';

/** Preferences of a person, beside what they may see. */
export interface Hints {
  /** Followed people who show the viewer their activity. */
  followed: readonly Id[];
  /** Societies and events marked 'not interested'. */
  refused: ReadonlySet<string>;
}

/** A thing to recommend, with the society that it is, or that plans it. */
export interface Candidate {
  item: CardItem;
  society: SocietyDoc;
}

/** A reason to recommend something, with what its text names. */
interface Reason extends Factor {
  params: Record<string, string>;
}

/** Collects reasons to recommend things: their points add up, and the one with the most is shown. */
export class Ranking {
  readonly #kind: CardItem['kind'];
  readonly #found = new Map<string, { id: Id; reasons: Reason[] }>();

  constructor(kind: CardItem['kind']) {
    this.#kind = kind;
  }

  add(id: Id, code: ReasonCode, input: number, params: Record<string, string> = {}): void {
    const key = String(id);
    const entry = this.#found.get(key) ?? { id, reasons: [] };
    entry.reasons.push({ code, input, params });
    this.#found.set(key, entry);
  }

  /** The allowed things, each with its score and main reason. `allowed`: the societies of these things, by the thing's id. */
  candidates(allowed: ReadonlyMap<string, SocietyDoc>, at: Date): Candidate[] {
    return [...this.#found.entries()].flatMap(([key, { id, reasons }]) => {
      const society = allowed.get(key);
      return society ? [{ item: this.#item(id, reasons, at), society }] : [];
    });
  }

  #item(id: Id, reasons: readonly Reason[], at: Date): CardItem {
    const points = ({ code, input }: Factor): number => pointsOf(code, input);
    const [first] = reasons.toSorted((a, b) => points(b) - points(a));
    const score = reasons.reduce((sum, reason) => sum + points(reason), 0);
    const factors = reasons.map(({ code, input }): Factor => ({ code, input }));
    return { id, kind: this.#kind, score, at, reason: first?.code ?? 'popular', params: first?.params ?? {}, factors };
  }
}

/** Number of occurrences of each id. */
export function tally(values: Iterable<Id>): Map<string, { id: Id; count: number }> {
  const counts = new Map<string, { id: Id; count: number }>();
  for (const id of values) counts.set(String(id), { id, count: (counts.get(String(id))?.count ?? 0) + 1 });
  return counts;
}
