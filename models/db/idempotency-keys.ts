import { fail } from '#models/contract/failure';
import { isDuplicate } from './locks.js';
import { date, defineModel, type Id, maybeString, needed, newId, ref } from './model.js';
import type { DbSession } from './transaction.js';

/** One creating call of one user, under the key that the client gave it: what it answered is answered again. */
interface IdempotencyKeyDoc {
  _id: Id;
  user: Id;
  call: string;
  key: string;
  /** SHA-256 of what was sent. */
  input: string;
  /** What the call made, as JSON, written in the transaction that made it; null until that commits. */
  made: string | null;
  /** The answer's body as JSON; null until it is sent. */
  answer: string | null;
  /** Who works on it, and until when nobody else may: a crash frees the key by itself, unless something was made. */
  holder: Id;
  until: Date;
  createdAt: Date;
}

const retentionHours = 24;
/**
 * Renewed while the call is at work; so long after a crash that made nothing the key is free again. It may be short: a process
 * that is held up for longer loses the key, and its transaction is aborted.
 */
export const claimMs = 6000;

export const IdempotencyKeys = defineModel<IdempotencyKeyDoc>(
  'idempotencyKeys',
  {
    user: ref,
    call: needed,
    key: needed,
    input: needed,
    made: maybeString,
    answer: maybeString,
    holder: ref,
    until: date,
    createdAt: date,
  },
  [
    [{ user: 1, call: 1, key: 1 }, { unique: true }],
    [{ createdAt: 1 }, { expireAfterSeconds: retentionHours * 3600 }],
  ],
);

export interface KeyedCall {
  user: Id;
  call: string;
  key: string;
  input: string;
}

/** Ours to do; done before (then one of `made` and `answer` is there); another one's work just now; or used for something else. */
export type Claim =
  | { is: 'ours'; holder: Id }
  | { is: 'done'; made: string | null; answer: string | null }
  | { is: 'underWay' }
  | { is: 'another' };

/** Takes the key, or says why not. */
export async function claimKey({ user, call, key, input }: KeyedCall, forMs: number): Promise<Claim> {
  const one = { user, call, key };
  const now = new Date();
  const [holder, until] = [newId(), new Date(now.getTime() + forMs)];
  try {
    await IdempotencyKeys.create({ ...one, input, made: null, answer: null, holder, until, createdAt: now });
    return { is: 'ours', holder };
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
  const found = await IdempotencyKeys.findOne(one).lean();
  // It was given up between the two.
  if (!found) return { is: 'underWay' };
  if (found.createdAt.getTime() < now.getTime() - retentionHours * 3_600_000)
    return renewOld(found._id, found.holder, { input, holder, until, now });
  if (found.input !== input) return { is: 'another' };
  const { made = null, answer } = found;
  if (made !== null || answer !== null) return { is: 'done', made, answer };
  const taken = await IdempotencyKeys.updateOne(
    { _id: found._id, made: null, answer: null, holder: found.holder, until: { $lte: now } },
    { $set: { holder, until } },
  );
  return taken.modifiedCount === 1 ? { is: 'ours', holder } : { is: 'underWay' };
}

/** The store throws old keys away in its own time: one that it still has is as good as gone. */
async function renewOld(
  _id: Id,
  before: Id,
  { input, holder, until, now }: { input: string; holder: Id; until: Date; now: Date },
): Promise<Claim> {
  const taken = await IdempotencyKeys.updateOne(
    { _id, holder: before },
    { $set: { input, made: null, answer: null, holder, until, createdAt: now } },
  );
  return taken.modifiedCount === 1 ? { is: 'ours', holder } : { is: 'underWay' };
}

/** Keeps the key while its call is still at work. */
export const renewClaim = (holder: Id, { user, call, key }: KeyedCall, forMs: number): Promise<unknown> =>
  IdempotencyKeys.updateOne({ user, call, key, holder, made: null, answer: null }, { $set: { until: new Date(Date.now() + forMs) } });

/**
 * Marks the key as used, in the transaction that makes the thing: both are there or neither. Fails the transaction where another
 * process took the key over meanwhile, as after a long pause of this one.
 */
export async function storeMade(session: DbSession, holder: Id, { user, call, key }: KeyedCall, made: string): Promise<void> {
  const { matchedCount } = await IdempotencyKeys.updateOne({ user, call, key, holder, made: null }, { $set: { made } }, { session });
  if (matchedCount === 0) fail('in_progress');
}

/** Keeps what is answered, unless another answer is kept already. Returns the one that is kept. */
export async function storeAnswer(holder: Id | null, { user, call, key }: KeyedCall, answer: string): Promise<string> {
  const one = { user, call, key };
  const { matchedCount } = await IdempotencyKeys.updateOne(
    { ...one, answer: null, $or: [{ made: { $ne: null } }, ...(holder ? [{ holder }] : [])] },
    { $set: { answer } },
  );
  if (matchedCount === 1) return answer;
  const stored = await IdempotencyKeys.findOne(one, { answer: 1 }).lean();
  return stored?.answer ?? answer;
}

/** A call that failed before its commit made nothing: its key may be used again. */
export const releaseKey = (holder: Id, { user, call, key }: KeyedCall): Promise<unknown> =>
  IdempotencyKeys.deleteOne({ user, call, key, holder, made: null, answer: null });
