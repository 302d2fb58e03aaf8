/** Lower case, Arabic letters unified; diacritics, tatweel and what cannot be seen gone. Both sides of a comparison are folded. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u0640]/gu, '')
    .toLowerCase()
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ة/g, 'ه')
    .replace(/ى/g, 'ي')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The trigrams of a folded name, with its beginning marked: what people are found by. */
export function grams(name: string): string[] {
  const found = new Set<string>();
  for (const word of fold(name).split(' ')) {
    const marked = ` ${word}`;
    for (let i = 0; i + 3 <= Math.max(marked.length, 3); i++) found.add(marked.slice(i, i + 3));
  }
  return [...found];
}

/** The distinct folded words of a text, at most 200: what posts are found by. */
export const words = (text: string): string[] => [...new Set(fold(text).match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, 200);

/** An e-mail address as it is compared: without regard to case. */
export const foldEmail = (email: string): string => email.trim().toLowerCase();

/** The first signs of a text, for a line that names it; a sign is never cut in half. */
export function excerpt(text: string, length = 80): string {
  const signs = [...text];
  return signs.length <= length ? text : `${signs.slice(0, length).join('').trimEnd()}…`;
}
/** The trigrams by which people are looked for: of any part of a name, or of its beginning where only two letters are given. */
export const nameGrams = (q: string): string[] =>
  fold(q)
    .split(' ')
    .flatMap((word) =>
      word.length === 2 ? [` ${word}`] : Array.from({ length: Math.max(word.length - 2, 0) }, (_, at) => word.slice(at, at + 3)),
    );
