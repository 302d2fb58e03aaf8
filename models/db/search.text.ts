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

/** Searchable text of a document; `field` separates several texts of one document. */
export function foldedOf(doc: Versioned, field: string, ...texts: string[]): string {
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
