import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { openRedisOrCluster } from '#models/bus/redis';
import { enableReadCache } from '#models/db/loader';
import { accountRoutes } from './features/account/account.routes.js';
import { activityRoutes } from './features/activity/activity.routes.js';
import { adminRoutes } from './features/admin/admin.routes.js';
import { attendanceRoutes } from './features/attendance/attendance.routes.js';
import { auditRoutes } from './features/audit/audit.routes.js';
import { authRoutes } from './features/auth/auth.routes.js';
import { claimsRoutes } from './features/claims/claims.routes.js';
import { commentsRoutes } from './features/comments/comments.routes.js';
import { eventsRoutes } from './features/events/events.routes.js';
import { invitationsRoutes } from './features/invitations/invitations.routes.js';
import { joinRequestsRoutes } from './features/join-requests/join-requests.routes.js';
import { membersRoutes } from './features/members/members.routes.js';
import { notificationsRoutes } from './features/notifications/notifications.routes.js';
import { peopleRoutes } from './features/people/people.routes.js';
import { postsRoutes } from './features/posts/posts.routes.js';
import { privacyRoutes } from './features/privacy/privacy.routes.js';
import { profilesRoutes } from './features/profiles/profiles.routes.js';
import { recommendationsRoutes } from './features/recommendations/recommendations.routes.js';
import { reportsRoutes } from './features/reports/reports.routes.js';
import { rosterRoutes } from './features/roster/roster.routes.js';
import { scimRoutes } from './features/scim/scim.routes.js';
import { searchRoutes } from './features/search/search.routes.js';
import { societiesRoutes } from './features/societies/societies.routes.js';
import { ssoRoutes } from './features/sso/sso.routes.js';
import { staffRoutes } from './features/staff/staff.routes.js';
import { supportRoutes } from './features/support/support.routes.js';
import { trendingRoutes } from './features/trending/trending.routes.js';
import { uploadsRoutes } from './features/uploads/uploads.routes.js';
import { usersRoutes } from './features/users/users.routes.js';
import { type LiveService, type LiveTiming, startLive } from './live/live.js';
import { answerSerializer } from './plugins/answer-serializer.js';
import { registerBoard } from './plugins/board.js';
import { registerBodyParsers } from './plugins/body-parsers.js';
import { type BodyTimeouts, bodyTimeouts, registerBodyTimeouts, serverTimeouts } from './plugins/body-timeouts.js';
import { registerClientAddress, type TrustProxy, trustOf } from './plugins/client-address.js';
import { closeDocuments } from './plugins/documents/documents.js';
import { answerError, registerErrors } from './plugins/errors.js';
import { registerGracefulShutdown } from './plugins/graceful-shutdown.js';
import { registerHeaders } from './plugins/headers.js';
import { registerHealth } from './plugins/health.js';
import { closeDecoders } from './plugins/images.js';
import { registerMetrics } from './plugins/metrics.js';
import { makeRateLimits } from './plugins/rate-limit.js';
import type { RenderingOptions } from './plugins/rendering/rendered-pages.js';
import { requestId, setRequestIdHeader } from './plugins/request-id.js';
import { registerSiteFiles } from './plugins/site-files.js';
import type { SsoSettings } from './plugins/sso/provider.js';
import type { SamlSettings } from './plugins/sso/saml.js';
import { registerStatic } from './plugins/static.js';
import { registerDocs } from './plugins/static-docs.js';

