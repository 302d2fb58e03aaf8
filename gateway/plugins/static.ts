import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { isCallPath } from '#models/contract/index';
import { isPage } from '#models/contract/pages';
import { notFoundBody } from './errors.js';

const year = 'public, max-age=31536000, immutable';

/**
 * The web app from the same origin. A page's path gets the app whatever is accepted; any other GET that no call
 * matches only when HTML is asked for, else a JSON 404. A call's path, asked by another method, is no page's.
 */
export async function registerStatic(app: FastifyInstance, webDir: string): Promise<void> {
  const root = path.resolve(webDir);
  const isBuilt = existsSync(path.join(root, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      wildcard: true,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        reply.header('cache-control', file.includes(`${path.sep}assets${path.sep}`) ? year : 'no-cache');
      },
    });
    app.get('/', { schema: { hide: true } }, (_request, reply) => reply.sendFile('index.html'));
  }
  app.setNotFoundHandler((request, reply) => {
    const pathname = request.url.split('?')[0] ?? '/';
    const isPagePath = isPage(pathname) && !isCallPath(pathname);
    const wantsPage = request.method === 'GET' && (isPagePath || (request.headers.accept ?? '').includes('text/html'));
    return wantsPage && isBuilt ? reply.code(200).type('text/html').sendFile('index.html') : reply.code(404).send(notFoundBody);
  });
}
