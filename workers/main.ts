import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { closeBus, openBus } from '#models/bus/open';
import { connect, createIndexes, disconnect } from '#models/db/connect';
import { migrate } from '#models/db/migrate';
import { vapidKeys } from '#models/db/vapid';
import { readEnv, storeUris } from '#models/env';
import { loggerOptions } from './log.js';
import { makeMailer } from './mail/mailer.js';
import { contactOf, makePusher } from './push/pusher.js';
import { startWorkers } from './start.js';

const env = readEnv();
const { mongoUri, redisUrl, queuesUrl } = storeUris(env);
const log = pino(loggerOptions(env.LOG_LEVEL));
await connect(mongoUri);
// The unique indexes make each delivery once a person: create them before any job runs.
await createIndexes();
for (const { id, changed } of await migrate({ timeZone: env.TIME_ZONE })) log.info({ migration: id, changed }, 'db.migration applied');
await vapidKeys();
openBus(redisUrl, (event, facts) => log.warn(facts, event), queuesUrl);
const workers = await startWorkers({
  redisUrl: queuesUrl,
  log,
  timeZone: env.TIME_ZONE,
  answerSeconds: env.ANSWER_SECONDS,
  mailer: makeMailer({ smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, dataDir: env.DATA_DIR, publicUrl: env.PUBLIC_URL }),
  pusher: makePusher({ subject: contactOf(env.PUBLIC_URL, env.SUPPORT_EMAIL) }),
});
closeWithGrace({ delay: 15_000, logger: false }, async ({ err }) => {
  if (err) log.error({ err }, 'workers.process stopped on error');
  await workers.close();
  await closeBus();
  await disconnect();
});
log.info('workers.process started');