export interface AppOptions {
  redisUrl: string;
  /** Redis of the rate limits, if another one. */
  limitsUrl?: string;
  webDir: string;
  rateLimits: boolean;
  trustProxy: TrustProxy;
  emailDomains: readonly string[];
  emailVerification: boolean;
  timeZone: string;
  /** Replaces the clocks of reports and support requests by this many seconds. */
  answerSeconds?: number | undefined;
  /** E-mail address of the support team. */
  supportEmail: string;
  /** Public address of the app, without a slash at its end. */
  publicUrl: string;
  /** The university's identity provider, by OpenID Connect or by SAML; both absent without one. */
  sso?: SsoSettings | undefined;
  saml?: SamlSettings | undefined;
  /** Whether accounts use passwords; false leaves them to platform admins alone. */
  passwords?: boolean;
  /** Days for which the owner of a deleted account can restore it; 0, the default, erases it at once. */
  deletionGraceDays?: number;
  /** Whether staff, platform admins or with scopes, have their rights only in a session with a second factor. */
  staffSecondFactor?: boolean;
  /** Whether the university's login asks for a second factor, so that Nadi asks for none after it. */
  ssoSecondFactor?: boolean;
  /** Bearer token of the university's identity system; without one there is no SCIM. */
  scimToken?: string | undefined;
  /** Bearer token of monitoring; without one only platform admins read the metrics. */
  metricsToken?: string | undefined;
  logger: FastifyServerOptions['logger'];
  /** Readiness checks beside the database. */
  readiness: readonly (() => Promise<string | null>)[];
  /** For tests: the one private host, with its port, from which pictures may be fetched. */
  fetchInside?: string;
  /** Shorter times for tests. */
  liveTiming?: Partial<LiveTiming>;
  bodyTimeouts?: BodyTimeouts;
  /** Other limits of rendered pages, for tests. */
  rendering?: RenderingOptions;
}

declare module 'fastify' {
  interface FastifyInstance {
    settings: AppOptions;
    live: LiveService;
  }
}

const maxBody = 1 << 20;

async function registerPlugins(app: FastifyInstance, options: AppOptions): Promise<void> {
  // Compress answers only: a compressed request body could inflate to any size.
  await app.register(compress, { globalDecompression: false });
  await registerHeaders(app, options.publicUrl, options.webDir);
  await registerDocs(app);
  registerHealth(app, { checks: options.readiness });
  registerSiteFiles(app);
  registerMetrics(app, options.metricsToken);
  await app.register(cookie);
  await registerBoard(app);
}

const featureRoutes = [
  accountRoutes,
  adminRoutes,
  auditRoutes,
  authRoutes,
  usersRoutes,
  peopleRoutes,
  privacyRoutes,
  profilesRoutes,
  postsRoutes,
  commentsRoutes,
  reportsRoutes,
  societiesRoutes,
  membersRoutes,
  claimsRoutes,
  invitationsRoutes,
  joinRequestsRoutes,
  eventsRoutes,
  attendanceRoutes,
  notificationsRoutes,
  activityRoutes,
  trendingRoutes,
  recommendationsRoutes,
  rosterRoutes,
  scimRoutes,
  searchRoutes,
  ssoRoutes,
  staffRoutes,
  supportRoutes,
  uploadsRoutes,
];

/** Builds the whole gateway, not yet listening; tests build the same. Connect the stores before. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: options.logger,
    trustProxy: trustOf(options.trustProxy),
    bodyLimit: maxBody,
    ...serverTimeouts(options.bodyTimeouts ?? bodyTimeouts),
    routerOptions: { ignoreTrailingSlash: true },
    genReqId: requestId,
    frameworkErrors: (error, request, reply) => answerError(error, request, setRequestIdHeader(request, reply)),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(answerSerializer);
  app.addHook('onRequest', (request, reply, done) => {
    setRequestIdHeader(request, reply);
    done();
  });
  registerBodyParsers(app);
  registerBodyTimeouts(app, options.bodyTimeouts ?? bodyTimeouts);
  const redis = openRedisOrCluster(options.limitsUrl ?? options.redisUrl, 'quick', (event, facts) => app.log.warn(facts, event));
  app.addHook('onClose', async () => redis.disconnect());
  const stopCaching = enableReadCache();
  app.addHook('onClose', async () => stopCaching());
  app.addHook('onClose', closeDecoders);
  app.addHook('onClose', closeDocuments);
  app.decorate('settings', options);
  registerClientAddress(app, options.trustProxy);
  app.decorate('routedCalls', new Map());
  app.decorate('rateLimits', makeRateLimits(redis, options.rateLimits));
  for (const name of ['ctx', 'staffReads']) app.decorateRequest(name, null);
  registerErrors(app);
  registerGracefulShutdown(app);
  const { redisUrl, rateLimits: limits, liveTiming: timing = {} } = options;
  app.decorate('live', await startLive(app, { redisUrl, viewers: options, limits, timing }));
  await registerPlugins(app, options);
  for (const routes of featureRoutes) routes(app);
  await registerStatic(app, options);
  return app;
}
