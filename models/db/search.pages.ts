import { comparePositions, encodePosition, type ListPosition, type SortOrder } from './cursor.js';
import type { Id } from './model.js';

/** Result of one bounded read: the hits, and the position of the next read; null at the end. */
export interface SearchRead {
  hits: ListPosition[];
  end: ListPosition | null;
  /** Certain number of hits, if higher than the number that was read. */
  minCount?: number;
  /** A limit cut the read, and no further read continues it. */
  isCut?: boolean;
}

/**
 * Position as far as ordered lists are complete together: a list with its most documents was cut, and of those the one that ends
 * first counts. Null if none was cut.
 *
 * @param hitOf position of a document
 */
export function commonEnd<T>(
  lists: readonly (readonly T[])[],
  order: SortOrder,
  most: number,
  hitOf: (doc: T) => ListPosition,
): ListPosition | null {
  const ends = lists.flatMap((list) => {
    const last = list.length < most ? undefined : list.at(-1);
    return last ? [hitOf(last)] : [];
  });
  return ends.sort((a, b) => comparePositions(a, b, order))[0] ?? null;
}

/** Documents that are not beyond this end. */
export const upTo = <T>(docs: readonly T[], end: ListPosition | null, order: SortOrder, hitOf: (doc: T) => ListPosition): readonly T[] =>
  end ? docs.filter((doc) => comparePositions(hitOf(doc), end, order) <= 0) : docs;

/** A searchable kind of objects. */
export interface SearchSource {
  /** Stored in cursors, so that all pages follow the strategy of the first. */
  note?: string;
  compare: (a: ListPosition, b: ListPosition) => number;
  read: (from: ListPosition | null) => Promise<SearchRead>;
}

export interface FoundPage {
  ids: Id[];
  next: string | null;
  count: number;
  /** True if there may be more than `count`. */
  isAtLeast: boolean;
}

const isSame = (a: ListPosition, b: ListPosition): boolean => String(a.id) === String(b.id);

/**
 * One page of hits, and their number as far as one bounded read counts them. A page continues after that read, so the cursor
 * reaches every hit; a page may be short or empty while there is a `next`.
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

/** Number of hits of one bounded read. */
export const countOf = ({ hits, end, minCount, isCut }: SearchRead) => ({
  count: minCount ?? hits.length,
  isAtLeast: end !== null || isCut === true,
});
