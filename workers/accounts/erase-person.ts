import { enqueueErasure } from '#models/bus/account-deletion';
import { Mails, mailsOf } from '#models/db/mails';
import { toId } from '#models/db/model';
import '#models/db/all';
import { type DeletedPerson, describedCollections, type Recount } from '#models/db/collections';
import { transaction } from '#models/db/transaction';
import { Uploads } from '#models/db/uploads';
import { Users } from '#models/db/users';
import type { Mailer } from '../mail/mailer.js';
import { markRecount } from '../sweeper/counter-sources.js';
import { pathOf, usedPaths } from '../upkeep/orphans.js';
import { giveUpSeats, leaveSocieties, withdrawRequests } from './give-up.js';
import { removeContent } from './remove-content.js';

/** Delay of the second round, which covers writes of calls that began before the account was marked. */
const secondRoundAfterMs = 15_000;
const rounds = 2;

const recount: Recount = async (kind, ids) => {
  for (const id of ids) await markRecount({ kind, id });
};

/** Deletes images that nothing shows any more; those of a society or of remaining content stay. */
async function dropUploads({ user }: DeletedPerson): Promise<void> {
  const ids = (await Uploads.find({ owner: user }, { _id: 1 }).lean()).map(({ _id }) => _id);
  const shown = await usedPaths(ids);
  await Uploads.deleteMany({ _id: { $in: ids.filter((id) => !shown.has(pathOf(id))) } });
}

/** Deletes the files of mails. */
async function discardMails(who: DeletedPerson, mailer: Mailer): Promise<void> {
  for (const filter of mailsOf(who)) for (const { _id } of await Mails.find(filter, { _id: 1 }).lean()) await mailer.discard(String(_id));
}

const steps: ((who: DeletedPerson, mailer: Mailer) => Promise<void>)[] = [
  ({ user }) => leaveSocieties(user, transaction),
  ({ user }) => giveUpSeats(user, transaction, { attendable: false }),
  ({ user }) => withdrawRequests(user, transaction),
  removeContent,
  discardMails,
];

/**
 * Erases everything a deleted account left, by the list in `models/db/person-data`. Can be interrupted anywhere and run again.
 * Always runs a second round, since calls may have been under way.
 */
export async function erasePerson(id: string, mailer: Mailer, againAfterMs = secondRoundAfterMs): Promise<void> {
  const user = await Users.findById(id, { leaving: 1 }).lean();
  if (!user?.leaving) return;
  const { emailFolded, keepPosts, rounds: done } = user.leaving;
  const who: DeletedPerson = { user: toId(id), emailFolded, keepPosts, isLast: done + 1 >= rounds };
  for (const step of steps) await step(who, mailer);
  for (const [, { erase }] of describedCollections()) await erase?.(who, recount);
  // Only now nothing of theirs shows these images.
  await dropUploads(who);
  if (!who.isLast) {
    const again = new Date(Date.now() + againAfterMs);
    await Users.updateOne({ _id: id, 'leaving.rounds': done }, { $set: { 'leaving.rounds': done + 1, due: again } });
    enqueueErasure(who.user, done + 1, againAfterMs);
  } else await Users.updateOne({ _id: id }, { $unset: { leaving: 1, due: 1 } });
}
