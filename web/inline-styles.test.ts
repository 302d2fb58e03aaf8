import type { IndexHtmlTransformContext, Plugin } from 'vite';
import { expect, it } from 'vitest';
import { inlineStyles } from './inline-styles.js';

const bundle = { 'assets/a.css': { type: 'asset', source: 'p{color:red}\n' } } as unknown as IndexHtmlTransformContext['bundle'];
const page = (html: string): string => {
  const { handler } = (inlineStyles() as Plugin).transformIndexHtml as { handler: (html: string, context: object) => string };
  return handler(html, { bundle });
};
const linkTo = (file: string): string => `<link rel="stylesheet" crossorigin href="/${file}">`;

it('the first stylesheets are in the page, and their links load nothing', () => {
  const html = page(`<head>${linkTo('assets/a.css')}</head>`);
  expect(html).toBe('<head><style>p{color:red}</style><link rel="stylesheet" disabled href="/assets/a.css"></head>');
});

it('refuses a page without stylesheets, or with one that the build lacks', () => {
  expect(() => page('<head></head>')).toThrow('index.html has no stylesheet');
  expect(() => page(linkTo('assets/b.css'))).toThrow('The build has no assets/b.css');
});
