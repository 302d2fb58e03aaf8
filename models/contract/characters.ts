// Character rules for user texts. Shared by the contract, which refuses bad input, and by mails and calendar files, which also
// meet texts stored before the rules. Runs in browsers without lookbehind.

/** Control characters, all line breaks, and invisible characters. */
const suspect = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
/** The same for several lines: allows line breaks, tabs, and invisible characters other than those that reverse the text. */
const suspectInProse = /[\p{Cs}\u202D\u202E]|(?![\n\r\t])\p{Cc}/u;

/** A joiner changes how these look. In Latin, Greek and Cyrillic it is invisible and only makes copies of words. */
const joins =
  /^(?:(?!\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})[\p{L}\p{M}]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)$/u;
const isJoiner = (sign: string): boolean => sign === '\u200C' || sign === '\u200D';
const isVariation = (sign: string): boolean => sign >= '\uFE00' && sign <= '\uFE0F';
const isTag = (sign: string): boolean => /^[\u{E0061}-\u{E007A}\u{E007F}]$/u.test(sign);
const blackFlag = '\u{1F3F4}';

/** Whether an invisible character has a visible effect: in a word of Arabic or Persian, or in an emoji. */
function isNeeded(signs: readonly string[], at: number): boolean {
  const sign = signs[at] ?? '';
  const isJoined = (beside: number): boolean => joins.test(signs[beside] ?? '') && mayStand(signs, beside);
  if (isJoiner(sign)) return isJoined(at - 1) && isJoined(at + 1);
  if (isVariation(sign)) return /\S/.test(signs[at - 1] ?? '') && !suspect.test(signs[at - 1] ?? '');
  if (!isTag(sign)) return false;
  // The flags of England, Scotland and Wales are a black flag followed by their name in tags.
  let base = at - 1;
  while (isTag(signs[base] ?? '')) base -= 1;
  return signs[base] === blackFlag;
}

const mayStand = (signs: readonly string[], at: number): boolean => !suspect.test(signs[at] ?? '') || isNeeded(signs, at);

/** More marks on one letter than any language uses: they would be drawn over neighbouring lines. */
const pileOfMarks = /\p{Mn}{7}/u;
/** Characters without a picture of their own: marks need a letter, U+2800 is an empty Braille cell, U+1D159 an empty note. */
const unseen = /[\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/gu;

/** Whether a text has any visible character. */
export const isVisible = (text: string): boolean => text.replace(unseen, '') !== '';

/** Whether a text of one line has only allowed characters. */
export function isCleanLine(text: string): boolean {
  if (pileOfMarks.test(text)) return false;
  if (!suspect.test(text)) return true;
  return [...text].every((_sign, at, signs) => mayStand(signs, at));
}

/** Whether a text of several lines has only allowed characters. */
export const isCleanProse = (text: string): boolean => !suspectInProse.test(text) && !pileOfMarks.test(text);

/** Cleans stored text into one line of a mail, a subject or a calendar file: breaks become spaces, bad characters are dropped. */
export const oneLine = (text: string): string =>
  [...text.replace(/[\n\r\t\v\f\u0085\u2028\u2029]+/g, ' ')]
    .filter((_sign, at, signs) => mayStand(signs, at))
    .join('')
    .trim();

/** Cleans stored text of several lines: one kind of line break, no control or reversing characters. */
export const cleanProse = (text: string): string => [...text.replace(/\r\n?/g, '\n')].filter((sign) => !suspectInProse.test(sign)).join('');

/** Titles before a dot in people's names, which are no domains. */
const titles = 'dr|eng|prof|mr|mrs|ms|st|sr|jr|no|vs|asst|assoc';
const begin = String.raw`(?:^|[^\p{L}\d])`;
/** Forms that mail programs turn into links: a scheme, www, an e-mail address, a domain. Excludes single initials ('A.Khalil'). */
const link = new RegExp(
  [
    String.raw`\p{L}[\p{L}\d+.-]*:\/\/`,
    `${begin}(?:mailto|tel|javascript):`,
    String.raw`${begin}www\.`,
    String.raw`\S@[^\s@]+\.[^\s@]`,
    String.raw`[\p{L}\d]\.[a-z]{2,}\/`,
    String.raw`${begin}(?!(?:${titles})\.)[\p{L}\d][\p{L}\d-]+\.(?!js(?![a-z]))[a-z]{2,}(?![\p{L}\d])`,
  ].join('|'),
  'iu',
);
/** Normalizes a domain as browsers do: other signs count as a dot, wide letters as plain ones. */
const asDomain = (text: string): string => text.replace(/[\u3002\uFF0E\uFF61\u2024]/g, '.').normalize('NFKC');

/** Whether mail programs would turn a part of a name into a link. */
export const hasLink = (name: string): boolean => link.test(asDomain(name));

/** A name for a mail to a stranger: stays readable, but links in it are broken. */
export const withoutLinks = (name: string): string => (hasLink(name) ? asDomain(name).replace(/[.@:]/g, '[$&]') : name);

/** Names that Nadi itself shows for people, in both languages. */
const ownNames = new Set(['deleted user', 'unknown user', 'you', 'مستخدم محذوف', 'مستخدم غير معروف', 'أنا', 'أنت']);

/** Whether a person's name is one that Nadi itself shows. */
export const isReservedName = (name: string): boolean => ownNames.has(name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase());
