import { setFlagsFromString } from 'node:v8';
import closeWithGrace from 'close-with-grace';
import { closeBus, openBus } from '#models/bus/open';
import { connect, createIndexes, disconnect } from '#models/db/connect';
import { migrate } from '#models/db/migrate';
import { type Env, readEnv, type StoreUris, storeUris } from '#models/env';
import { type AppOptions, buildApp } from './app.js';
import { communityLoaded, webBuilt } from './plugins/health.js';
import { loggerOptions } from './plugins/log.js';
import { samlSettings, ssoSettings } from './plugins/sso/settings.js';

function appOptions(env: Env, { redisUrl, limitsUrl }: StoreUris): AppOptions {
  return {
    redisUrl,
    limitsUrl,
    webDir: env.WEB_DIR,
    rateLimits: env.RATE_LIMITS,
    trustProxy: env.TRUST_PROXY,
    emailDomains: env.EMAIL_DOMAINS,
    emailVerification: env.EMAIL_VERIFICATION,
    timeZone: env.TIME_ZONE,
    answerSeconds: env.ANSWER_SECONDS,
    supportEmail: env.SUPPORT_EMAIL,
    publicUrl: env.PUBLIC_URL,
    sso: ssoSettings(env),
    saml: samlSettings(env),
    passwords: env.PASSWORDS,
    deletionGraceDays: env.ACCOUNT_DELETION_GRACE_DAYS,
    staffSecondFactor: env.STAFF_SECOND_FACTOR === 'required',
    ssoSecondFactor: env.SSO_SECOND_FACTOR === 'provider',
    metricsToken: env.METRICS_TOKEN,
    scimToken: env.SCIM_TOKEN,
    logger: loggerOptions(env.LOG_LEVEL),
    liveTiming: { windowMs: env.REPLAY_WINDOW * 1000 },
    readiness: [webBuilt(env.WEB_DIR), communityLoaded(env.SEED)],
  };
}

// Collect garbage when the heap has grown by two fifths: with the default, thousands of sockets that join at once leave it
// fragmented (docs/performance.md, B5).
setFlagsFromString('--heap-growing-percent=40');

const env = readEnv();
const uris = storeUris(env);
openBus(uris.redisUrl, undefined, uris.queuesUrl);
// Build the app while the database connects. It listens only after the indexes exist and the migrations ran.
const store = connect(uris.mongoUri)
  .then(createIndexes)
  .then(() => migrate({ timeZone: env.TIME_ZONE }));
const [app, migrated] = await Promise.all([buildApp(appOptions(env, uris)), store]);
for (const { id, changed } of migrated) app.log.info({ migration: id, changed }, 'db.migration applied');
closeWithGrace({ delay: 10_000 }, async ({ err }) => {
  if (err) app.log.error({ err }, 'gateway.process stopped on error');
  await app.close();
  await closeBus();
  await disconnect();
});
await app.listen({ port: env.PORT, host: env.HOST });
