import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isCallPath } from '#models/contract/index';
import { isPage } from '#models/contract/pages';
import { notFoundBody } from './errors.js';
import { hasCard, shareHead } from './share-card.js';

const year = 'public, max-age=31536000, immutable';

/** Default head tags, which those of a preview replace. */
const plainHead = /<meta name="description"[^>]*>|<title>[^<]*<\/title>/g;

/** Replaces the default head tags of the app's page. */
const withHead = (html: string, lines: string): string => html.replace(plainHead, '').replace('</head>', () => `  ${lines}\n  </head>`);

/** Counts a preview as a visitor's read, since it reads the database; over the limit the app is served without one. */
const mayReadCard = ({ server, raw }: FastifyRequest): Promise<boolean> =>
  server.rateLimits.take('read', null, server.addressOf(raw)).then(
    () => true,
    () => false,
  );

/**
 * Serves the web app from the same origin. A page's path gets the app whatever is accepted; any other GET without a call only
 * when HTML is asked for, else a JSON 404. A call's path with another method is not a page. `publicUrl`: base address for link
 * previews.
 */
export async function registerStatic(app: FastifyInstance, webDir: string, publicUrl: string): Promise<void> {
  const root = path.resolve(webDir);
  const index = path.join(root, 'index.html');
  const html = existsSync(index) ? readFileSync(index, 'utf8') : null;
  if (html !== null) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      // Do not serve the build's own files, such as `.vite/manifest.json`.
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
