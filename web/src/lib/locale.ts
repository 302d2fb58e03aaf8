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

/** 12,345, or ١٢٬٣٤٥ with Eastern Arabic digits. */
export const numberIn = (language: string, value: number): string => value.toLocaleString(localeOf(language));
