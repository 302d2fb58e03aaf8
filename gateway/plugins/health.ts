import type { FastifyInstance } from 'fastify';
import { isConnected } from '#models/db/connect';

export interface Readiness {
  /** What must be there beside the database: each says why it is not, or null. */
  checks: readonly (() => Promise<string | null>)[];
}

/** `/healthz`: the process lives. `/readyz`: everything that a visitor needs is there; until then 503. */
export function registerHealth(app: FastifyInstance, { checks }: Readiness): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ data: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const missing = (await isConnected())
      ? (await Promise.all(checks.map((check) => check().catch(() => 'store')))).filter((why) => why !== null)
      : ['database'];
    if (missing.length === 0) return { data: 'ready' };
    return reply
      .code(503)
      .header('retry-after', 1)
      .send({ error_message: `Waiting for: ${missing.join(', ')}.`, code: 'unavailable' });
  });
}
