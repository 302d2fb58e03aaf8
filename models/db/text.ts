import { fold } from '#models/contract/fold';

export { fold };

/** Trigrams of a folded name with its start marked: the index by which people are found. */
export function grams(name: string): string[] {
  const found = new Set<string>();
  for (const word of fold(name).split(' ')) {
    const marked = ` ${word}`;
    for (let i = 0; i + 3 <= Math.max(marked.length, 3); i++) found.add(marked.slice(i, i + 3));
  }
  return [...found];
}

/** Distinct folded words of a text, at most 200: the index by which posts are found. */
export const words = (text: string): string[] => [...new Set(fold(text).match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, 200);

/** Folds an e-mail address for comparison, without regard to case. */
export const foldEmail = (email: string): string => email.trim().toLowerCase();

/** Shortens a text to its first characters; never splits a code point. */
export function excerpt(text: string, length = 80): string {
  const signs = [...text];
  return signs.length <= length ? text : `${signs.slice(0, length).join('').trimEnd()}…`;
}
/** Trigrams of a search for people: of any part of a name, or of its start for two letters. */
export const nameGrams = (q: string): string[] =>
  fold(q)
    .split(' ')
    .flatMap((word) =>
      word.length === 2 ? [` ${word}`] : Array.from({ length: Math.max(word.length - 2, 0) }, (_, at) => word.slice(at, at + 3)),
    );
