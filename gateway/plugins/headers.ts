import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Where the app's own sockets are: older browsers do not count them to 'self'. */
const socketsOf = (publicUrl: string): string => new URL(publicUrl).origin.replace(/^http/, 'ws');

/** Names exactly what the app, the API's description, the queue board and the notice board use. */
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
    // Mantine and charts set styles on elements.
    styleSrc: ["'self'", "'unsafe-inline'"],
  },
});

/** Security headers for every answer. What says nothing of caching is kept by nobody: tokens, exports and lists are private. */
export async function registerHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(helmet, { contentSecurityPolicy: contentSecurityPolicy(publicUrl) });
  app.addHook('onSend', async (_request, reply, payload) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    return payload;
  });
}
