import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openApi } from '#models/contract/openapi';

/** Documents for users of Nadi, served beside the API's at `/docs`. */
const documents = ['trending.md', 'live-client.md'];

/** Counts a request for a document by address. */
const count = ({ server, raw }: FastifyRequest): Promise<void> => server.rateLimits.take('document', null, server.addressOf(raw));

/** Serves `/openapi.json` from memory, serialized and compressed at the start. */
function registerOpenApi(app: FastifyInstance, text: string): void {
  const packed = gzipSync(text);
  app.get('/openapi.json', { schema: { hide: true }, onRequest: count }, (request, reply): FastifyReply => {
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
    const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    return takesGzip ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(text);
  });
}

/** Serves the API documentation at `/docs`, and the Markdown documents from the folder `docs`. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  const document = openApi();
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, { routePrefix: '/docs', uiHooks: { onRequest: count } });
  registerOpenApi(app, JSON.stringify(document));
  for (const name of documents) {
    const text = readFileSync(path.resolve('docs', name), 'utf8');
    app.get(`/docs/${name}`, { schema: { hide: true }, onRequest: count }, (_request, reply) =>
      reply.type('text/markdown; charset=utf-8').header('cache-control', 'no-cache').send(text),
    );
  }
}
