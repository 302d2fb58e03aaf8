import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** WebSocket origin of the app: older browsers do not count it to 'self'. */
const socketsOf = (publicUrl: string): string => new URL(publicUrl).origin.replace(/^http/, 'ws');

/** Allows exactly what the app, the API's documentation, the queue board and the notice board use. */
const contentSecurityPolicy = (publicUrl: string) => ({
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
    scriptSrc: ["'self'"],
    scriptSrcAttr: ["'none'"],
    // Mantine and charts set inline styles.
    styleSrc: ["'self'", "'unsafe-inline'"],
  },
});

/** Sets security headers on every answer. Answers without `cache-control` must not be stored: tokens, exports and lists are private. */
export async function registerHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(helmet, { contentSecurityPolicy: contentSecurityPolicy(publicUrl) });
  app.addHook('onSend', async (_request, reply, payload) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    return payload;
  });
}
