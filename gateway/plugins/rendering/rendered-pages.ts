import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { positionHeader } from '#models/contract/live';
import type { AskAsVisitor } from '#models/contract/rendering';
import { localOf } from '#models/db/local-time';
import { pageHead, shareHead } from '../share-card.js';
import { PageCache, type PageDocument } from './page-cache.js';
import { idsIn } from './page-changes.js';
import { compressPage, PageTemplate } from './page-template.js';
import { Prerendering, type PrerenderingTiming } from './prerendering.js';
import { makeRenderer, type Renderer, RendererBusy, type RendererLimits } from './renderer.js';
import { firstRequests, type PageRequest, readPageRequest, varyHeader } from './view.js';

/** Longest wait of a visitor for a page that is not cached, before the app's shell is sent instead. */
const patienceMs = 800;

/** Statuses of calls by which a page cannot be rendered for anybody: there is nothing, or nothing that a visitor may see. */
const lastingStatuses = new Set([400, 401, 403, 404, 410]);

export interface RenderingOptions extends Partial<RendererLimits> {
  /** When pages are rendered before somebody asks for them; false: never. */
  prerendering?: Partial<PrerenderingTiming> | false;
}

/** A rendered page to send, and its headers. */
interface FoundPage {
  body: Buffer;
  headers: Record<string, string>;
}

/** On whose behalf a page is rendered: the address that its calls are counted for, and the id of the request. */
type Origin = Pick<FastifyRequest, 'ip'> & { id?: string };

/** Origin of a page that no visitor has asked for: its calls use up nobody's limit. */
const gatewayItself: Origin = { ip: '0.0.0.0' };

/** The calls of one page, made as the visitor's browser would make them, and the first status that was not a success. */
function callsOf(app: FastifyInstance, { ip, id }: Origin, position: string): { ask: AskAsVisitor; refused: () => number | null } {
  let refused: number | null = null;
  const headers = { accept: 'application/json', [positionHeader]: position, ...(id !== undefined && { 'x-request-id': id }) };
  const ask: AskAsVisitor = async (url) => {
    // Without a token: a page never has what only some people may see.
    const { statusCode, body } = await app.inject({ method: 'GET', url, headers, remoteAddress: ip });
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

/** Whether everything that a visitor needs is there, as `/readyz` checks it. */
const isReady = async ({ settings }: FastifyInstance): Promise<boolean> =>
  (await Promise.all(settings.readiness.map((check) => check()))).every((missing) => missing === null);

/** Pages that the gateway renders for visitors, cached for a moment (docs/rendering.md). */
export class RenderedPages {
  readonly #app: FastifyInstance;
  readonly #template: PageTemplate;
  readonly #renderer: Renderer;
  readonly #cache: PageCache;

  /** @param webDir folder of the browser's build */
  constructor(app: FastifyInstance, webDir: string, renderer: Renderer, timing: Partial<PrerenderingTiming> | false) {
    this.#app = app;
    this.#template = new PageTemplate(webDir);
    this.#renderer = renderer;
    const prerendering = new Prerendering(timing ? firstRequests() : [], {
      ...timing,
      render: async (asked) => this.#cache.get(asked.key, () => this.#render(asked, gatewayItself)),
      isReady: () => isReady(app),
    });
    this.#cache = new PageCache({ isCurrent: () => app.live.isReading(), onDropped: (key) => prerendering.add(key) });
    app.live.follow({ onMessage: (message) => this.#cache.invalidateByMessage(message), onGap: () => this.#cache.clear() });
    app.addHook('onListen', async () => prerendering.start());
    app.addHook('preClose', async () => prerendering.close());
    app.addHook('onClose', () => renderer.close());
  }

  async #render(asked: PageRequest, origin: Origin): Promise<PageDocument> {
    const { live, settings, log } = this.#app;
    const position = live.position();
    const { ask, refused } = callsOf(this.#app, origin, position);
    const dependencies = new Set([...asked.page.rooms, ...idsIn(asked.path)]);
    try {
      const { language } = asked.view;
      const view = { ...asked.view, today: localOf(new Date(), settings.timeZone).date };
      const page = await this.#renderer.render({ path: asked.path, view, scheme: asked.scheme, position }, ask);
      for (const id of idsIn(page.state)) dependencies.add(id);
      const head =
        (await shareHead(asked.path, settings.publicUrl, { language, pageTitle: page.title })) ??
        pageHead(asked.path, settings.publicUrl, { language, title: page.title, text: page.description });
      return { bodies: await compressPage(this.#template.compose(asked, page, head)), dependencies };
    } catch (error) {
      const status = refused();
      if (error instanceof RendererBusy || (status !== null && !lastingStatuses.has(status))) throw error;
      if (status === null) log.error({ err: error, reqId: origin.id, path: asked.path }, 'page.render failed');
      return { bodies: null, dependencies };
    }
  }

  /**
   * The rendered page that a request asks for. `coming` while it is being rendered, or too many pages wait; null for a page that is
   * not rendered, and for a browser in which somebody is signed in. Both get the app's shell.
   */
  async find(request: FastifyRequest): Promise<FoundPage | 'coming' | null> {
    const asked = readPageRequest(request);
    if (!asked) return null;
    const { id, ip } = request;
    const found = this.#cache.get(asked.key, () => this.#render(asked, { id, ip }));
    const page = found instanceof Promise ? await Promise.race([found.catch(() => null), sleep(patienceMs, null, { ref: false })]) : found;
    if (!page) return 'coming';
    if (!page.bodies) return null;
    const encoding = encodingOf(request);
    // The page depends on a cookie, so no shared cache may store it.
    const headers = { 'cache-control': 'private, no-cache', vary: varyHeader, 'content-type': 'text/html; charset=utf-8' };
    return { body: page.bodies[encoding], headers: { ...headers, ...(encoding !== '' && { 'content-encoding': encoding }) } };
  }
}

/** Opens the rendered pages if the web build has the part for the gateway; null without it, as in development. */
export function openRenderedPages(app: FastifyInstance, webDir: string, options: RenderingOptions = {}): RenderedPages | null {
  const { prerendering = {}, ...limits } = options;
  const file = path.join(webDir, '.server/entry.js');
  return existsSync(file) ? new RenderedPages(app, webDir, makeRenderer(file, limits), prerendering) : null;
}
