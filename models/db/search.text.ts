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
