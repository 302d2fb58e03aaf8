import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

/** WebSocket origin of the app: older browsers do not count it to 'self'. */
const socketsOf = (publicUrl: string): string => new URL(publicUrl).origin.replace(/^http/, 'ws');

/** Allows exactly what the app, the API's documentation, the queue board and the notice board use. */
const contentSecurityPolicy = (publicUrl: string, scripts: readonly string[]) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    baseUri: ["'self'"],
    connectSrc: ["'self'", socketsOf(publicUrl)],
    fontSrc: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    objectSrc: ["'none'"],
    scriptSrc: ["'self'", ...scripts.map((hash) => `'sha256-${hash}'`)],
    scriptSrcAttr: ["'none'"],
    // Mantine and charts set inline styles.
    styleSrc: ["'self'", "'unsafe-inline'"],
  },
});

/** The security headers by `helmet`. They are the same on every answer, and the plugin would compute them for each again. */
async function securityHeaders(publicUrl: string, scripts: readonly string[]): Promise<Record<string, string>> {
  const app = Fastify();
  await app.register(helmet, { contentSecurityPolicy: contentSecurityPolicy(publicUrl, scripts) });
  app.get('/', async (_request, { raw }) => raw.getHeaders());
  const { body } = await app.inject('/');
  await app.close();
  return JSON.parse(body) as Record<string, string>;
}

/** Hashes of the scripts inside the app's page: boot.js, which must run before the first paint. */
function inlineScripts(webDir: string): string[] {
  const file = path.join(webDir, 'index.html');
  const html = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = '']) => createHash('sha256').update(code).digest('base64'));
}

/** Sets security headers on every answer. An answer that sets no `cache-control` must not be stored: tokens, exports and lists are private. */
export async function registerHeaders(app: FastifyInstance, publicUrl: string, webDir: string): Promise<void> {
  const headers = { 'cache-control': 'no-store', ...(await securityHeaders(publicUrl, inlineScripts(webDir))) };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
