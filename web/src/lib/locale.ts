/** Western digits, or those of the Mashriq; English is always written with Western ones. */
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

/** The digits that Arabic is written with in this browser. */
export const digitsInUse = (): Digits => digits;

/** From now on, and at the next visit, Arabic is written with these. What is on the screen follows with `chooseDigits`. */
export function saveDigits(next: Digits): void {
  digits = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Storage may be closed to us; then the choice lasts as long as the page.
  }
}

/** What Intl goes by: the months of the Levant in Arabic, and the chosen digits. */
export const localeOf = (language: string): string => (language === 'ar' ? `ar-JO-u-nu-${digits}` : 'en-US');

/** 12,345, or ١٢٬٣٤٥ where it is so chosen. */
export const numberIn = (language: string, value: number): string => value.toLocaleString(localeOf(language));
