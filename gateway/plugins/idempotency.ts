import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { acceptsIdempotencyKey, type Call } from '#models/contract/define';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { omitAuditEntry } from '#models/db/audit-draft';
import { claimKey, claimMs, type KeyedCall, releaseKey, renewClaim, storeAnswer, storeMade } from '#models/db/idempotency-keys';
import type { Id } from '#models/db/model';
import type { DbSession } from '#models/db/transaction';
import type { Ctx } from './context.js';

const header = 'idempotency-key';
const keyFormat = /^[\x21-\x7e]{1,200}$/;

/** Digest of the input: the parsed fields, whose order is fixed for each call; files by their bytes. */
async function digest(input: unknown): Promise<string> {
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(input as object)) {
    hash.update(JSON.stringify([name]));
    if (value instanceof Blob) hash.update(new Uint8Array(await value.arrayBuffer()));
    else hash.update(JSON.stringify(value) ?? '');
  }
  return hash.digest('base64');
}

async function keyedCall(call: Call, request: FastifyRequest, ctx: Ctx): Promise<KeyedCall | null> {
  const key = request.headers[header];
  if (key === undefined || !ctx.viewer || !acceptsIdempotencyKey(call)) return null;
  if (typeof key !== 'string' || !keyFormat.test(key)) return fail('validation_failed', { [header]: fieldTexts.wrong_type });
  return { user: ctx.viewer._id, call: call.name, key, input: await digest(request.body) };
}

/** Stores the created object's id under the key, in the transaction that creates it. */
export type Keep<Made> = (session: DbSession, made: Made) => Promise<void>;

/** An authorized creating call. */
export interface Prepared<Body, Made> {
  /** Creates the object. Must call `keep` in the transaction that does. */
  create(keep: Keep<Made>): Promise<Body>;
  /** Answers for an object that a crashed process created before it could answer. */
  recall(made: Made): Promise<Body>;
}

interface Creation<Body, Made> {
  /** Refuses input that depends on the current time; skipped for a repeat. */
  check(): void;
  /** Loads the objects of the call and authorizes it, also for a repeat. */
  prepare(): Promise<Prepared<Body, Made>>;
}

const keepNothing: Keep<unknown> = async () => {};

async function create<Body, Made>({ check, prepare }: Creation<Body, Made>, keep: Keep<Made>): Promise<Body> {
  check();
  return (await prepare()).create(keep);
}

/** Stores the answer under the key. The object exists in any case, so a failure is only logged. */
const storeBody = async <Body>(request: FastifyRequest, holder: Id | null, keyed: KeyedCall, body: Body): Promise<Body> =>
  storeAnswer(holder, keyed, JSON.stringify(body)).then(
    (answer) => JSON.parse(answer) as Body,
    (error: unknown) => {
      request.log.warn({ err: error }, 'idempotency.answer write failed');
      return body;
    },
  );

/**
 * Runs a creating call once for its `Idempotency-Key`. A repeat gets the first answer if it is still authorized. A failure before
 * the commit frees the key, and so does a crash, once its claim is no longer renewed; a committed creation is never repeated.
 */
export async function withIdempotency<Body, Made>(
  call: Call,
  request: FastifyRequest,
  ctx: Ctx,
  creation: Creation<Body, Made>,
): Promise<Body> {
  const keyed = await keyedCall(call, request, ctx);
  if (!keyed) return create(creation, keepNothing);
  const claim = await claimKey(keyed, claimMs);
  if (claim.is === 'another') return fail('idempotency_mismatch');
  if (claim.is === 'underWay') return fail('in_progress');
  if (claim.is === 'done') {
    const prepared = await creation.prepare();
    omitAuditEntry();
    if (claim.answer !== null) return JSON.parse(claim.answer) as Body;
    return storeBody(request, null, keyed, await prepared.recall(JSON.parse(claim.made as string) as Made));
  }
  const { holder } = claim;
  const renewing = setInterval(() => void renewClaim(holder, keyed, claimMs).catch(() => {}), claimMs / 3);
  try {
    const body = await create(creation, (session, made) => storeMade(session, holder, keyed, JSON.stringify(made)));
    return await storeBody(request, holder, keyed, body);
  } catch (error) {
    await releaseKey(holder, keyed).catch(() => {});
    throw error;
  } finally {
    clearInterval(renewing);
  }
}
