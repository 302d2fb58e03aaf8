import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { runForRequest } from '#models/bus/trace';
import { acceptsIdempotencyKey, type Call, type CountsOf, type DataOf, type ParsedOf, readsQuery } from '#models/contract/define';
import { fail } from '#models/contract/failure';
import { invalidate } from '#models/db/cached-reads';
import type { Cookie } from './board-session.js';
import { type Ctx, findCachedSession, findSession, makeContext, resumeSession, tokenOf } from './context.js';
import { readForm } from './forms.js';
import { type Prepared, withIdempotency } from './idempotency.js';
import type { RateLimits } from './rate-limit.js';
import { makeSemaphore } from './semaphore.js';

/** What an action gives back: the data, and for a list where the next page begins and the screen's counters. */
export interface ActionResult<C> {
  data: DataOf<C>;
  next?: string | null;
  counts?: CountsOf<C>;
  /** Under which name a browser keeps a body that is not JSON. */
  filename?: string;
  cookie?: Cookie;
}
/** `early`: what came of the call's early work; throws what that threw. */
export type Action<C, Early = undefined> = (input: ParsedOf<C>, ctx: Ctx, early: () => Early) => Promise<ActionResult<C>>;

/** Slow work without the database, as decoding a picture: done before the call takes a write place. */
export type EarlyWork<C, Early> = (input: ParsedOf<C>, ctx: Ctx) => Promise<Early>;

/** The action of a call that heeds an `Idempotency-Key`: in parts, so that a repeat is judged anew and makes nothing. */
export interface CreatingAction<C, Made, Early = undefined> {
  /** Refuses input by the clock; not asked of a repeat. */
  check?(input: ParsedOf<C>): void;
  /** Loads what the call is about and asks its rule. */
  prepare(input: ParsedOf<C>, ctx: Ctx, early: () => Early): Promise<Prepared<ActionResult<C>, Made>>;
}

declare module 'fastify' {
  interface FastifyInstance {
    rateLimits: RateLimits;
    /** Calls that have a route, by name: what the guards read. */
    routedCalls: Map<string, Call>;
    emailVerification: boolean;
  }
  interface FastifyRequest {
    ctx: Ctx | null;
  }
}

/** The body of a call's answer, as a schema. */
function envelope(call: Call): z.ZodMiniType {
  if (call.status === 204) return z.null();
  if (call.media) return call.data;
  if (!call.list) return z.object({ data: call.data });
  return z.object({ data: call.data, next: z.nullable(z.string()), ...(call.counts ? { counts: call.counts } : {}) });
}

/** The fields of a DELETE: its query, and what comes in a body beside it. */
function fieldsOfDelete({ body, query }: FastifyRequest): object {
  return typeof body === 'object' && !Array.isArray(body) ? { ...body, ...(query as object) } : (query as object);
}

/** 401 first, then 429: what is asked before anything that was sent is looked at. Gives the session, if there is one. */
async function identify(app: FastifyInstance, call: Call, request: FastifyRequest): Promise<Awaited<ReturnType<typeof findSession>>> {
  const token = call.auth === 'none' ? undefined : tokenOf(request, call.path);
  const find = call.method === 'GET' ? findCachedSession : findSession;
  const found = token === undefined ? null : await find(token, app.emailVerification);
  if (call.auth === 'required' && !found) fail('unauthorized');
  if (token !== undefined && !found) fail('unauthorized');
  await app.rateLimits.take(call.rate, found?.viewer.id ?? null, app.addressOf(request.raw));
  return found;
}

async function admit(app: FastifyInstance, call: Call, request: FastifyRequest): Promise<void> {
  request.body ??= {};
  const found = await identify(app, call, request);
  if (request.bodyError) throw request.bodyError;
  if (call.method === 'DELETE' && readsQuery(call)) request.query = fieldsOfDelete(request);
  if (call.isForm) request.body = await readForm(request);
  request.ctx = makeContext(request, found);
}

/**
 * How many calls that write may be at work at once, fewer than there are connections to the database: writes that wait for
 * a transaction's locks would else take every connection, and the transaction none to go on with.
 */
export const maxConcurrentWrites = 64;
const writeGate = makeSemaphore(maxConcurrentWrites);
/** The caller as of now: what was read of them before they waited may be over, as their session or a role. */
async function reloadContext(app: FastifyInstance, request: FastifyRequest, { session }: Ctx): Promise<Ctx> {
  const found = session === null ? null : await resumeSession(session, app.emailVerification);
  if (session !== null && !found) fail('unauthorized');
  return makeContext(request, found);
}

const isWrite = (call: Call): boolean => call.method !== 'GET' || call.rate === 'signIn';

