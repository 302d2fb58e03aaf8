import type { Model } from 'mongoose';
import { Comments } from './comments.js';
import { Events } from './events.js';
import { isDuplicate, Locks } from './locks.js';
import { type Id, newId } from './model.js';
import { hashAddress } from './one-time-tokens.js';
import { Posts } from './posts.js';
import type { ReportDoc } from './reports.js';
import { Societies, type SocietyDoc } from './societies.js';
import { type DbSession, retryTransaction } from './transaction.js';
import { type UserDoc, Users } from './users.js';

/*
 * A hold is a write that changes only a counter. Two overlapping transactions that hold the same document conflict: the second runs
 * again and reads the writes of the first. docs/data.md lists the invariants that rely on each hold.
 */

/** Holds an account against deletion, suspension and bans. Returns its current state, or null for a deleted account. */
export const holdPerson = (session: DbSession, id: Id): Promise<UserDoc | null> =>
  Users.findOneAndUpdate({ _id: id, deletedAt: null }, { $inc: { rev: 1 } }, { session, returnDocument: 'after' })
    .lean()
    .exec();

/** Holds an account like `holdPerson`, also one in its grace, against its restoration. Null for one that is deleted for good. */
export const holdRestorable = (session: DbSession, id: Id): Promise<UserDoc | null> =>
  Users.findOneAndUpdate(
    { _id: id, $or: [{ deletedAt: null }, { grace: { $exists: true } }] },
    { $inc: { rev: 1 } },
    { session, returnDocument: 'after' },
  )
    .lean()
    .exec();

/** Holds a society against removal and changes of its roles, which write it. Returns it, or null for a removed one. */
export const holdSociety = (session: DbSession, id: Id): Promise<SocietyDoc | null> =>
  Societies.findOneAndUpdate({ _id: id, removedAt: null }, { $inc: { rev: 1 } }, { session, returnDocument: 'after' })
    .lean()
    .exec();

const reported: Record<ReportDoc['kind'], { model: unknown; filter: object; counter: string }> = {
  post: { model: Posts, filter: { removedAt: null }, counter: 'rev' },
  comment: { model: Comments, filter: { removedAt: null }, counter: 'version' },
  event: { model: Events, filter: { removedAt: null }, counter: 'rev' },
  society: { model: Societies, filter: { removedAt: null }, counter: 'rev' },
  user: { model: Users, filter: { deletedAt: null }, counter: 'rev' },
};

/** Holds a reported object against removal, which resolves every open report of it. Returns false for a removed object. */
export async function holdReported(session: DbSession, kind: ReportDoc['kind'], id: Id): Promise<boolean> {
  const { model, filter, counter } = reported[kind];
  const { matchedCount } = await (model as Model<{ _id: Id }>).updateOne({ _id: id, ...filter }, { $inc: { [counter]: 1 } }, { session });
  return matchedCount === 1;
}

const addressHeldMs = 60_000;

/**
 * Holds an e-mail address with or without an account, so that an invitation sent to it and an account that verifies it see each
 * other. The TTL index deletes the document later.
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
    // The store reports a duplicate for a document that a concurrent transaction has just inserted.
    if (isDuplicate(error)) retryTransaction('An address is held by another transaction.', error);
    throw error;
  }
}
