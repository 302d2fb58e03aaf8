import { fail } from '#models/contract/failure';
import { holdPerson } from '#models/db/holds';
import { type DbSession, transaction } from '#models/db/transaction';
import type { UserDoc } from '#models/db/users';
import type { Ctx } from './context.js';

/**
 * Holds the caller's account in a transaction, so that it cannot be deleted, suspended or banned from a society beside it: one
 * of the two is run again. Answers the account as it is now; unauthorized where it is gone or suspended.
 */
export async function holdCaller(session: DbSession, { me }: Ctx): Promise<UserDoc> {
  const user = await holdPerson(session, me._id);
  return user && user.suspendedAt === null ? user : fail('unauthorized');
}

/** Runs a transaction that begins by holding the caller's account: whatever a person does by it is theirs to do until its end. */
export const transactionOf = <T>(ctx: Ctx, work: (session: DbSession, me: UserDoc) => Promise<T>): Promise<T> =>
  transaction(async (session) => work(session, await holdCaller(session, ctx)));
