import unhomoglyph from 'unhomoglyph';
import { fold } from './text.js';

/** Invisible characters: format characters, fillers and the empty Braille cell. */
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const notAscii = /[^\0-\x7f]+/g;

/** Maps confusable characters to one representative (Unicode TR39). Leaves ASCII to `plain`, which respects case. */
const lookAlikes = (text: string): string => text.replace(notAscii, unhomoglyph);

/** Merges ASCII characters that look alike in some font: 'AI' and 'Al', '0' and 'O', 'rn' and 'm', 'vv' and 'w'. */
const plain = (text: string): string => text.replace(/[i1|]/g, 'l').replace(/0/g, 'o').replace(/rn/g, 'm').replace(/vv/g, 'w');

/**
 * Key that makes a name unique: names that look the same have the same key. Removes invisible characters, maps confusable letters
 * of other scripts, then folds as for a search.
 */
export function nameKey(name: string): string {
  const seen = name.replace(unseen, '').normalize('NFKD').replace(/\p{M}/gu, '');
  return plain(fold(lookAlikes(fold(lookAlikes(seen)))));
}
