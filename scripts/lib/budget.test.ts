import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pages } from '#models/contract/pages';
import { pagesOf, weigh } from './budget.mjs';

const sourceOf = (file: string): string => readFileSync(path.resolve(import.meta.dirname, '../../web/src', file), 'utf8');

test('every page of the contract is found in the router with its script', () => {
  const found = pagesOf(sourceOf('router.tsx'), sourceOf('rare-pages.ts'));
  expect(pages.filter((path) => !found.some((page) => page.path === path && page.source.startsWith('src/pages/')))).toEqual([]);
});

test('a page of the router has the texts that it loads', () => {
  const written = `const Post = page(() => import('./pages/post-page'), 'posts', 'cards');\n<Route path="/posts/:id" element={<Post />} />`;
  expect(pagesOf(written, '')).toEqual([{ path: '/posts/:id', source: 'src/pages/post-page.tsx', texts: ['posts', 'cards'] }]);
});

test('a rare page has the script and texts of the list apart', () => {
  const list = `export const rarePages = {\n  Poster: withTexts(() => import('./pages/poster-page'), 'poster'),\n  Tickets: withTexts(() => import('./pages/tickets-page'), 'support'),\n};`;
  const written = `const Tickets = rare('Tickets');\n<Route path="/support/tickets" element={<Tickets />} />`;
  expect(pagesOf(written, list)).toEqual([{ path: '/support/tickets', source: 'src/pages/tickets-page.tsx', texts: ['support'] }]);
});

test('a page weighs the app, itself, what they share once, their styles, and the texts of the larger language', () => {
  const manifest = {
    'index.html': { file: 'index.js', css: ['index.css'], imports: ['_shared.js'] },
    '_shared.js': { file: 'shared.js' },
    'src/pages/post-page.tsx': { file: 'post.js', imports: ['_shared.js', 'index.html'], css: ['post.css'] },
    'src/components/lazy.tsx': { file: 'lazy.js' },
    '../models/texts/en/common.json': { file: 'common-en.js' },
    '../models/texts/ar/common.json': { file: 'common-ar.js' },
    '../models/texts/en/posts.json': { file: 'posts-en.js' },
    '../models/texts/ar/posts.json': { file: 'posts-ar.js' },
  };
  const sizes: Record<string, number> = {
    'index.js': 1,
    'index.css': 2,
    'shared.js': 4,
    'post.js': 8,
    'post.css': 16,
    'lazy.js': 32,
    'common-en.js': 64,
    'common-ar.js': 128,
    'posts-en.js': 256,
    'posts-ar.js': 512,
  };
  const page = { path: '/posts/:id', source: 'src/pages/post-page.tsx', texts: ['posts'] };
  expect(weigh(manifest, page, (file) => sizes[file] ?? 0)).toBe(1 + 2 + 4 + 8 + 16 + 128 + 512);
});
