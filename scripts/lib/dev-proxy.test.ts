import { expect, test } from 'vitest';
import { servedByVite } from '../../web/dev-proxy.js';

test.each([
  ['GET', '/', '*/*', '/index.html'],
  ['GET', '/societies/abc', 'application/json', '/index.html'],
  ['GET', '/no-such-page', 'text/html', '/index.html'],
  ['GET', '/no-such-page', 'application/json', undefined],
  ['GET', '/posts/get_all_posts?limit=20', 'text/html', undefined],
  ['POST', '/posts/like_post', 'text/html', undefined],
  ['POST', '/login', 'text/html', undefined],
  ['GET', '/readyz', 'text/html', undefined],
  ['GET', '/docs', 'text/html', undefined],
  ['GET', '/src/main.tsx', '*/*', '/src/main.tsx'],
  ['GET', '/@vite/client', '*/*', '/@vite/client'],
  ['GET', '/boot.js', '*/*', '/boot.js'],
])('%s %s accepting %s is served by Vite as %s', (method, url, accept, expected) => {
  expect(servedByVite({ method, url, headers: { accept } })).toBe(expected);
});
