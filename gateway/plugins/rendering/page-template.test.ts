import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeRenderingBuild } from '#gateway/testing/rendering-build';
import { PageTemplate } from './page-template.js';
import type { PageRequest } from './view.js';

const build = makeRenderingBuild();
afterAll(build.remove);

for (const part of ['page', 'part']) writeFileSync(path.join(build.webDir, `assets/${part}.css`), `.${part}{color:red}`);
writeFileSync(path.join(build.webDir, 'assets/index.css'), ':root[data-mantine-color-scheme=dark],:host{--of-mantine:black}p{color:red}');
writeFileSync(
  path.join(build.webDir, '.vite/manifest.json'),
  JSON.stringify({
    'index.html': { file: 'assets/index.js', css: ['assets/index.css'] },
    'src/page.tsx': { file: 'assets/page.js', css: ['assets/page.css'] },
    'src/part.tsx': { file: 'assets/part.js', css: ['assets/part.css'] },
  }),
);

const page = { path: '/events', modules: ['src/page.tsx'], later: ['src/part.tsx'], texts: [], rooms: [] } as const;
const view = { language: 'en', digits: 'latn', isWide: true } as const;
const body = '<div id="root"><style>:root[data-mantine-color-scheme="dark"]{--of-nadi:green}</style></div>';
const rendered = { body, title: 'Events', description: '', state: '{}' };
const compose = (scheme: PageRequest['scheme']): string =>
  new PageTemplate(build.webDir).compose({ page, path: '/events', view, scheme, key: '' }, rendered, '');

it('a page for the scheme of the system has the dark variables in a media query, until boot.js sets the scheme', () => {
  const html = compose('auto');
  expect(html).toContain('data-mantine-color-scheme="light" data-auto data-rendered');
  expect(html).toMatch(/@media \(prefers-color-scheme: dark\)\{:root\[data-auto\][^{]*\{--of-mantine:black;--of-nadi:green\}\}/);
});

it('a page for a chosen scheme has no other', () => {
  for (const scheme of ['light', 'dark'] as const) {
    expect(compose(scheme)).toContain(`data-mantine-color-scheme="${scheme}" data-rendered`);
    expect(compose(scheme)).not.toContain('data-auto');
  }
});

it('a part that is taken over later has its style in the page, and its script is not loaded ahead', () => {
  const html = compose('light');
  for (const part of ['page', 'part'])
    expect(html).toContain(`<style>.${part}{color:red}</style><link rel="stylesheet" disabled href="/assets/${part}.css" />`);
  expect(html).toContain('/assets/page.js');
  expect(html).not.toContain('/assets/part.js');
});
