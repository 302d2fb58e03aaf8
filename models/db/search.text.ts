import { memoizeByObject } from './memoize.js';
import type { Id } from './model.js';
import { fold } from './text.js';

const maxTexts = 20_000;
/** Cache of the last folded texts by document and version: folding takes longer than reading. */
const folded = new Map<string, string>();

interface Versioned {
  _id: Id;
  version: number;
}

const keyOf = ({ _id, version }: Versioned, field: string): string => `${_id}/${version}/${field}`;

/** Cached result of `foldedOf` for this version. */
export const cachedText = (doc: Versioned, field: string): string | undefined => folded.get(keyOf(doc, field));

/** Texts of documents that are searched more than once, such as shared ones: no key is made for each. */
const byDocument = new WeakMap<Versioned, Record<string, string>>();

/** Searchable text of a document; `field` separates several texts of one document. */
export function foldedOf(doc: Versioned, field: string, ...texts: string[]): string {
  const own = byDocument.get(doc) ?? {};
  const text = own[field] ?? foldOnce(doc, field, texts);
  own[field] = text;
  byDocument.set(doc, own);
  return text;
}

function foldOnce(doc: Versioned, field: string, texts: readonly string[]): string {
  const key = keyOf(doc, field);
  const cached = folded.get(key);
  if (cached !== undefined) return cached;
  // Folded texts contain no line break, so nothing matches across two of them.
  const text = texts.map(fold).join('\n');
  const oldest = folded.size >= maxTexts ? folded.keys().next().value : undefined;
  if (oldest !== undefined) folded.delete(oldest);
  folded.set(key, text);
  return text;
}

/** All texts of a list in one string, and where each ends. */
interface Joined {
  text: string;
  ends: number[];
}

/** Index of the first end behind a position. */
function indexAt(ends: readonly number[], position: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] as number) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Makes a search of lists by their texts. The texts of a list are joined once, so that a search of a shared list is one native scan
 * instead of one for each document, and grows with the hits.
 *
 * @param textOf a document's folded text, see `foldedOf`
 * @returns the documents of a list whose text contains a folded query, in the order of the list
 */
export function matcherOf<T extends object>(textOf: (doc: T) => string): (list: readonly T[], q: string) => T[] {
  const joinedOf = memoizeByObject((list: readonly T[]): Joined => {
    const ends: number[] = [];
    let length = 0;
    const texts = list.map(textOf);
    for (const each of texts) {
      length += each.length + 1;
      ends.push(length);
    }
    // A query has no line break, so nothing matches across two documents.
    return { text: texts.join('\n'), ends };
  });
  return (list, q) => {
    const { text, ends } = joinedOf(list);
    const found: T[] = [];
    for (let at = text.indexOf(q); at >= 0; ) {
      const index = indexAt(ends, at);
      found.push(list[index] as T);
      at = text.indexOf(q, ends[index]);
    }
    return found;
  };
}
