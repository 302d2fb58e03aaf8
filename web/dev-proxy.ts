import { calls, isCallPath } from '../models/contract/index.js';
import { isPage } from '../models/contract/pages.js';

/** Paths served by Vite: its modules, the sources, and the files of web/public. */
const viteFiles =
  /^\/(@|src\/|node_modules\/|(boot|live-client|sw)\.js$|notice-board\.(html|js|css)$|manifest\.webmanifest$|offline\.(html|css)$|(icon(-[\w-]+)?|apple-touch-icon)\.(svg|png)$)/;

const services = ['healthz', 'readyz', 'docs', 'openapi.json', 'metrics', 'admin'];
const gatewaySegments = new Set([...services, ...calls.map(({ path }) => path.split('/')[1] ?? '')]);

/** The part of a request that the rule uses. */
export interface ProxiedRequest {
  method?: string | undefined;
  url?: string | undefined;
  headers: { accept?: string | undefined };
}

/**
 * Routes a request in development, by the gateway's own rule: a call's path goes to the gateway, even if a page's pattern matches;
 * a page's path gets the app whatever is accepted; any other GET gets the app only if it accepts HTML; the rest goes to the
 * gateway. Returns the path that Vite serves, or undefined to proxy the request.
 */
export function servedByVite({ method, url = '/', headers }: ProxiedRequest): string | undefined {
  const path = url.split('?')[0] ?? '/';
  if (viteFiles.test(path)) return url;
  if ((method !== 'GET' && method !== 'HEAD') || isCallPath(path)) return undefined;
  const wantsHtml = (headers.accept ?? '').includes('text/html') && !gatewaySegments.has(path.split('/')[1] ?? '');
  return isPage(path) || wantsHtml ? '/index.html' : undefined;
}
