import { fail } from '#models/contract/failure';
import { holdPerson } from '#models/db/holds';
import { type DbSession, transaction } from '#models/db/transaction';
import type { UserDoc } from '#models/db/users';
import type { Ctx } from './context.js';

/**
 * Locks the caller's account in a transaction, so that it cannot be deleted, suspended or banned from a society at the same time:
 * one of the two transactions is retried. Returns the current account; fails with unauthorized where it is gone or suspended.
 */
export async function holdCaller(session: DbSession, { me }: Pick<Ctx, 'me'>): Promise<UserDoc> {
  const user = await holdPerson(session, me._id);
  return user && user.suspendedAt === null ? user : fail('unauthorized');
}

/**
 * Runs a transaction that first locks the caller's account, so that the caller keeps their rights until its end. One
 * person's transactions take turns. `hot` names contended documents, as for `transaction`.
 */
export const transactionOf = <T>(
  ctx: Pick<Ctx, 'me'>,
  work: (session: DbSession, me: UserDoc) => Promise<T>,
  hot?: string | readonly string[],
): Promise<T> => transaction(async (session) => work(session, await holdCaller(session, ctx)), { caller: `account ${ctx.me._id}`, hot });
