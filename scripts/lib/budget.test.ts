import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pageSpecs } from '#gateway/plugins/rendering/page-specs';
import { pages } from '#models/contract/pages';
import { pagesOf, renderedPagesOf, routedPages, weigh, weighScript } from './budget.mjs';

test('every page of the contract is found in the router with its script', () => {
  const found = routedPages();
  expect(pages.filter((path) => !found.some((page) => page.path === path && page.source.startsWith('src/pages/')))).toEqual([]);
});

test('every page that the gateway renders is found with its modules', () => {
  const specs = readFileSync(path.resolve(import.meta.dirname, '../../gateway/plugins/rendering/page-specs.ts'), 'utf8');
  const found = renderedPagesOf(specs);
  expect(found.map(({ path: at }) => at)).toEqual(pageSpecs.map(({ path: at }) => at));
  expect(found).toEqual(pageSpecs.map(({ path: at, modules }) => ({ path: at, modules })));
});

test('the script of a visitor’s page is that of the app and of its modules, without styles and texts', () => {
  const manifest = {
    'index.html': { file: 'index.js', css: ['index.css'] },
    'src/sync/rendered-page.ts': { file: 'taking.js' },
    'src/pages/post-page.tsx': { file: 'post.js', css: ['post.css'] },
    '../models/texts/ar/posts.json': { file: 'posts-ar.js' },
  };
  const page = { path: '/posts/:id', modules: ['src/pages/post-page.tsx'] };
  expect(weighScript(manifest, page, (file) => ({ 'index.js': 1, 'taking.js': 2, 'post.js': 4 })[file] ?? 100)).toBe(7);
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
