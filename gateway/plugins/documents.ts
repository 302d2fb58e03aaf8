import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

/** The documents that are written for who uses Nadi, beside the API's at `/docs`. */
const documents = ['trending.md', 'live-client.md'];

/** Serves these documents as they are written, from the folder `docs` of where the gateway was started. */
export function registerDocuments(app: FastifyInstance): void {
  for (const name of documents) {
    const text = readFileSync(path.resolve('docs', name), 'utf8');
    app.get(`/docs/${name}`, { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/markdown; charset=utf-8').header('cache-control', 'no-cache').send(text),
    );
  }
}
