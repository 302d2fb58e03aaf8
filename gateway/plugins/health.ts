import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isConnected } from '#models/db/connect';
import { isSeeded } from '#models/db/seed-mark';

/** Names what is missing, or null. */
type Check = () => Promise<string | null>;

export interface Readiness {
  /** Checks beside the database. */
  checks: readonly Check[];
}

/** Checks that the demo community of the settings is completely loaded. */
export const communityLoaded =
  (seed: Parameters<typeof isSeeded>[0]): Check =>
  async () =>
    (await isSeeded(seed)) ? null : 'the demo community';

/** Checks that the web app is built. */
export const webBuilt =
  (webDir: string): Check =>
  async () =>
    existsSync(path.join(webDir, 'index.html')) ? null : 'the web build';

/**
 * Registers `/healthz`, which answers while the process runs, and `/readyz`, which answers 503 until everything that a visitor
 * needs is available.
 */
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
