import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { openRedis } from '#models/bus/redis';
import { keepReads } from '#models/db/kept';
import { accountRoutes } from './features/account/account.routes.js';
import { adminRoutes } from './features/admin/admin.routes.js';
import { analyticsRoutes } from './features/analytics/analytics.routes.js';
import { attendanceRoutes } from './features/attendance/attendance.routes.js';
import { authRoutes } from './features/auth/auth.routes.js';
import { commentsRoutes } from './features/comments/comments.routes.js';
import { eventsRoutes } from './features/events/events.routes.js';
import { invitationsRoutes } from './features/invitations/invitations.routes.js';
import { joinRequestsRoutes } from './features/join-requests/join-requests.routes.js';
import { membersRoutes } from './features/members/members.routes.js';
import { notificationsRoutes } from './features/notifications/notifications.routes.js';
import { peopleRoutes } from './features/people/people.routes.js';
import { postsRoutes } from './features/posts/posts.routes.js';
import { profilesRoutes } from './features/profiles/profiles.routes.js';
import { reportsRoutes } from './features/reports/reports.routes.js';
import { searchRoutes } from './features/search/search.routes.js';
import { societiesRoutes } from './features/societies/societies.routes.js';
import { supportRoutes } from './features/support/support.routes.js';
import { uploadsRoutes } from './features/uploads/uploads.routes.js';
import { usersRoutes } from './features/users/users.routes.js';
import { type Live, type LiveTiming, startLive } from './live/live.js';
import { registerBoard } from './plugins/board.js';
import { registerBodies } from './plugins/bodies.js';
import { registerClientAddress, type TrustProxy, trustOf } from './plugins/client-address.js';
import { registerDocuments } from './plugins/documents.js';
import { answerError, registerErrors } from './plugins/errors.js';
import { registerHeaders } from './plugins/headers.js';
import { registerHealth } from './plugins/health.js';
import { closeDecoders } from './plugins/images.js';
import { registerMetrics } from './plugins/metrics.js';
import { makeRateLimits } from './plugins/rate-limit.js';
import { nameRequest, requestId } from './plugins/request-id.js';
import { registerStatic } from './plugins/static.js';
import { registerStop } from './plugins/stop.js';
import { type BodyTimes, bodyTimes, registerBodyTimes, serverTimes } from './plugins/unfinished.js';
import { registerWellKnown } from './plugins/well-known.js';

export interface AppOptions {
  redisUrl: string;
  webDir: string;
  rateLimits: boolean;
  trustProxy: TrustProxy;
  emailDomains: readonly string[];
  emailVerification: boolean;
  timeZone: string;
  /** Where people write to the support team by mail. */
  supportEmail: string;
  /** Where the app is reached from outside, without a slash at its end. */
  publicUrl: string;
  /** What monitoring sends as its bearer token; without one only platform admins read the metrics. */
  metricsToken?: string | undefined;
  logger: FastifyServerOptions['logger'];
  /** What must be there beside the database before the app is ready. */
  readiness: readonly (() => Promise<string | null>)[];
  /** For tests, whose pictures lie on this machine: the one inner host, with its port, from which pictures are fetched. */
  fetchInside?: string;
  /** For tests, which cannot wait as long as people do. */
  liveTiming?: Partial<LiveTiming>;
  bodyTimes?: BodyTimes;
}

declare module 'fastify' {
  interface FastifyInstance {
    settings: AppOptions;
    live: Live;
  }
}

const maxBody = 1 << 20;

async function registerParts(app: FastifyInstance, options: AppOptions): Promise<void> {
  // Answers only: a packed body could unfold to any size.
  await app.register(compress, { globalDecompression: false });
  await registerHeaders(app, options.publicUrl);
  await registerDocuments(app);
  registerHealth(app, { checks: options.readiness });
  registerWellKnown(app);
  registerMetrics(app, options.metricsToken);
  await app.register(cookie);
  await registerBoard(app);
}

/** The whole gateway, not yet listening; tests build the very same. The stores are connected before. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: options.logger,
    trustProxy: trustOf(options.trustProxy),
    bodyLimit: maxBody,
    ...serverTimes(options.bodyTimes ?? bodyTimes),
    routerOptions: { ignoreTrailingSlash: true },
    genReqId: requestId,
    frameworkErrors: (error, request, reply) => answerError(error, request, nameRequest(request, reply)),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.addHook('onRequest', async (request, reply) => void nameRequest(request, reply));
  registerBodies(app);
  registerBodyTimes(app, options.bodyTimes ?? bodyTimes);
  const redis = openRedis(options.redisUrl, 'quick', (event, facts) => app.log.warn(facts, event));
  app.addHook('onClose', async () => redis.disconnect());
  const endKeeping = keepReads();
  app.addHook('onClose', async () => endKeeping());
  app.addHook('onClose', closeDecoders);
  app.decorate('settings', options);
  registerClientAddress(app, options.trustProxy);
  app.decorate('emailVerification', options.emailVerification);
  app.decorate('routedCalls', new Map());
  app.decorate('rateLimits', makeRateLimits(redis, options.rateLimits));
  app.decorateRequest('ctx', null);
  registerErrors(app);
  registerStop(app);
  const { redisUrl, emailVerification, rateLimits: limits, liveTiming: timing = {} } = options;
  app.decorate('live', await startLive(app, { redisUrl, emailVerification, limits, timing }));
  await registerParts(app, options);
  for (const routes of [
    accountRoutes,
    adminRoutes,
    authRoutes,
    usersRoutes,
    peopleRoutes,
    profilesRoutes,
    postsRoutes,
    commentsRoutes,
    reportsRoutes,
    societiesRoutes,
    membersRoutes,
    invitationsRoutes,
    joinRequestsRoutes,
    eventsRoutes,
    attendanceRoutes,
    notificationsRoutes,
    analyticsRoutes,
    searchRoutes,
    supportRoutes,
    uploadsRoutes,
  ])
    routes(app);
  await registerStatic(app, options.webDir, options.publicUrl);
  return app;
}
