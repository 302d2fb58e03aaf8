import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isCallPath } from '#models/contract/index';
import { isPage } from '#models/contract/pages';
import { notFoundBody } from './errors.js';
import { hasCard, shareHead } from './share-card.js';

const year = 'public, max-age=31536000, immutable';

/** What a card's lines stand in place of. */
const plainHead = /<meta name="description"[^>]*>|<title>[^<]*<\/title>/g;

/** The app's page with these lines in its head, in place of what every page says of itself. */
const withHead = (html: string, lines: string): string => html.replace(plainHead, '').replace('</head>', () => `  ${lines}\n  </head>`);

/** A card reads the database, so it counts as a visitor's read; the app itself comes also where these are used up. */
const mayReadCard = ({ server, raw }: FastifyRequest): Promise<boolean> =>
  server.rateLimits.take('read', null, server.addressOf(raw)).then(
    () => true,
    () => false,
  );

/**
 * The web app from the same origin. A page's path gets the app whatever is accepted; any other GET that no call
 * matches only when HTML is asked for, else a JSON 404. A call's path, asked by another method, is no page's.
 * `publicUrl`: where people reach it, for what a shared link shows.
 */
export async function registerStatic(app: FastifyInstance, webDir: string, publicUrl: string): Promise<void> {
  const root = path.resolve(webDir);
  const index = path.join(root, 'index.html');
  const html = existsSync(index) ? readFileSync(index, 'utf8') : null;
  if (html !== null) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      // The build leaves its own files there, as `.vite/manifest.json`.
      dotfiles: 'ignore',
      wildcard: true,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        reply.header('cache-control', file.includes(`${path.sep}assets${path.sep}`) ? year : 'no-cache');
      },
    });
    app.get('/', { schema: { hide: true } }, (_request, reply) => reply.sendFile('index.html'));
  }
  app.setNotFoundHandler(async (request, reply) => {
    const pathname = request.url.split('?')[0] ?? '/';
    const isPagePath = isPage(pathname) && !isCallPath(pathname);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const wantsPage = isRead && (isPagePath || (request.headers.accept ?? '').includes('text/html'));
    if (!wantsPage || html === null) return reply.code(404).send(notFoundBody);
    reply.code(200).type('text/html; charset=utf-8');
    const head = isPagePath && hasCard(pathname) && (await mayReadCard(request)) ? await shareHead(pathname, publicUrl) : null;
    return head === null ? reply.sendFile('index.html') : reply.header('cache-control', 'no-cache').send(withHead(html, head));
  });
}
