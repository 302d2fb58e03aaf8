import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { runForRequest } from '#models/bus/trace';
import { acceptsIdempotencyKey, type Call, type CountsOf, type DataOf, type ParsedOf, readsQuery } from '#models/contract/define';
import { fail } from '#models/contract/failure';
import { positionHeader } from '#models/contract/live';
import { invalidate } from '#models/db/invalidate';
import { withFreshReads } from '#models/db/loader';
import { isStaff } from '#models/policies/scopes';
import { Semaphore } from '#models/semaphore';
import { auditCall, auditObserver, StaffReads } from './audit.js';
import type { Cookie } from './board-session.js';
import { type Ctx, findCachedSession, findSession, makeContext, resumeSession, tokenOf } from './context.js';
import { readForm } from './forms.js';
import { type Prepared, withIdempotency } from './idempotency.js';
import type { RateLimits } from './rate-limit.js';

/** Result of an action: the data, and for a list the cursor of the next page and the screen's counters. */
export interface ActionResult<C> {
  data: DataOf<C>;
  next?: string | null;
  counts?: CountsOf<C>;
  /** File name for a body that is not JSON. */
  filename?: string;
  cookie?: Cookie;
}
/** `early`: returns the result of the early work, or throws its error. */
export type Action<C, Early = undefined> = (input: ParsedOf<C>, ctx: Ctx, early: () => Early) => Promise<ActionResult<C>>;

/** Slow work without the database, such as decoding a picture. Done before the call enters the write gate. */
export type EarlyWork<C, Early> = (input: ParsedOf<C>, ctx: Ctx) => Promise<Early>;

/** Action of a call that accepts an `Idempotency-Key`, in parts: a repeat is authorized again and creates nothing. */
export interface CreatingAction<C, Made, Early = undefined> {
  /** Refuses input that depends on the current time; skipped for a repeat. */
  check?(input: ParsedOf<C>, ctx: Ctx): void;
  /** Loads the objects of the call and authorizes it. */
  prepare(input: ParsedOf<C>, ctx: Ctx, early: () => Early): Promise<Prepared<ActionResult<C>, Made>>;
}

declare module 'fastify' {
  interface FastifyInstance {
    rateLimits: RateLimits;
    /** Calls that have a route, by name; read by the guards. */
    routedCalls: Map<string, Call>;
  }
  interface FastifyRequest {
    ctx: Ctx | null;
    /** Closed societies that a platform admin reads by this call; null for other calls. */
    staffReads: StaffReads | null;
  }
}

/** Schema of a call's response body. */
function envelope(call: Call): z.ZodMiniType {
  if (call.status === 204) return z.null();
  if (call.media) return call.data;
  if (!call.list) return z.object({ data: call.data });
  return z.object({ data: call.data, next: z.nullable(z.string()), ...(call.counts ? { counts: call.counts } : {}) });
}

/** Input of a DELETE: its query, and the fields of a body beside it. */
function fieldsOfDelete({ body, query }: FastifyRequest): object {
  return typeof body === 'object' && !Array.isArray(body) ? { ...body, ...(query as object) } : (query as object);
}

/** Reads without the caches where the caller knows of a change that they may lack, as when another gateway was faster. */
async function readUpToDate<T>(app: FastifyInstance, request: FastifyRequest, read: () => Promise<T>): Promise<T> {
  const position = request.headers[positionHeader];
  const isBehind = position !== undefined && (await app.live.isBehind(position));
  return isBehind ? withFreshReads(read) : read();
}

/** Checks 401, then 429, before any input is read. Returns the session, if there is one. */
async function identify(app: FastifyInstance, call: Call, request: FastifyRequest): Promise<Awaited<ReturnType<typeof findSession>>> {
  const token = call.auth === 'none' ? undefined : tokenOf(request, call.path);
  const find = (of: string) =>
    call.method === 'GET' ? readUpToDate(app, request, () => findCachedSession(of, app.settings)) : findSession(of, app.settings);
  const found = token === undefined ? null : await find(token);
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
  if (call.isForm) request.body = await readForm(request, call);
  request.ctx = contextOf(call, request, found);
}

/** Context of a call, with the observer that its audit needs. */
function contextOf(call: Call, request: FastifyRequest, found: Parameters<typeof makeContext>[1]): Ctx {
  request.staffReads = null;
  if (!found || !isStaff(found.viewer) || isWrite(call)) return makeContext(request, found, auditObserver(call));
  request.staffReads = new StaffReads();
  return makeContext(request, found, request.staffReads.observe(found));
}

/**
 * Maximum of concurrent writes, below the number of database connections: writes that wait for a transaction's locks could else
 * take every connection, and leave none for the transaction.
 */
export const maxConcurrentWrites = 64;
const writeGate = new Semaphore(maxConcurrentWrites);
/**
 * Maximum of concurrent reads. When every open page refetches at once, a statement of a transaction would else queue behind
 * hundreds of reads, here and in the store, and the transaction outlive its time limit.
 */
