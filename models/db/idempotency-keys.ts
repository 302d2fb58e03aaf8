import { fail } from '#models/contract/failure';
import { byUser, deleteAll, describeCollection } from './collections.js';
import { isDuplicate } from './locks.js';
import { date, defineModel, type Id, maybeString, needed, newId, ref } from './model.js';
import type { DbSession } from './transaction.js';

/** One creating call of one user under the client's idempotency key; a repeated call gets the first answer. */
interface IdempotencyKeyDoc {
  _id: Id;
  user: Id;
  call: string;
  key: string;
  /** SHA-256 of the input. */
  input: string;
  /** The created thing as JSON, written in the transaction that created it; null until that commits. */
  made: string | null;
  /** The answer's body as JSON; null until it is sent. */
  answer: string | null;
  /** The call that holds the claim and its expiry. A crash frees the key by itself unless the thing was created. */
  holder: Id;
  until: Date;
  createdAt: Date;
}

const retentionHours = 24;
/**
 * Lifetime of a claim, renewed while the call runs. After a crash that created nothing the key is free again this soon. It may be
 * short: a process that stalls for longer loses the claim, and its transaction is aborted.
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

describeCollection(IdempotencyKeys, {
  isInternal: true,
  description: 'Stored answers to the person’s calls. Deleted.',
  exportFilter: null,
  erase: deleteAll(IdempotencyKeys, byUser),
});

export interface KeyedCall {
  user: Id;
  call: string;
  key: string;
  input: string;
}

/**
 * `ours`: claimed by this call. `done`: finished before, with `made` or `answer`. `underWay`: another call is working on it.
 * `another`: the key was used for another input.
 */
export type Claim =
  | { is: 'ours'; holder: Id }
  | { is: 'done'; made: string | null; answer: string | null }
  | { is: 'underWay' }
  | { is: 'another' };

/** Claims the key, or returns why it cannot. */
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
  // The key was released between the two commands.
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

/** Claims an expired key that the TTL index has not deleted yet. */
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

/** Renews the claim of a running call. */
export const renewClaim = (holder: Id, { user, call, key }: KeyedCall, forMs: number): Promise<unknown> =>
  IdempotencyKeys.updateOne({ user, call, key, holder, made: null, answer: null }, { $set: { until: new Date(Date.now() + forMs) } });

/**
 * Stores the created thing with the key, in the transaction that creates it. Fails the transaction if another process took the
 * claim over, as after a long pause of this one.
 */
export async function storeMade(session: DbSession, holder: Id, { user, call, key }: KeyedCall, made: string): Promise<void> {
  const { matchedCount } = await IdempotencyKeys.updateOne({ user, call, key, holder, made: null }, { $set: { made } }, { session });
  if (matchedCount === 0) fail('in_progress');
}

/** Stores the answer unless there is one already. Returns the stored one. */
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

/** Releases the key of a call that failed before its commit, so that it can be used again. */
export const releaseKey = (holder: Id, { user, call, key }: KeyedCall): Promise<unknown> =>
  IdempotencyKeys.deleteOne({ user, call, key, holder, made: null, answer: null });
