import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { oldestDue } from '#models/bus/outbox';
import { loadPublishedMetrics } from '#models/bus/shared-metrics';
import { fail } from '#models/contract/failure';
import { isConnected } from '#models/db/connect';
import { collectMetrics, exposition, type MetricsJson, metricsContentType, processName } from '#models/metrics';
import { can } from '#models/policies/index';
import { findSession, tokenOf } from './context.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the call that a route answers. */
    call?: string;
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Lets in who knows the token for metrics, and platform admins. */
async function admit(app: FastifyInstance, request: FastifyRequest, metricsToken: string | undefined): Promise<void> {
  const token = tokenOf(request, '');
  if (token !== undefined && metricsToken !== undefined && timingSafeEqual(digest(token), digest(metricsToken))) return;
  const found = token === undefined ? null : await findSession(token, app.emailVerification);
  await app.rateLimits.take('read', found?.viewer.id ?? null, app.addressOf(request.raw));
  if (!found) fail('unauthorized');
  else if (!can(found.viewer, 'platform.manage')) fail('forbidden');
}

function measureRequests(app: FastifyInstance, own: Registry): void {
  const seconds = new Histogram({
    name: 'nadi_http_request_seconds',
    help: 'How long requests took, by the call, or by the route where it is none.',
    labelNames: ['call', 'method', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [own],
  });
  app.addHook('onResponse', async ({ routeOptions, method }, { statusCode, elapsedTime }) => {
    const call = routeOptions.config?.call ?? routeOptions.url ?? 'none';
    seconds.observe({ call, method, status: statusCode }, elapsedTime / 1000);
  });
}

function measureLive(app: FastifyInstance, own: Registry): void {
  const registers = [own];
  new Gauge({
    name: 'nadi_sockets',
    help: 'Sockets that are open.',
    registers,
    collect() {
      this.set(app.live.stats().connections);
    },
  });
  new Gauge({
    name: 'nadi_rooms',
    help: 'Rooms that somebody is in.',
    registers,
    collect() {
      this.set(app.live.stats().rooms);
    },
  });
  new Counter({
    name: 'nadi_joins_refused_total',
    help: 'Joins that were refused, by the code that said why.',
    labelNames: ['code'],
    registers,
    collect() {
      this.reset();
      for (const [code, count] of Object.entries(app.live.stats().joinsRefused)) this.inc({ code }, count);
    },
  });
  const counted = { replays: 'Joins after a break that got what they had missed.', resyncs: 'Connections told to fetch again.' } as const;
  for (const [what, help] of Object.entries(counted) as [keyof typeof counted, string][])
    new Counter({
      name: `nadi_${what}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(app.live.stats()[what]);
      },
    });
}

function measureOutbox(own: Registry): void {
  new Gauge({
    name: 'nadi_outbox_age_seconds',
    help: 'For how long the oldest of each kind has been waiting to be told; absent while the database is away.',
    labelNames: ['kind'],
    registers: [own],
    async collect() {
      this.reset();
      if (!(await isConnected())) return;
      const now = Date.now();
      for (const [kind, due] of await oldestDue(new Date(now)).catch(() => [])) this.set({ kind }, due ? (now - due.getTime()) / 1000 : 0);
    },
  });
}

/** What other processes have left in Redis; nothing while that is away. */
const others = (): Promise<MetricsJson[]> => loadPublishedMetrics().catch(() => []) as Promise<MetricsJson[]>;

/** `/metrics`: the figures of this gateway and of all workers, for who knows `METRICS_TOKEN` and for platform admins. */
export function registerMetrics(app: FastifyInstance, metricsToken: string | undefined): void {
  const own = new Registry();
  measureRequests(app, own);
  measureLive(app, own);
  measureOutbox(own);
  const name = processName('gateway');
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    await admit(app, request, metricsToken);
    reply.type(metricsContentType);
    return exposition([await collectMetrics(own, name), ...(await others())]);
  });
}