/** What is sent of an answer. An action that never asked its call's policy is a fault of ours. */
function bodyOf<C extends Call>(call: C, answer: ActionResult<C>, ctx: Ctx): object | string | null {
  const isEmptyList = Array.isArray(answer.data) && answer.data.length === 0;
  if (call.policy !== null && !isEmptyList && !ctx.checkedRules.has(call.policy))
    throw new Error(`${call.name} never asked ${call.policy}.`);
  if (call.status === 204) return null;
  if (call.media) return String(answer.data);
  if (!call.list) return { data: answer.data };
  return { data: answer.data, next: answer.next ?? null, ...(call.counts ? { counts: answer.counts } : {}) };
}

/** A body that is not JSON says what it is, and under which name to keep it. */
function declareMedia(reply: FastifyReply, media: string, filename: string | undefined): void {
  reply.header('content-type', `${media}; charset=utf-8`);
  if (filename !== undefined) reply.header('content-disposition', `attachment; filename="${filename}"`);
}

/** A cookie that no script reads, and that no other site has sent along. */
function setCookie(app: FastifyInstance, reply: FastifyReply, { name, value, path, expires }: Cookie): void {
  const secure = app.settings.publicUrl.startsWith('https:');
  reply.setCookie(name, value, { path, expires, httpOnly: true, sameSite: 'strict', secure });
}

/** Until the address is verified everything reads and nothing writes, but for one's own account: such calls have no policy. */
const needsVerified = (call: Call): boolean => call.auth === 'required' && call.policy !== null && call.method !== 'GET';

const tooLarge = 413;

/** Does the early work. Its failure is kept for the action: a repeat of an `Idempotency-Key` still gets its first answer. */
async function runEarlyWork<C, Early>(work: EarlyWork<C, Early>, input: ParsedOf<C>, ctx: Ctx): Promise<() => Early> {
  try {
    const done = await work(input, ctx);
    return () => done;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** Turns a declared call into a route: parse, token, auth level, rate limit, validation, early work, action, envelope. */
export function route<C extends Call, Made>(app: FastifyInstance, call: C, action: Action<C> | CreatingAction<C, Made>): void;
export function route<C extends Call, Made, Early>(
  app: FastifyInstance,
  call: C,
  action: Action<C, Early> | CreatingAction<C, Made, Early>,
  earlyWork: EarlyWork<C, Early>,
): void;
export function route<C extends Call, Made, Early>(
  app: FastifyInstance,
  call: C,
  action: Action<C, Early> | CreatingAction<C, Made, Early>,
  earlyWork: EarlyWork<C, Early> = async () => undefined as Early,
): void {
  if (acceptsIdempotencyKey(call) !== (typeof action === 'object'))
    throw new Error(`${call.name} needs an action of the other kind: see heedsKey.`);
  app.routedCalls.set(call.name, call);
  app.route({
    method: call.method,
    url: call.path,
    config: { call: call.name, isForm: call.isForm ?? false },
    schema: {
      [readsQuery(call) ? 'querystring' : 'body']: call.input,
      response: { [call.status]: envelope(call) },
    },
    preValidation: (request) => admit(app, call, request),
    // A body that is too large is refused before it is read; whose call it is comes first all the same.
    errorHandler: async (error, request) => {
      if (error.statusCode === tooLarge && request.ctx === null) await identify(app, call, request);
      throw error;
    },
    handler: async (request, reply) => {
      const admitted = request.ctx as Ctx;
      if (needsVerified(call) && !admitted.me.verified) fail('email_unverified');
      const input = (readsQuery(call) ? request.query : request.body) as ParsedOf<C>;
      const early = await runEarlyWork(earlyWork, input, admitted);
      const finish = (answer: ActionResult<C>, ctx: Ctx) => {
        if (call.media) declareMedia(reply, call.media, answer.filename);
        if (answer.cookie) setCookie(app, reply, answer.cookie);
        return bodyOf(call, answer, ctx);
      };
      const act = async (ctx: Ctx) => {
        if (typeof action === 'function') return finish(await action(input, ctx, early), ctx);
        return withIdempotency(call, request, ctx, {
          check: () => action.check?.(input),
          prepare: async () => {
            const prepared = await action.prepare(input, ctx, early);
            return {
              create: async (keep) => finish(await prepared.create(keep), ctx),
              recall: async (made: Made) => finish(await prepared.recall(made), ctx),
            };
          },
        });
      };
      const write = async (waited: boolean) => act(waited ? await reloadContext(app, request, admitted) : admitted);
      const body = await runForRequest(request.id, () => (isWrite(call) ? writeGate(write) : act(admitted))).finally(() => {
        if (!isWrite(call)) return;
        invalidate.pages();
        if (admitted.viewer) invalidate.person(admitted.viewer.id);
      });
      reply.code(call.status);
      return body;
    },
  });
}
