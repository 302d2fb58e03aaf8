import type { Plugin } from 'vite';
import { expect, it } from 'vitest';
import { inlineBoot } from './inline-boot.js';

const page = (html: string): string => ((inlineBoot() as Plugin).transformIndexHtml as (html: string) => string)(html);

it('boot.js is in the page, without its comments', () => {
  const html = page('<head><script src="/boot.js"></script></head>');
  expect(html).toMatch(/^<head><script>\(\(\) => \{\n/);
  expect(html).toContain("root.setAttribute('data-mantine-color-scheme'");
  expect(html).not.toMatch(/^\/\/|src=/m);
  // The gateway finds the script by its ends.
  expect(html.match(/<\/?script/g)).toHaveLength(2);
});

it('refuses a page that does not load boot.js', () => {
  expect(() => page('<head></head>')).toThrow('index.html has no');
});
