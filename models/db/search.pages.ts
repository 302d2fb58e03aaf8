import { encodePosition, type ListPosition } from './merge-paginate.js';
import type { Id } from './model.js';

/** One bounded read of what matches: the hits, and where the next read begins; null where nothing is left to read. */
export interface SearchRead {
  hits: ListPosition[];
  end: ListPosition | null;
  /** How many hits there are for certain, where that is more than were read. */
  minCount?: number;
  /** The read stopped at a limit that no further read goes beyond. */
  isCut?: boolean;
}

/** One kind of things that are searched. */
export interface SearchSource {
  /** Kept in its cursors, so that each page goes by what the first one went by. */
  note?: string;
  compare: (a: ListPosition, b: ListPosition) => number;
  read: (from: ListPosition | null) => Promise<SearchRead>;
}

export interface FoundPage {
  ids: Id[];
  next: string | null;
  count: number;
  /** There may be more than `count`. */
  isAtLeast: boolean;
}

const isSame = (a: ListPosition, b: ListPosition): boolean => String(a.id) === String(b.id);

/**
 * One page of hits, and how many there are as far as one bounded read tells. Where that read ends, a page reads on from there,
 * so the cursor reaches every hit; a page may be short, or empty, while there is a `next`.
 */
export async function pageOfHits(source: SearchSource, from: ListPosition | null, limit: number): Promise<FoundPage> {
  const { note, compare, read } = source;
  const top = await read(null);
  const hits = from ? top.hits.filter((hit) => !isSame(hit, from) && compare(hit, from) > 0) : [...top.hits];
  let { end } = top;
  if (end && hits.length <= limit) {
    const isBeyond = from !== null && (isSame(from, end) || compare(from, end) > 0);
    const further = await read(isBeyond ? from : end);
    hits.push(...further.hits);
    end = further.end;
  }
  hits.sort(compare);
  const page = hits.slice(0, limit);
  const last = hits.length > limit ? page.at(-1) : end;
  return { ids: page.map(({ id }) => id), next: last ? encodePosition(last, note) : null, ...countOf(top) };
}

/** How many hits one bounded read tells of, without a page of them. */
export const countOf = ({ hits, end, minCount, isCut }: SearchRead) => ({
  count: minCount ?? hits.length,
  isAtLeast: end !== null || isCut === true,
});
