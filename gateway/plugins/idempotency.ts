import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Call, heedsKey } from '#models/contract/define';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { claimKey, claimMs, freeKey, type KeyedCall, keepAnswer, renewClaim } from '#models/db/idempotency-keys';
import type { Ctx } from './context.js';

const header = 'idempotency-key';
const fits = /^[\x21-\x7e]{1,200}$/;

/** What was sent, as one short text: the parsed fields, of which each call has them in its own order; files by their bytes. */
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
  if (key === undefined || !ctx.viewer || !heedsKey(call)) return null;
  if (typeof key !== 'string' || !fits.test(key)) return fail('validation_failed', { [header]: fieldTexts.wrong_type });
  return { user: ctx.viewer._id, call: call.name, key, input: await digest(request.body) };
}

/**
 * Runs a creating call once for the `Idempotency-Key` that came with it, and answers the first answer again. A failure frees
 * the key, and so does a crash, when its claim is no longer renewed.
 */
export async function once<Body>(call: Call, request: FastifyRequest, ctx: Ctx, work: () => Promise<Body>): Promise<Body> {
  const keyed = await keyedCall(call, request, ctx);
  if (!keyed) return work();
  const claim = await claimKey(keyed, claimMs);
  if (claim.is === 'another') return fail('idempotency_mismatch');
  if (claim.is === 'underWay') return fail('in_progress');
  if (claim.is === 'done') return JSON.parse(claim.answer) as Body;
  const { holder } = claim;
  const renewing = setInterval(() => void renewClaim(holder, keyed, claimMs).catch(() => {}), claimMs / 3);
  try {
    const body = await work();
    // What was made stands, whether or not its answer could be kept.
    await keepAnswer(holder, keyed, JSON.stringify(body)).catch((error: unknown) =>
      request.log.warn({ err: error }, 'An answer could not be kept for its key.'),
    );
    return body;
  } catch (error) {
    await freeKey(holder, keyed).catch(() => {});
    throw error;
  } finally {
    clearInterval(renewing);
  }
}
