import { z } from 'zod';

/** Thrown for invalid settings; `faults` has one line for each. */
export class EnvError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`Wrong settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'EnvError';
    this.faults = faults;
  }
}

const onOff = (message: string) => z.enum(['on', 'off'], message).transform((value) => value === 'on');

const text = z.string();

function startsWithOneOf(prefixes: readonly string[], example: string) {
  return text.refine((value) => prefixes.some((prefix) => value.startsWith(prefix)), `must look like ${example}`);
}

/** One Redis server, or several nodes of a cluster. */
const redisAddresses = text.refine(
  (value) => value.startsWith('/') || value.split(',').every((each) => /^rediss?:\/\/./.test(each) && URL.canParse(each)),
  'must look like redis://host:6379, or redis://a:6379,redis://b:6379 for a cluster',
);

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:\/\//i.test(value);
}

function wholeNumber(from: number, to: number) {
  const message = `must be a whole number from ${from} to ${to}`;
  return text
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message);
}

/** `true`, `false`, a number of proxies, or a list of addresses, as Fastify's `trustProxy` takes them. */
const trustProxy = text
  .regex(
    /^(true|false|\d{1,2}|[0-9a-fA-F.:/]+(\s*,\s*[0-9a-fA-F.:/]+)*)$/,
    'must be true, false, a number of proxies, or a list of addresses',
  )
  .transform((value): boolean | number | string[] => {
    if (value === 'true' || value === 'false') return value === 'true';
    return /^\d+$/.test(value) ? Number(value) : value.split(',').map((address) => address.trim());
  });

const emailDomains = text
  .transform((value) =>
    value
      .split(',')
      .map((domain) => domain.trim().toLowerCase().replace(/^@/, ''))
      .filter(Boolean),
  )
  .refine(
    (domains) => domains.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)),
    'must be domains, such as uni.edu,students.uni.edu',
  );

const fields = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test'], 'must be production, development or test').default('production'),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  /** Domain that Caddy serves, or a port such as `:80`. */
  SITE: text.optional(),
  PUBLIC_URL: text.refine(isWebAddress, 'must be an http or https address').optional(),
  TRUST_PROXY: trustProxy.default(false),
  DATA_DIR: text.default('.data'),
  MONGODB_URI: startsWithOneOf(['mongodb://', 'mongodb+srv://'], 'mongodb://host/name').optional(),
  REDIS_URL: startsWithOneOf(['redis://', 'rediss://', '/'], 'redis://host:6379 or the path of a socket').optional(),
  REDIS_QUEUES_URL: redisAddresses.optional(),
  REDIS_LIMITS_URL: redisAddresses.optional(),
  MONGOD: text.optional(),
  SEED: z.enum(['demo', 'empty'], 'must be demo or empty').optional(),
  TIME_ZONE: text.refine(isTimeZone, 'must be a time zone, such as Asia/Amman').default('Asia/Amman'),
  EMAIL_DOMAINS: emailDomains.default([]),
  EMAIL_VERIFICATION: onOff('must be on or off').optional(),
  SMTP_URL: startsWithOneOf(['smtp://', 'smtps://'], 'smtp://user:password@host:587').optional(),
  MAIL_FROM: text.default('Nadi <nadi@localhost>'),
  SUPPORT_EMAIL: text.default('support@localhost'),
  OIDC_ISSUER: text.refine(isWebAddress, 'must be an http or https address').optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_NAME: text.default('University'),
  OIDC_ADMIN_CLAIM: text.regex(/^[^=\s]+=[^=]+$/, 'must look like groups=nadi-admins').optional(),
  SAML_METADATA: text.optional(),
  SAML_ENTITY_ID: text.optional(),
  SAML_NAME: text.default('University'),
  SAML_ADMIN_ATTRIBUTE: text.regex(/^[^=\s]+=[^=]+$/, 'must look like groups=nadi-admins').optional(),
  SAML_KEY_FILE: text.optional(),
  SAML_CERT_FILE: text.optional(),
  PASSWORDS: onOff('must be on or off').default(true),
  ACCOUNT_DELETION_GRACE_DAYS: wholeNumber(0, 28).default(0),
  STAFF_SECOND_FACTOR: z.enum(['off', 'required'], 'must be off or required').default('off'),
  SSO_SECOND_FACTOR: z.enum(['nadi', 'provider'], 'must be nadi or provider').default('nadi'),
  SCIM_TOKEN: text.min(32, 'must have at least 32 characters').optional(),
  METRICS_TOKEN: text.min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be fatal, error, warn, info, debug, trace or silent')
    .default('info'),
  RATE_LIMITS: onOff('must be on or off').default(true),
  REPLAY_WINDOW: wholeNumber(5, 120).default(120),
  ANSWER_SECONDS: wholeNumber(2, 86_400).optional(),
  WEB_DIR: text.default('dist/web'),
});

/** Names of all settings. */
export const settingNames = Object.keys(fields.shape);

type Refuse = (name: string, message: string) => void;

function checkSaml({ OIDC_ISSUER, SAML_METADATA, SAML_KEY_FILE, SAML_CERT_FILE }: z.infer<typeof fields>, refuse: Refuse): void {
  if (OIDC_ISSUER !== undefined && SAML_METADATA !== undefined)
    refuse('SAML_METADATA', 'cannot be set beside OIDC_ISSUER: there is one login of the university');
  if (SAML_METADATA?.startsWith('http:')) refuse('SAML_METADATA', 'must be a file or an https address: it says whose answers are trusted');
  if ((SAML_KEY_FILE === undefined) !== (SAML_CERT_FILE === undefined)) refuse('SAML_KEY_FILE', 'must be set together with SAML_CERT_FILE');
}

/** Errors of settings that are valid alone but not together. */
function checkTogether({ value: given, issues }: z.core.ParsePayload<z.infer<typeof fields>>): void {
  const refuse: Refuse = (name, message) => issues.push({ code: 'custom', input: given, path: [name], message });
  const { SITE, PUBLIC_URL, EMAIL_DOMAINS, EMAIL_VERIFICATION, SMTP_URL } = given;
  if (SITE && !SITE.startsWith(':') && PUBLIC_URL === undefined)
    refuse('PUBLIC_URL', 'must be set where SITE is: links in mails would lead to localhost');
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, PASSWORDS } = given;
  const sso = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET };
  if (Object.values(sso).some((value) => value !== undefined))
    for (const [name, value] of Object.entries(sso))
      if (value === undefined) refuse(name, 'must be set with the other two of OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET');
  checkSaml(given, refuse);
  if (!PASSWORDS && OIDC_ISSUER === undefined && given.SAML_METADATA === undefined)
    refuse('PASSWORDS', 'can be off only where OIDC_ISSUER or SAML_METADATA is set: nobody could log in');
  if (EMAIL_DOMAINS.length > 0 && EMAIL_VERIFICATION === undefined && SMTP_URL === undefined)
    refuse('EMAIL_DOMAINS', 'proves nothing without verification: set SMTP_URL too, or EMAIL_VERIFICATION=off if that is meant');
}

const schema = fields.check(checkTogether).transform((given) => ({
  ...given,
  PUBLIC_URL: (given.PUBLIC_URL ?? `http://localhost:${given.PORT}`).replace(/\/+$/, ''),
  SEED: given.SEED ?? (given.MONGODB_URI === undefined ? ('demo' as const) : ('empty' as const)),
  EMAIL_VERIFICATION: given.EMAIL_VERIFICATION ?? given.SMTP_URL !== undefined,
}));

