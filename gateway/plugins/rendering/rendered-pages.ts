import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { positionHeader } from '#models/contract/live';
import type { AskAsVisitor } from '#models/contract/rendering';
import { pageHead, shareHead } from '../share-card.js';
import { idsIn, PageCache, type PageDocument } from './page-cache.js';
import { compressPage, PageTemplate } from './page-template.js';
import { makeRenderer, type Renderer, RendererBusy, type RendererLimits } from './renderer.js';
import { type PageRequest, readPageRequest, varyHeader } from './view.js';

/** Longest wait of a visitor for a page that is not cached, before the app's shell is sent instead. */
const patienceMs = 800;

/** Statuses of calls by which a page cannot be rendered for anybody: there is nothing, or nothing that a visitor may see. */
const lastingStatuses = new Set([400, 401, 403, 404, 410]);

/** The calls of one page, made as the visitor's browser would make them, and the first status that was not a success. */
function callsOf(app: FastifyInstance, request: FastifyRequest, position: string): { ask: AskAsVisitor; refused: () => number | null } {
  let refused: number | null = null;
  const headers = { accept: 'application/json', 'x-request-id': request.id, [positionHeader]: position };
  const ask: AskAsVisitor = async (url) => {
    // Counted as the visitor's own calls, and without a token: a page never has what only some people may see.
    const { statusCode, body } = await app.inject({ method: 'GET', url, headers, remoteAddress: request.ip });
    if (statusCode !== 200) refused ??= statusCode;
    return { status: statusCode, body };
  };
  return { ask, refused: () => refused };
}

/** Content encoding that the browser accepts. */
function encodingOf({ headers }: FastifyRequest): '' | 'br' | 'gzip' {
  const accepted = headers['accept-encoding'] ?? '';
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : '';
}

/** Pages that the gateway renders for visitors, cached for a moment (docs/rendering.md). */
export class RenderedPages {
  readonly #app: FastifyInstance;
  readonly #publicUrl: string;
  readonly #template: PageTemplate;
  readonly #renderer: Renderer;
  readonly #cache = new PageCache();

  constructor(app: FastifyInstance, webDir: string, publicUrl: string, renderer: Renderer) {
    this.#app = app;
    this.#publicUrl = publicUrl;
    this.#template = new PageTemplate(webDir);
    this.#renderer = renderer;
    app.live.follow({ onMessage: (message) => this.#cache.invalidateByMessage(message), onGap: () => this.#cache.clear() });
    app.addHook('onClose', () => renderer.close());
    // Load the build before the first visitor waits for it.
    app.addHook('onListen', () => void app.inject('/login').catch(() => {}));
  }

  async #render(asked: PageRequest, request: FastifyRequest): Promise<PageDocument> {
    const position = this.#app.live.position();
    const { ask, refused } = callsOf(this.#app, request, position);
    const dependencies = new Set([...asked.page.rooms, ...idsIn(asked.path)]);
    try {
      const { language } = asked.view;
      const page = await this.#renderer.render({ path: asked.path, view: asked.view, scheme: asked.scheme, position }, ask);
      for (const id of idsIn(page.state)) dependencies.add(id);
      const head =
        (await shareHead(asked.path, this.#publicUrl, { language, pageTitle: page.title })) ??
        pageHead(asked.path, this.#publicUrl, { language, title: page.title, text: page.description });
      return { bodies: await compressPage(this.#template.compose(asked, page, head)), dependencies };
    } catch (error) {
      const status = refused();
      if (error instanceof RendererBusy || (status !== null && !lastingStatuses.has(status))) throw error;
      if (status === null) request.log.error({ err: error, path: asked.path }, 'page.render failed');
      return { bodies: null, dependencies };
    }
  }

  /**
   * Sends the page that a request asks for. Returns null where it gets the app's shell: a page that is not rendered, a browser in
   * which somebody is signed in, and while too many pages wait.
   */
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | null> {
    const asked = readPageRequest(request);
    if (!asked) return null;
    const rendering = this.#cache.get(asked.key, () => this.#render(asked, request)).catch(() => null);
    const page = await Promise.race([rendering, sleep(patienceMs, null, { ref: false })]);
    if (!page?.bodies) return null;
    const encoding = encodingOf(request);
    // The page depends on a cookie, so no shared cache may store it.
    reply.headers({ 'cache-control': 'private, no-cache', vary: varyHeader }).type('text/html; charset=utf-8');
    if (encoding !== '') reply.header('content-encoding', encoding);
    return reply.code(200).send(page.bodies[encoding]);
  }
}

/** Opens the rendered pages if the web build has the part for the gateway; null without it, as in development. */
export function openRenderedPages(
  app: FastifyInstance,
  webDir: string,
  publicUrl: string,
  limits: Partial<RendererLimits> = {},
): RenderedPages | null {
  const file = path.join(webDir, '.server/entry.js');
  return existsSync(file) ? new RenderedPages(app, webDir, publicUrl, makeRenderer(file, limits)) : null;
}
