import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isCallPath } from '#models/contract/index';
import { isPage } from '#models/contract/pages';
import { notFoundBody } from './errors.js';
import { plainHead } from './rendering/page-template.js';
import { openRenderedPages } from './rendering/rendered-pages.js';
import { varyHeader } from './rendering/view.js';
import { hasCard, shareHead } from './share-card.js';

const year = 'public, max-age=31536000, immutable';

/** Replaces the default head tags of the app's page. */
const withHead = (html: string, lines: string): string => html.replace(plainHead, '').replace('</head>', () => `  ${lines}\n  </head>`);

/** Counts a preview as a visitor's read, since it reads the database; over the limit the app is served without one. */
const mayReadCard = ({ server, raw }: FastifyRequest): Promise<boolean> =>
  server.rateLimits.take('read', null, server.addressOf(raw)).then(
    () => true,
    () => false,
  );

type StaticOptions = Pick<FastifyInstance['settings'], 'webDir' | 'publicUrl' | 'rendering'>;

/**
 * Serves the web app from the same origin. A page's path gets the app whatever is accepted; any other GET without a call only
 * when HTML is asked for, else a JSON 404. A call's path with another method is not a page. A visitor's page is rendered where it
 * can be. `publicUrl`: base address for link previews.
 */
export async function registerStatic(app: FastifyInstance, { webDir, publicUrl, rendering }: StaticOptions): Promise<void> {
  const root = path.resolve(webDir);
  const index = path.join(root, 'index.html');
  const html = existsSync(index) ? readFileSync(index, 'utf8') : null;
  const pages = html === null ? null : openRenderedPages(app, root, publicUrl, rendering);
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
    app.get('/', { schema: { hide: true } }, async (request, reply) => {
      const page = await pages?.answer(request, reply);
      return page ?? reply.header('vary', varyHeader).sendFile('index.html');
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const pathname = request.url.split('?')[0] ?? '/';
    const isPagePath = isPage(pathname) && !isCallPath(pathname);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const wantsPage = isRead && (isPagePath || (request.headers.accept ?? '').includes('text/html'));
    if (!wantsPage || html === null) return reply.code(404).send(notFoundBody);
    const page = isPagePath ? await pages?.answer(request, reply) : null;
    if (page) return page;
    reply.code(200).type('text/html; charset=utf-8').header('vary', varyHeader);
    const head = isPagePath && hasCard(pathname) && (await mayReadCard(request)) ? await shareHead(pathname, publicUrl) : null;
    return head === null ? reply.sendFile('index.html') : reply.header('cache-control', 'no-cache').send(withHead(html, head));
  });
}