export type Env = z.infer<typeof schema>;

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host);

/** Whether the settings make it reachable from other machines. */
export const isReachable = ({ HOST, PUBLIC_URL }: Pick<Env, 'HOST' | 'PUBLIC_URL'>): boolean =>
  !isLoopback(HOST) || !isLoopback(new URL(PUBLIC_URL).hostname);

/** Reads every setting; an empty one counts as not set. Throws an EnvError that names every error at once. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  return parse(schema, source);
}

function parse<Schema extends z.ZodType>(wanted: Schema, source: Record<string, string | undefined>): z.infer<Schema> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const result = wanted.safeParse(given);
  if (result.success) return result.data;
  throw new EnvError([...new Set(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))]);
}

/** Addresses of the stores. */
export interface StoreUris {
  mongoUri: string;
  /** The live stream and the shared metrics. */
  redisUrl: string;
  /** Redis of the queues and of the rate limits: a server or a cluster, see `openRedisOrCluster`. */
  queuesUrl: string;
  limitsUrl: string;
}

/** Addresses of the stores, given to every process by the starter or the operator. */
export function storeUris(env: Env = readEnv()): StoreUris {
  const { MONGODB_URI: mongoUri, REDIS_URL: redisUrl } = env;
  if (mongoUri !== undefined && redisUrl !== undefined)
    return { mongoUri, redisUrl, queuesUrl: env.REDIS_QUEUES_URL ?? redisUrl, limitsUrl: env.REDIS_LIMITS_URL ?? redisUrl };
  const missing = [mongoUri === undefined && 'MONGODB_URI', redisUrl === undefined && 'REDIS_URL'].filter(Boolean);
  throw new EnvError(missing.map((name) => `${name} is not set; npm start sets it by itself`));
}

const testSchema = z.object({
  TEST_MONGODB_URI: startsWithOneOf(['mongodb://', 'mongodb+srv://'], 'mongodb://host').optional(),
  TEST_REDIS_URL: startsWithOneOf(['redis://', 'rediss://'], 'redis://host:6379').optional(),
  MONGOD: text.optional(),
  NADI_TEST_FAULTS: text.optional(),
  /** '1' where the build is newer than its sources: programs are started from it. */
  NADI_TEST_BUILT: text.optional(),
  /** Folder of MongoDB's specification tests, relative to the root of the repository. */
  MONGODB_SPECIFICATIONS: text.default('../shared/mongodb-specifications'),
  VITEST_POOL_ID: text.default('0'),
  /** Number of sockets in the test of a gateway's restart. */
  RESTART_SOCKETS: z.coerce.number().int().min(100).default(300),
});

export type TestEnv = z.infer<typeof testSchema>;

/** Settings that tests accept. Never MONGODB_URI or REDIS_URL: these hold somebody's community. */
export function readTestEnv(source: Record<string, string | undefined> = process.env): TestEnv {
  return parse(testSchema, source);
}
