import type { Call, DataOf, InputOf } from '#models/contract/define';
import type { PagePath } from '#models/contract/pages';
import type { demoAccounts } from '#models/testing/demo';

/** The demo account that somebody signs in with. */
export type DemoAccount = keyof typeof demoAccounts;
export type Who = 'visitor' | DemoAccount;

/** Makes a call as somebody of the demo community and answers its data; a refusal fails the test. */
export type Ask = <C extends Call>(who: Who, call: C, input: InputOf<C>) => Promise<DataOf<C>>;

/** A page as somebody opens it. */
export interface Visit {
  name: string;
  who: Who;
  /** Calls the API for ids that no seed fixes, see `found.ts`. */
  path: string | ((ask: Ask) => Promise<string>);
  /** The answers of our server that are not 2xx, and rightly so. */
  refused?: number[];
  /** It is shown in docs/screens under this name. */
  picture?: string;
}

/** Those of one area's pages. */
export type Visits = Partial<Record<PagePath, Visit[]>>;

/** How a page is looked at. */
export interface PageLook {
  language: 'en' | 'ar';
  scheme: 'light' | 'dark';
  width: 1920 | 1440 | 768 | 390;
}

const heights = { 1920: 1080, 1440: 900, 768: 1024, 390: 844 };

/** Size of a desktop, a tablet or a phone. */
export const sizeOf = ({ width }: Pick<PageLook, 'width'>) => ({ width, height: heights[width] });

/** Two open pages of one journey: the desktop in one language, the phone in the other. */
export const lookPairs: [wide: PageLook['language'], narrow: PageLook['language']][] = [
  ['en', 'ar'],
  ['ar', 'en'],
];

const words = { en: 'English', ar: 'Arabic', 1920: 'large desktop', 1440: 'desktop', 768: 'tablet', 390: 'phone' };

/** A name of a cell, such as 'a society, to its member: Arabic, dark, phone'. */
export const nameOf = ({ name }: Visit, { language, scheme, width }: PageLook): string =>
  `${name}: ${words[language]}, ${scheme}, ${words[width]}`;

/** Every language × scheme × width. */
export const looks: PageLook[] = (['en', 'ar'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((scheme) => ([1920, 1440, 768, 390] as const).map((width) => ({ language, scheme, width }))),
);

/** Lays out what the page skips below the screen (`content-visibility`). Runs in the browser. */
export function layOutSkipped(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { content-visibility: visible !important; }');
  document.adoptedStyleSheets = [sheet];
}
