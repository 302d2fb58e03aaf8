import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { closeBus, openBus } from '#models/bus/open';
import { type Call, type CountsOf, type DataOf, type InputOf, readsQuery } from '#models/contract/define';
import { connect, createIndexes, disconnect } from '#models/db/connect';
import type { Id } from '#models/db/model';
import { Sessions } from '#models/db/sessions';
import { bodyOf } from '#models/testing/api-client';
import { testStores } from '#models/testing/stores';
import { type AppOptions, buildApp } from '../app.js';
import { hashToken } from '../plugins/context.js';
import { collectOpenApiViolations } from './assert-openapi.js';
import { captureLog } from './captured-log.js';
import { sendHttp } from './http-client.js';

export interface CallResult<C> {
  status: number;
  data: DataOf<C>;
  next: string | null;
  counts: CountsOf<C>;
  error: { error_message: string; code: string; fields?: Record<string, string> };
  headers: Headers;
}

export interface TestApp {
  app: FastifyInstance;
  url: string;
  mongoUri: string;
  redisUrl: string;
  /** Calls through HTTP. Input outside the type may be sent too, to test refusals. */
  call<C extends Call>(
    call: C,
    input: InputOf<C> | Record<string, unknown>,
    token?: string,
    headers?: Record<string, string>,
  ): Promise<CallResult<C>>;
  /** As `call`, with retries while the database is briefly unavailable, as a client does: for calls that are safe to repeat. */
  callWithRetry: TestApp['call'];
  /** Creates a session of the user, and returns its token. */
  tokenFor(user: { _id: Id }): Promise<string>;
  close(): Promise<void>;
}

const toQuery = (input: object): string =>
  new URLSearchParams(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();

async function send<C extends Call>(
  url: string,
  call: C,
  input: object,
  token?: string,
  headers: Record<string, string> = {},
): Promise<CallResult<C>> {
  const inQuery = readsQuery(call);
  const { body: sent, type: sentType } = bodyOf(call, input);
  const { headers: received, ...answer } = await sendHttp(`${url}${call.path}${inQuery ? `?${toQuery(input)}` : ''}`, {
    method: call.method,
    headers: {
      ...headers,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(inQuery || !sentType ? {} : { 'content-type': sentType }),
    },
    body: inQuery ? undefined : sent,
  });
  const type = received.get('content-type') ?? '';
  const data = type === 'application/pdf' ? answer.bytes : answer.text;
  const body = answer.text === '' ? {} : type.includes('json') ? JSON.parse(answer.text) : { data };
  return { status: answer.status, data: body.data, next: body.next, counts: body.counts, error: body, headers: received };
}

const pauseMs = 1000;
const maxTries = 30;

async function callWithRetry(ask: () => Promise<CallResult<Call>>): Promise<CallResult<Call>> {
  for (let tries = 1; ; tries++) {
    const answer = await ask();
    if (answer.status !== 503 || tries === maxTries) return answer;
    await sleep(Math.random() * pauseMs);
  }
}

async function tokenFor(user: { _id: Id }): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = new Date();
  await Sessions.create({ _id: hashToken(token), user: user._id, device: 'test', createdAt: now, lastSeenAt: now });
  return token;
}

function failOn(about: string, found: Iterable<string>): void {
  const lines = [...found];
  if (lines.length > 0) throw new Error(`${about}:\n${lines.join('\n')}`);
}

export type TestSettings = Partial<AppOptions> & {
  /** Makes the driver emit an event for each command. */
  monitorCommands?: boolean;
};

const monitored = (uri: string): string => `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`;

/**
 * Starts the whole gateway on stores of this test file, listening on a free port. Closing it fails the file if an answer was not
 * as documented, or if a secret was logged.
 */
export async function startTestApp({ monitorCommands = false, ...settings }: TestSettings = {}): Promise<TestApp> {
  const { mongoUri, redisUrl } = await testStores();
  await connect(monitorCommands ? monitored(mongoUri) : mongoUri);
  await createIndexes();
  openBus(redisUrl);
  const log = captureLog(settings.logger === false);
  const app = await buildApp({
    redisUrl,
    webDir: 'no-web-build',
    rateLimits: false,
    trustProxy: false,
    emailDomains: [],
    emailVerification: false,
    timeZone: 'Asia/Amman',
    supportEmail: 'support@uni.example',
    publicUrl: 'http://nadi.example',
    readiness: [],
    ...settings,
    // Short, so that a test that waits for an activity gets it alone.
    liveTiming: { activityEveryMs: 20, ...settings.liveTiming },
    logger: settings.logger || log.logger,
  });
  log.collectPasswords(app);
  const departures = collectOpenApiViolations(app);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    app,
    url,
    mongoUri,
    redisUrl,
    tokenFor,
    call: (call, input, token, headers) => send(url, call, input as object, token, headers),
    callWithRetry: (call, input, token) => callWithRetry(() => send(url, call, input as object, token)) as never,
    close: async () => {
      await app.close();
      await closeBus();
      await disconnect();
      failOn('Answers that /openapi.json does not describe', departures);
      failOn('Logged, and should not have been', log.leaks());
    },
  };
}

/** Starts the gateway for all tests of a file, and closes it after them. Call it at the top of the file; use it in hooks and tests. */
export function setUpTestApp(settings?: TestSettings): TestApp {
  const test = {} as TestApp;
  beforeAll(async () => {
    Object.assign(test, await startTestApp(settings));
  });
  afterAll(() => test.close());
  return test;
}
