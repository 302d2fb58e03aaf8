import path from 'node:path';

const light = (file: string): string => path.join(import.meta.dirname, 'src/lib/light', file);

/**
 * Libraries of which the browser gets only what it uses, under the same names (docs/decisions/045-a-small-translator-in-the-browser.md,
 * docs/decisions/046-a-small-zod-in-the-browser.md). The types are those of the libraries.
 */
export const lightLibraries = [
  { find: /^i18next$/, replacement: light('i18next.ts') },
  { find: /^react-i18next$/, replacement: light('react-i18next.tsx') },
  { find: /^zod\/mini$/, replacement: light('zod.ts') },
];
