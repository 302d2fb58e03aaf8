import type { Id } from './model.js';
import { fold } from './text.js';

const maxTexts = 20_000;
/** Folded texts by document and version, the last so many: folding takes longer than reading. */
const folded = new Map<string, string>();

interface Versioned {
  _id: Id;
  version: number;
}

const keyOf = ({ _id, version }: Versioned, field: string): string => `${_id}/${version}/${field}`;

/** What `foldedOf` made of this version before, if it is still kept. */
export const cachedText = (doc: Versioned, field: string): string | undefined => folded.get(keyOf(doc, field));

/** The texts of a document as they are searched; `field` tells texts of one document apart. */
export function foldedOf(doc: Versioned, field: string, ...texts: string[]): string {
  const key = keyOf(doc, field);
  const cached = folded.get(key);
  if (cached !== undefined) return cached;
  // No folded text has a line's end in it, so nothing is found across two of them.
  const text = texts.map(fold).join('\n');
  const oldest = folded.size >= maxTexts ? folded.keys().next().value : undefined;
  if (oldest !== undefined) folded.delete(oldest);
  folded.set(key, text);
  return text;
}
