import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const tag = '<script src="/boot.js"></script>';
const source = path.join(import.meta.dirname, 'public/boot.js');

/** The script without comments and indentation. */
const shortened = (code: string): string =>
  code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n');

/** Puts boot.js into the page, which would else wait for it before its first paint; the gateway allows it by its hash. */
export function inlineBoot(): Plugin {
  return {
    name: 'nadi:inline-boot',
    apply: 'build',
    transformIndexHtml(html) {
      if (!html.includes(tag)) throw new Error(`index.html has no ${tag}`);
      return html.replace(tag, () => `<script>${shortened(readFileSync(source, 'utf8'))}</script>`);
    },
  };
}
