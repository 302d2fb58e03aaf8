/** Repeatable random numbers: the same seed and label give the same ones on every machine. */
export interface Random {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** A shuffled copy. */
  shuffle<T>(list: readonly T[]): T[];
}

/** Creates a separate generator for each part of the community, so that a change in one part leaves the others unchanged. */
export function seeded(seed: number, label: string): Random {
  const next = mulberry32(mix(seed, label));
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick(list) {
      const index = int(0, list.length - 1);
      if (index >= list.length || index < 0) throw new Error('Nothing to pick from');
      return list[index] as (typeof list)[number];
    },
    shuffle(list) {
      const copy = [...list];
      for (let i = copy.length - 1; i > 0; i--) swap(copy, i, int(0, i));
      return copy;
    },
  };
}

function swap<T>(list: T[], i: number, j: number): void {
  [list[i], list[j]] = [list[j] as T, list[i] as T];
}

function mix(seed: number, label: string): number {
  let hash = seed ^ 0x9e3779b9;
  for (const letter of label) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A shuffled list that repeats an item only after all others. */
export interface Deck<T> {
  /** Draws the next item that fits; undefined if none does. */
  draw(fits?: (item: T) => boolean): T | undefined;
}

export function deckOf<T>(random: Random, list: readonly T[]): Deck<T> {
  let cards = random.shuffle(list);
  let used = 0;
  const take = (fits: (item: T) => boolean): T | undefined => {
    for (let i = used; i < cards.length; i++) {
      const card = cards[i] as T;
      if (!fits(card)) continue;
      swap(cards, i, used);
      used += 1;
      return card;
    }
    return undefined;
  };
  return {
    draw(fits = () => true) {
      const found = take(fits);
      if (found !== undefined || used === 0) return found;
      cards = random.shuffle(cards);
      used = 0;
      return take(fits);
    },
  };
}