export const maxConcurrentReads = 64;
const readGate = new Semaphore(maxConcurrentReads);
/** Loads the caller again after waiting for a gate: the session or a role may have ended meanwhile. */
async function reloadContext(app: FastifyInstance, call: Call, request: FastifyRequest, { session }: Ctx): Promise<Ctx> {
  const reload = (of: string) => {
    const token = isWrite(call) ? undefined : tokenOf(request, call.path);
    return token === undefined ? resumeSession(of, app.settings) : findCachedSession(token, app.settings);
  };
  const found = session === null ? null : await reload(session);
  if (session !== null && !found) fail('unauthorized');
  return contextOf(call, request, found);
}

/** Frequent writes that change counters of one kind of things and nothing else that is listed. */
const counterWrites: Record<string, () => void> = {
  likePost: invalidate.likes,
  unlikePost: invalidate.likes,
  toggleAttendance: invalidate.attendance,
  attendSeries: invalidate.attendance,
  toggleBookmark: invalidate.attendance,
  recordShare: invalidate.attendance,
};

const isWrite = (call: Call): boolean => call.method !== 'GET' || call.rate === 'signIn';

/** Drops what a write may have changed from the caches of this process. */
function invalidateAfter(call: Call, { viewer }: Ctx): void {
  if (!isWrite(call)) return;
  (counterWrites[call.name] ?? invalidate.pages)();
  if (viewer) invalidate.person(viewer.id);
}

/** Response body of a result. Throws if the action never checked its call's policy. */
function bodyOf<C extends Call>(call: C, answer: ActionResult<C>, ctx: Ctx): object | string | null {
  const isEmptyList = Array.isArray(answer.data) && answer.data.length === 0;
  if (call.policy !== null && !isEmptyList && !ctx.checkedRules.has(call.policy))
    throw new Error(`${call.name} never checked ${call.policy}.`);
  if (call.status === 204) return null;
  if (call.media === 'application/pdf') return Buffer.from(answer.data as Uint8Array);
  if (call.media) return String(answer.data);
  if (!call.list) return { data: answer.data };
  return { data: answer.data, next: answer.next ?? null, ...(call.counts ? { counts: answer.counts } : {}) };
}

/** Sets the content type, and the file name, of a body that is not JSON. */
function declareMedia(reply: FastifyReply, media: string, filename: string | undefined): void {
  reply.header('content-type', media === 'application/pdf' ? media : `${media}; charset=utf-8`);
  if (filename !== undefined) reply.header('content-disposition', `attachment; filename="${filename}"`);
}

/** Sets an http-only, same-site cookie. */
function setCookie(app: FastifyInstance, reply: FastifyReply, { name, value, path, expires }: Cookie): void {
  const secure = app.settings.publicUrl.startsWith('https:');
  reply.setCookie(name, value, { path, expires, httpOnly: true, sameSite: 'strict', secure });
}

/** Whether the call needs a verified address: every write but those to one's own account, which have no policy. */
const needsVerified = (call: Call): boolean => call.auth === 'required' && call.policy !== null && call.method !== 'GET';

const tooLarge = 413;

/**
 * Runs the early work. Its error is thrown only when the action asks for the result, since a repeat of an `Idempotency-Key` still
 * gets its first answer.
 */
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

/** Registers a declared call as a route: parse, token, auth level, rate limit, validation, early work, action, envelope. */
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
  earlyWork?: EarlyWork<C, Early>,
): void {
  if (acceptsIdempotencyKey(call) !== (typeof action === 'object'))
    throw new Error(`${call.name} needs an action of the other kind: see acceptsIdempotencyKey.`);
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
    // Fastify refuses a body that is too large before it reads it; check 401 and 429 first all the same.
    errorHandler: async (error, request) => {
      if (error.statusCode === tooLarge && request.ctx === null) await identify(app, call, request);
      throw error;
    },
    handler: async (request, reply) => {
      const admitted = request.ctx as Ctx;
      if (needsVerified(call) && !admitted.me.verified) fail('email_unverified');
      const input = (readsQuery(call) ? request.query : request.body) as ParsedOf<C>;
      const early = earlyWork ? await runEarlyWork(earlyWork, input, admitted) : () => undefined as Early;
      const finish = (answer: ActionResult<C>, ctx: Ctx) => {
        if (call.media) declareMedia(reply, call.media, answer.filename);
        if (answer.cookie) setCookie(app, reply, answer.cookie);
        return bodyOf(call, answer, ctx);
      };
      const act = async (ctx: Ctx) => {
        const body = await auditCall(call, input, ctx, () => perform(ctx));
        if (request.staffReads) await request.staffReads.record(call, ctx);
        return body;
      };
      const perform = async (ctx: Ctx) => {
        if (typeof action === 'function') return finish(await action(input, ctx, early), ctx);
        return withIdempotency(call, request, ctx, {
          check: () => action.check?.(input, ctx),
          prepare: async () => {
            const prepared = await action.prepare(input, ctx, early);
            return {
              create: async (keep) => finish(await prepared.create(keep), ctx),
              recall: async (made: Made) => finish(await prepared.recall(made), ctx),
            };
          },
        });
      };
      const run = async (waited: boolean) => act(waited ? await reloadContext(app, call, request, admitted) : admitted);
      const read = (waited: boolean) => readUpToDate(app, request, () => run(waited));
      const work = () => (isWrite(call) ? writeGate.run(run) : readGate.run(read));
      const body = await runForRequest(request.id, work).finally(() => invalidateAfter(call, admitted));
      reply.code(call.status);
      return body;
    },
  });
}
