import type { Model } from 'mongoose';
import { Comments } from './comments.js';
import { Events } from './events.js';
import { isDuplicate, Locks } from './locks.js';
import { type Id, newId } from './model.js';
import { hashAddress } from './one-time-tokens.js';
import { Posts } from './posts.js';
import type { ReportDoc } from './reports.js';
import { Societies } from './societies.js';
import { type DbSession, retryTransaction } from './transaction.js';
import { type UserDoc, Users } from './users.js';

/*
 * A hold is a write that changes nothing but a counter. Two overlapping transactions that hold the same document cannot both
 * commit: the second is run again and reads what the first wrote. docs/data.md says which invariant rests on which hold.
 */

/** Holds an account against its deletion, its suspension and a ban; answers it as it is now, or null for one that is deleted. */
export const holdPerson = (session: DbSession, id: Id): Promise<UserDoc | null> =>
  Users.findOneAndUpdate({ _id: id, deletedAt: null }, { $inc: { rev: 1 } }, { session, returnDocument: 'after' })
    .lean()
    .exec();

const reported: Record<ReportDoc['kind'], { model: unknown; filter: object; counter: string }> = {
  post: { model: Posts, filter: { removedAt: null }, counter: 'rev' },
  comment: { model: Comments, filter: { removedAt: null }, counter: 'version' },
  event: { model: Events, filter: { removedAt: null }, counter: 'rev' },
  society: { model: Societies, filter: { removedAt: null }, counter: 'rev' },
  user: { model: Users, filter: { deletedAt: null }, counter: 'rev' },
};

/** Holds what is reported against its removal, which settles every open report of it; false where it is gone. */
export async function holdReported(session: DbSession, kind: ReportDoc['kind'], id: Id): Promise<boolean> {
  const { model, filter, counter } = reported[kind];
  const { matchedCount } = await (model as Model<{ _id: Id }>).updateOne({ _id: id, ...filter }, { $inc: { [counter]: 1 } }, { session });
  return matchedCount === 1;
}

const addressHeldMs = 60_000;

/**
 * Holds an e-mail address, whether or not somebody has an account by it: an invitation that is sent to it, and an account that
 * proves it, find each other. The document is swept away later.
 */
export async function holdAddress(session: DbSession, emailFolded: string): Promise<void> {
  const until = new Date(Date.now() + addressHeldMs);
  try {
    await Locks.updateOne(
      { _id: `address ${hashAddress(emailFolded)}` },
      { $set: { holder: String(newId()), until } },
      { upsert: true, session },
    );
  } catch (error) {
    // The store may say it of a document that another transaction has just made.
    if (isDuplicate(error)) retryTransaction('An address is held by another transaction.', error);
    throw error;
  }
}
