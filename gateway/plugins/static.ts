import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCallPath } from '#models/contract/index';
import { isPage } from '#models/contract/pages';
import { notFoundBody } from './errors.js';
import { plainHead } from './rendering/page-template.js';
import { openRenderedPages } from './rendering/rendered-pages.js';
import { varyHeader } from './rendering/view.js';
import { hasCard, shareHead } from './share-card.js';

const year = 'public, max-age=31536000, immutable';

/** Makes a browser without JavaScript ask again for a page that is being rendered. */
const askAgain = '<noscript><meta http-equiv="refresh" content="2" /></noscript>';

/** Puts head tags into the app's page; those of a preview replace the default ones. */
function withHead(html: string, card: string | null, isComing: boolean): string {
  const lines = [...(isComing ? [askAgain] : []), ...(card === null ? [] : [card])];
  return (card === null ? html : html.replace(plainHead, '')).replace('</head>', () => `  ${lines.join('\n    ')}\n  </head>`);
}

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
  const pages = html === null ? null : openRenderedPages(app, root, rendering);
  /** Sends a page: rendered, or as the app's shell. `pathname`: null for a path that is no page. */
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, shell: string, pathname: string | null) => {
    const page = pathname === null ? null : await pages?.find(request);
    if (page && page !== 'coming') return reply.headers(page.headers).send(page.body);
    reply.type('text/html; charset=utf-8').header('vary', varyHeader);
    const hasPreview = pathname !== null && hasCard(pathname) && (await mayReadCard(request));
    const card = hasPreview ? await shareHead(pathname, publicUrl) : null;
    const isComing = page === 'coming';
    if (card === null && !isComing) return reply.sendFile('index.html');
    return reply.header('cache-control', 'no-cache').send(withHead(shell, card, isComing));
  };
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
    app.get('/', { schema: { hide: true } }, (request, reply) => sendPage(request, reply, html, '/'));
  }
  app.setNotFoundHandler(async (request, reply) => {
    const pathname = request.url.split('?')[0] ?? '/';
    const isPagePath = isPage(pathname) && !isCallPath(pathname);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const wantsPage = isRead && (isPagePath || (request.headers.accept ?? '').includes('text/html'));
    if (!wantsPage || html === null) return reply.code(404).send(notFoundBody);
    return sendPage(request, reply.code(200), html, isPagePath ? pathname : null);
  });
}
