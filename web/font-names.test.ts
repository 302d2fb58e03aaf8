import type { IndexHtmlTransformContext, Plugin } from 'vite';
import { expect, it } from 'vitest';
import { fontNames } from './font-names.js';

const files = ['readex-pro-latin-ext-wght-normal-1.woff2', 'readex-pro-latin-wght-normal-2.woff2', 'readex-pro-arabic-wght-normal-3.woff2'];
const page = (html: string, names = files): string => {
  const { handler } = (fontNames() as Plugin).transformIndexHtml as { handler: (html: string, context: object) => string };
  const bundle = Object.fromEntries(names.map((name) => [`assets/${name}`, {}])) as IndexHtmlTransformContext['bundle'];
  return handler(html, { bundle });
};

it('the page names the font of each language', () => {
  const html = page('<head><title>Nadi</title></head>');
  expect(html).toContain('data-en="/assets/readex-pro-latin-wght-normal-2.woff2"');
  expect(html).toContain('data-ar="/assets/readex-pro-arabic-wght-normal-3.woff2"');
});

it('refuses a page without a title, or a build without one of the fonts', () => {
  expect(() => page('<head></head>')).toThrow('index.html has no title');
  expect(() => page('<title></title>', files.slice(0, 2))).toThrow('The build has no font of arabic letters');
});
