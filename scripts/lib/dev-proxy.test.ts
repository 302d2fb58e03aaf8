import { expect, test } from 'vitest';
import { servedByVite } from '../../web/dev-proxy.js';

test.each([
  ['GET', '/', '*/*', '/index.html'],
  ['GET', '/societies/abc', 'application/json', '/index.html'],
  ['GET', '/no-such-page', 'text/html', '/index.html'],
  ['GET', '/no-such-page', 'application/json', undefined],
  ['GET', '/events/abc', '*/*', '/index.html'],
  ['GET', '/admin/reports', 'text/html', '/index.html'],
  ['GET', '/admin/queues', 'text/html', undefined],
  ['GET', '/events/get_all_events', '*/*', undefined],
  ['GET', '/users/get_user_info', 'application/json', undefined],
  ['GET', '/societies/get_all_societies?limit=3', 'text/html', undefined],
  ['GET', '/events/calendar.ics', 'text/html', undefined],
  ['GET', '/posts/get_all_posts?limit=20', 'text/html', undefined],
  ['POST', '/posts/like_post', 'text/html', undefined],
  ['POST', '/login', 'text/html', undefined],
  ['GET', '/readyz', 'text/html', undefined],
  ['GET', '/docs', 'text/html', undefined],
  ['GET', '/src/main.tsx', '*/*', '/src/main.tsx'],
  ['GET', '/@vite/client', '*/*', '/@vite/client'],
  ['GET', '/boot.js', '*/*', '/boot.js'],
  ['GET', '/sw.js', '*/*', '/sw.js'],
  ['GET', '/manifest.webmanifest', '*/*', '/manifest.webmanifest'],
  ['GET', '/offline.html', 'text/html', '/offline.html'],
  ['GET', '/icon.svg', '*/*', '/icon.svg'],
  ['GET', '/icon-192.png', '*/*', '/icon-192.png'],
  ['GET', '/icon-maskable-512.png', '*/*', '/icon-maskable-512.png'],
  ['GET', '/apple-touch-icon.png', '*/*', '/apple-touch-icon.png'],
  ['GET', '/icons.json', '*/*', undefined],
])('%s %s accepting %s is served by Vite as %s', (method, url, accept, expected) => {
  expect(servedByVite({ method, url, headers: { accept } })).toBe(expected);
});
