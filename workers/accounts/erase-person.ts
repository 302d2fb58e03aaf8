import { enqueueErasure } from '#models/bus/account-deletion';
import { publishAndEnqueue } from '#models/bus/publish';
import type { RecordDoc } from '#models/bus/records';
import { endMembership } from '#models/commands/memberships';
import { giveUpSeat } from '#models/commands/seats';
import { settleRequest } from '#models/commands/settle-request';
import { Attendances } from '#models/db/attendances';
import { JoinRequests } from '#models/db/join-requests';
import { Mails, mailsOf } from '#models/db/mails';
import { Memberships } from '#models/db/memberships';
import { toId } from '#models/db/model';
import '#models/db/all';
import { type DeletedPerson, describedCollections, type Recount } from '#models/db/collections';
import { type DbSession, transaction } from '#models/db/transaction';
import { Uploads } from '#models/db/uploads';
import { Users } from '#models/db/users';
import type { Mailer } from '../mail/mailer.js';
import { markRecount } from '../sweeper/counter-sources.js';
import { pathOf, usedPaths } from '../upkeep/orphans.js';
import { removeContent } from './remove-content.js';

/** Delay of the second round, which covers writes of calls that began before the account was marked. */
const secondRoundAfterMs = 15_000;
const rounds = 2;

const recount: Recount = async (kind, ids) => {
  for (const id of ids) await markRecount({ kind, id });
};

/** Runs one change and publishes its records at once, while the documents that their messages describe still exist. */
async function change(work: (session: DbSession) => Promise<RecordDoc[]>): Promise<void> {
  for (const record of await transaction(work)) await publishAndEnqueue(record);
}

/** Ends each membership, so that open pages of the societies update. */
async function leaveSocieties({ user }: DeletedPerson): Promise<void> {
  for (const membership of await Memberships.find({ user }).lean())
    await change(async (session) => {
      const found = await Memberships.findOne({ _id: membership._id }, null, { session }).lean();
      const { record } = found ? await endMembership(session, found, user) : { record: null };
      return record ? [record] : [];
    });
}

/** Gives seats up for the waiting list. */
async function giveUpSeats({ user }: DeletedPerson): Promise<void> {
  const taken = await Attendances.find({ user, state: { $in: ['going', 'waiting'] } }, { event: 1 }).lean();
  for (const { event } of taken) await change((session) => giveUpSeat(session, event, user));
}

/** Withdraws pending requests, so that they leave the admins' lists. */
async function withdrawRequests({ user }: DeletedPerson): Promise<void> {
  for (const { _id } of await JoinRequests.find({ user, pending: true }, { _id: 1 }).lean())
    await change(async (session) => {
      const request = await JoinRequests.findOne({ _id, pending: true }, null, { session }).lean();
      return request ? [await settleRequest(session, request, { status: 'withdrawn', by: user })] : [];
    });
}

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
  leaveSocieties,
  giveUpSeats,
  withdrawRequests,
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
