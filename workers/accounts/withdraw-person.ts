import { enqueueWithdrawal } from '#models/bus/account-deletion';
import { holdGrace } from '#models/commands/account-grace';
import { holdMembership } from '#models/commands/hold-membership';
import { holdDocuments } from '#models/db/held-documents';
import { type Id, toId } from '#models/db/model';
import { Societies } from '#models/db/societies';
import { transaction } from '#models/db/transaction';
import type { AccountGrace } from '#models/db/user-states';
import { Users } from '#models/db/users';
import '#models/db/all';
import { giveUpSeats, leaveSocieties, type Run, withdrawRequests } from './give-up.js';
import { heldCollections, recountOf, restorable } from './held-collections.js';
import { removeTexts } from './remove-content.js';

/** Delay of the second round, which covers writes of calls that began before the account was deactivated. */
const secondRoundAfterMs = 15_000;
const rounds = 2;
const batch = 200;

/** Takes the documents of one filter out of their collection, a batch in each transaction. */
async function hold(user: Id, collection: (typeof heldCollections)[number], filter: object, run: Run): Promise<void> {
  const { model } = collection;
  for (;;) {
    const found = await model.find(filter).limit(batch).lean();
    if (found.length === 0) return;
    // Marked before, for a crash in between, and after, for a recount in between.
    await recountOf(collection, found);
    const moved = await run(async (session) => {
      const ids = { _id: { $in: found.map(({ _id }) => _id) } };
      const docs = await model.find(ids, null, { session }).lean();
      await holdDocuments(
        session,
        user,
        model.modelName,
        docs.map((doc) => restorable(collection, doc)),
      );
      await model.deleteMany(ids, { session });
      return true;
    });
    await recountOf(collection, found);
    if (!moved || found.length < batch) return;
  }
}

/** Removes the person's address from the societies that show it as theirs. */
async function holdContacts({ account: { _id: user, emailFolded } }: AccountGrace, run: Run): Promise<void> {
  for await (const { _id, contactEmail } of Societies.find({ contactEmail: { $gt: '' } }, { contactEmail: 1 })
    .lean()
    .cursor())
    if (contactEmail.toLowerCase() === emailFolded)
      await run(async (session) => {
        const removed = await Societies.updateOne({ _id, contactEmail }, { $set: { contactEmail: '' }, $inc: { version: 1 } }, { session });
        if (removed.modifiedCount === 1) await holdDocuments(session, user, Societies.modelName, [{ _id, contactEmail }]);
      });
}

/**
 * Hides what an account in its grace has: ends memberships, passes seats on, withdraws requests, removes posts and comments unless
 * they are to stay, and takes out what lists show. Can be interrupted anywhere and run again; stops when the account is restored.
 * Always runs a second round, since calls may have been under way.
 */
export async function withdrawPerson(id: string, againAfterMs = secondRoundAfterMs): Promise<void> {
  const user = toId(id);
  const grace = (await Users.findById(id, { grace: 1 }).lean())?.grace;
  if (!grace) return;
  const run: Run = (work) => transaction(async (session) => ((await holdGrace(session, user)) ? work(session) : null));
  await leaveSocieties(user, run, (session, membership) => holdMembership(session, user, membership));
  await giveUpSeats(user, run, { attendable: true });
  await withdrawRequests(user, run);
  if (!grace.keepPosts) await removeTexts(user, run);
  await holdContacts(grace, run);
  const { emailFolded } = grace.account;
  for (const collection of heldCollections)
    for (const filter of collection.filters) await hold(user, collection, filter({ user, emailFolded }), run);
  const done = grace.rounds + 1;
  const now = { _id: id, 'grace.rounds': grace.rounds };
  if (done < rounds) {
    await Users.updateOne(now, { $set: { 'grace.rounds': done, due: new Date(Date.now() + againAfterMs) } });
    enqueueWithdrawal(user, grace.since, done, againAfterMs);
  } else await Users.updateOne(now, { $set: { 'grace.rounds': done }, $unset: { due: 1 } });
}
