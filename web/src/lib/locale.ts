/** Western or Eastern Arabic digits; English always uses Western ones. */
export type Digits = 'latn' | 'arab';

const KEY = 'nadi-digits';

function stored(): Digits {
  try {
    return localStorage.getItem(KEY) === 'arab' ? 'arab' : 'latn';
  } catch {
    return 'latn';
  }
}

let digits = stored();

/** The digits used for Arabic in this browser. */
export const digitsInUse = (): Digits => digits;

/** Stores the digits for Arabic. `chooseDigits` also redraws the screen. */
export function saveDigits(next: Digits): void {
  digits = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Storage is forbidden: the choice lasts as long as the page.
  }
}

/** Intl locale: Arabic with Levantine month names and the chosen digits. */
export const localeOf = (language: string): string => (language === 'ar' ? `ar-JO-u-nu-${digits}` : 'en-US');

/** 12,345, or ١٢٬٣٤٥ with Eastern Arabic digits. */
export const numberIn = (language: string, value: number): string => value.toLocaleString(localeOf(language));
