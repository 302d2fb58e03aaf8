import unhomoglyph from 'unhomoglyph';
import { fold } from './text.js';

/** Nothing is seen of these: format characters, fillers, and the empty Braille cell. */
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const notAscii = /[^\0-\x7f]+/g;

/** Letters and digits that look like another sign, as that sign (Unicode TR39). ASCII is left to `plain`, which minds its case. */
const lookAlikes = (text: string): string => text.replace(notAscii, unhomoglyph);

/** ASCII signs that can be taken for each other in some font: 'AI' and 'Al', '0' and 'O', 'rn' and 'm', 'vv' and 'w'. */
const plain = (text: string): string => text.replace(/[i1|]/g, 'l').replace(/0/g, 'o').replace(/rn/g, 'm').replace(/vv/g, 'w');

/**
 * What makes a name unique: names that cannot be told apart by eye have one key. Without invisible characters, letters of
 * other scripts that look like another letter as that one, then folded as for a search.
 */
export function nameKey(name: string): string {
  const seen = name.replace(unseen, '').normalize('NFKD').replace(/\p{M}/gu, '');
  return plain(fold(lookAlikes(fold(lookAlikes(seen)))));
}
