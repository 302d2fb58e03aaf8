import type { FastifyRequest } from 'fastify';
import type { RenderJob, RequestedView } from '#models/contract/rendering';
import { type PageSpec, pageOf, pageSpecs } from './page-specs.js';

/** A request that may be answered by a rendered page. */
export interface PageRequest {
  page: PageSpec;
  path: string;
  view: RequestedView;
  scheme: RenderJob['scheme'];
  /** Distinguishes the rendered pages: nothing else of a request decides how its page looks. */
  key: string;
}

/** Cookie that boot.js writes: `language.digits.scheme.in`, each part empty unless it was chosen, or somebody is signed in. */
const cookieName = 'nadi-view';
/** Request headers that decide how a page looks, or whether it is rendered. */
export const varyHeader = 'cookie, accept-language, accept-encoding, sec-ch-ua-mobile, user-agent';

const oneOf = <T extends string>(value: string | undefined, ...allowed: readonly T[]): T | undefined =>
  allowed.find((each) => each === value);

/** Whether the browser says that it is a phone's: others have room for the side column. */
function isPhone({ 'sec-ch-ua-mobile': hint, 'user-agent': agent = '' }: FastifyRequest['headers']): boolean {
  if (hint === '?1' || hint === '?0') return hint === '?1';
  return /\bMobi/.test(agent);
}

const requestOf = (page: PageSpec, path: string, view: RequestedView, scheme: RenderJob['scheme']): PageRequest => ({
  page,
  path,
  view,
  scheme,
  key: [path, view.language, view.digits, view.isWide, scheme].join(' '),
});

/**
 * The page that a request asks for, if it may be rendered: a visitor's, without a query, which would make the number of pages
 * unlimited. Null for all others, which get the app's shell.
 */
export function readPageRequest({ method, url, headers, cookies }: FastifyRequest): PageRequest | null {
  const page = method === 'GET' ? pageOf(url) : null;
  if (!page || headers.authorization !== undefined) return null;
  const [language, digits, scheme, session] = (cookies?.[cookieName] ?? '').split('.');
  if (session === 'in') return null;
  const view: RequestedView = {
    language: oneOf(language, 'en', 'ar') ?? (/^\s*ar\b/i.test(headers['accept-language'] ?? '') ? 'ar' : 'en'),
    digits: oneOf(digits, 'arab') ?? 'latn',
    isWide: !isPhone(headers),
  };
  return requestOf(page, url, view, oneOf(scheme, 'light', 'dark') ?? 'auto');
}

/** The pages without an id, as a browser without the cookie asks for them: at its first visit, and always without JavaScript. */
export const firstRequests = (): PageRequest[] =>
  pageSpecs
    .filter(({ path }) => !path.includes(':'))
    .flatMap((page) =>
      (['en', 'ar'] as const).flatMap((language) =>
        [false, true].map((isWide) => requestOf(page, page.path, { language, digits: 'latn', isWide }, 'auto')),
      ),
    );
