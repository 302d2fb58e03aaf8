const browsers: readonly [sign: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [sign: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const find = (names: readonly [RegExp, string][], said: string): string | undefined => names.find(([sign]) => sign.test(said))?.[1];

/** What a browser says of itself, in few words: 'Firefox · Windows'; '' where it says nothing that is known. */
export const deviceName = (said: string): string => [find(browsers, said), find(systems, said)].filter(Boolean).join(' · ');

/** Whether it is one that is carried in a pocket. */
export const isPhone = (said: string): boolean => /\b(iPhone|Android)\b/.test(said);
