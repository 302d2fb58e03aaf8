import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { oldestDue } from '#models/bus/outbox';
import { loadPublishedMetrics } from '#models/bus/shared-metrics';
import { fail } from '#models/contract/failure';
import { isConnected } from '#models/db/connect';
import { collectMetrics, exposition, type MetricsJson, metricsContentType, processName } from '#models/metrics';
import { can } from '#models/policies/index';
import { findSession, tokenOf } from './context.js';
import { isSameSecret } from './secrets.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the call that a route answers. */
    call?: string;
  }
}

/** Admits the bearer of the metrics token, and platform admins. */
async function admit(app: FastifyInstance, request: FastifyRequest, metricsToken: string | undefined): Promise<void> {
  const token = tokenOf(request, '');
  if (token !== undefined && metricsToken !== undefined && isSameSecret(token, metricsToken)) return;
  const found = token === undefined ? null : await findSession(token, app.settings);
  await app.rateLimits.take('read', found?.viewer.id ?? null, app.addressOf(request.raw));
  if (!found) fail('unauthorized');
  else if (!can(found.viewer, 'platform.manage')) fail('forbidden');
}

function measureRequests(app: FastifyInstance, own: Registry): void {
  const seconds = new Histogram({
    name: 'nadi_http_request_seconds',
    help: 'Duration of requests by call, or by route where there is no call.',
    labelNames: ['call', 'method', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [own],
  });
  app.addHook('onResponse', ({ routeOptions, method }, { statusCode, elapsedTime }, done) => {
    const call = routeOptions.config?.call ?? routeOptions.url ?? 'none';
    seconds.observe({ call, method, status: statusCode }, elapsedTime / 1000);
    done();
  });
}

function measureLive(app: FastifyInstance, own: Registry): void {
  const registers = [own];
  new Gauge({
    name: 'nadi_sockets',
    help: 'Open sockets.',
    registers,
    collect() {
      this.set(app.live.stats().connections);
    },
  });
  new Gauge({
    name: 'nadi_rooms',
    help: 'Rooms with members.',
    registers,
    collect() {
      this.set(app.live.stats().rooms);
    },
  });
  new Counter({
    name: 'nadi_joins_refused_total',
    help: 'Refused joins by error code.',
    labelNames: ['code'],
    registers,
    collect() {
      this.reset();
      for (const [code, count] of Object.entries(app.live.stats().joinsRefused)) this.inc({ code }, count);
    },
  });
  const counted = { replays: 'Joins after a reconnect that got a replay.', resyncs: 'Connections asked to resync.' } as const;
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

/** Age of the recommendations on open screens. */
function measureCards(app: FastifyInstance, own: Registry): void {
  const ages = {
    oldest: 'Age of the oldest recommendations of a person with an open screen.',
    stale: 'How long a person with an open screen has waited for recommendations that lack a change; 0 if nobody waits.',
  } as const;
  for (const [what, help] of Object.entries(ages) as [keyof typeof ages, string][])
    new Gauge({
      name: `nadi_card_${what}_seconds`,
      help,
      registers: [own],
      collect() {
        this.set(app.live.cardAges()[what]);
      },
    });
}

function measureOutbox(own: Registry): void {
  new Gauge({
    name: 'nadi_outbox_age_seconds',
    help: 'Age of the oldest due record of each kind; absent while the database is unavailable.',
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

/** Metrics that other processes published in Redis; none while it is unavailable. */
const others = (): Promise<MetricsJson[]> => loadPublishedMetrics().catch(() => []) as Promise<MetricsJson[]>;

/** Serves `/metrics`: those of this gateway and of all workers, for the bearer of `METRICS_TOKEN` and for platform admins. */
export function registerMetrics(app: FastifyInstance, metricsToken: string | undefined): void {
  const own = new Registry();
  measureRequests(app, own);
  measureLive(app, own);
  measureCards(app, own);
  measureOutbox(own);
  const name = processName('gateway');
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    await admit(app, request, metricsToken);
    reply.type(metricsContentType);
    return exposition([await collectMetrics(own, name), ...(await others())]);
  });
}
