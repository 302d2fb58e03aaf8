import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openApi } from '#models/contract/openapi';

/** Documents for users of Nadi, served beside the API's at `/docs`. */
const documents = ['trending.md', 'recommendations.md', 'live-client.md'];

/** Counts a request for a document by address. */
const count = ({ server, raw }: FastifyRequest): Promise<void> => server.rateLimits.take('document', null, server.addressOf(raw));

function describe() {
  const document = openApi();
  const text = JSON.stringify(document);
  return { document, text, packed: gzipSync(text) };
}

let described: ReturnType<typeof describe> | undefined;
/** The description of the API, serialized and compressed; it is the same for every gateway of a process. */
const description = () => (described ??= describe());

/** Serves `/openapi.json` from memory. */
function registerOpenApi(app: FastifyInstance): void {
  const { text, packed } = description();
  app.get('/openapi.json', { schema: { hide: true }, onRequest: count }, (request, reply): FastifyReply => {
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
    const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    return takesGzip ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(text);
  });
}

/** Serves the API documentation at `/docs`, and the Markdown documents from the folder `docs`. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, { mode: 'static', specification: { document: description().document as never } });
  await app.register(swaggerUi, { routePrefix: '/docs', uiHooks: { onRequest: count } });
  registerOpenApi(app);
  for (const name of documents) {
    const text = readFileSync(path.resolve('docs', name), 'utf8');
    app.get(`/docs/${name}`, { schema: { hide: true }, onRequest: count }, (_request, reply) =>
      reply.type('text/markdown; charset=utf-8').header('cache-control', 'no-cache').send(text),
    );
  }
}
