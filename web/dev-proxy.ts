import { calls, isCallPath } from '../models/contract/index.js';
import { isPage } from '../models/contract/pages.js';

/** What Vite itself serves: its modules, the sources, and the files of web/public. */
const vites =
  /^\/(@|src\/|node_modules\/|(boot|live-client|sw)\.js$|notice-board\.(html|js|css)$|manifest\.webmanifest$|offline\.(html|css)$|(icon(-[\w-]+)?|apple-touch-icon)\.(svg|png)$)/;

const services = ['healthz', 'readyz', 'docs', 'openapi.json', 'metrics', 'admin'];
const ofGateway = new Set([...services, ...calls.map(({ path }) => path.split('/')[1] ?? '')]);

/** A request as far as the rule looks at it. */
export interface ProxiedRequest {
  method?: string | undefined;
  url?: string | undefined;
  headers: { accept?: string | undefined };
}

/**
 * Who answers in development, by the rule of the gateway: a call's path is the gateway's, also where a page's pattern fits
 * it; a page's path gets the app whatever is accepted, any other GET that is no call's only when HTML is asked for; the rest
 * is the gateway's. The result is what Vite serves instead of passing the request on.
 */
export function servedByVite({ method, url = '/', headers }: ProxiedRequest): string | undefined {
  const path = url.split('?')[0] ?? '/';
  if (vites.test(path)) return url;
  if ((method !== 'GET' && method !== 'HEAD') || isCallPath(path)) return undefined;
  const wantsHtml = (headers.accept ?? '').includes('text/html') && !ofGateway.has(path.split('/')[1] ?? '');
  return isPage(path) || wantsHtml ? '/index.html' : undefined;
}
