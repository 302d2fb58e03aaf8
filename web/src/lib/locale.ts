import { readText, writeText } from './local-storage';
import { viewChanged } from './view-cookie';

/** Western or Eastern Arabic digits; English always uses Western ones. */
export type Digits = 'latn' | 'arab';

const KEY = 'nadi-digits';

let digits: Digits = readText(KEY) === 'arab' ? 'arab' : 'latn';

/** The digits used for Arabic in this browser. */
export const digitsInUse = (): Digits => digits;

/** Stores the digits for Arabic. `chooseDigits` also redraws the screen. */
export function saveDigits(next: Digits): void {
  digits = next;
  writeText(KEY, next);
  viewChanged();
}

/** Intl locale: Arabic with Levantine month names and the chosen digits. */
export const localeOf = (language: string): string => (language === 'ar' ? `ar-JO-u-nu-${digits}` : 'en-US');

const easternDigits = '٠١٢٣٤٥٦٧٨٩';

/** 12,345, or ١٢٬٣٤٥ with Eastern Arabic digits. */
export function numberIn(language: string, value: number): string {
  const locale = localeOf(language);
  // Without a separator there is nothing to look up: the first number that Intl formats takes a phone 50 ms.
  if (!Number.isInteger(value) || value < 0 || value > 999) return value.toLocaleString(locale);
  return locale.endsWith('arab') ? String(value).replace(/\d/g, (digit) => easternDigits[Number(digit)] ?? digit) : String(value);
}
