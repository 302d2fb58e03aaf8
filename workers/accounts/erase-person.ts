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
import { type DeletedPerson, personData, type Recount } from '#models/db/person-data';
import { type DbSession, transaction } from '#models/db/transaction';
import { Uploads } from '#models/db/uploads';
import { Users } from '#models/db/users';
import { mailer } from '../mail/mailer.js';
import { markRecount } from '../sweeper/counter-sources.js';
import { pathOf, usedPaths } from '../upkeep/orphans.js';
import { removeContent } from './remove-content.js';

/** What a call that had begun before the account was marked may have written after the first round. */
export const secondRoundAfterMs = 15_000;
const rounds = 2;

const recount: Recount = async (kind, ids) => {
  for (const id of ids) await markRecount({ kind, id });
};

/** One change and the record of it; its messages are composed while what it is about is still there. */
async function change(work: (session: DbSession) => Promise<RecordDoc[]>): Promise<void> {
  for (const record of await transaction(work)) await publishAndEnqueue(record);
}

/** Leaves each society, for those who have its pages open to see. */
async function leaveSocieties({ user }: DeletedPerson): Promise<void> {
  for (const membership of await Memberships.find({ user }).lean())
    await change(async (session) => {
      const found = await Memberships.findOne({ _id: membership._id }, null, { session }).lean();
      const { record } = found ? await endMembership(session, found, user) : { record: null };
      return record ? [record] : [];
    });
}

/** Frees seats for those who wait. */
async function giveUpSeats({ user }: DeletedPerson): Promise<void> {
  const taken = await Attendances.find({ user, state: { $in: ['going', 'waiting'] } }, { event: 1 }).lean();
  for (const { event } of taken) await change((session) => giveUpSeat(session, event, user));
}

/** Pending requests disappear from the admins' lists. */
async function withdrawRequests({ user }: DeletedPerson): Promise<void> {
  for (const { _id } of await JoinRequests.find({ user, pending: true }, { _id: 1 }).lean())
    await change(async (session) => {
      const request = await JoinRequests.findOne({ _id, pending: true }, null, { session }).lean();
      return request ? [await settleRequest(session, request, { status: 'withdrawn', by: user })] : [];
    });
}

/** Images that nothing shows any more; those of a society or of what stays are shown on. */
async function dropUploads({ user }: DeletedPerson): Promise<void> {
  const ids = (await Uploads.find({ owner: user }, { _id: 1 }).lean()).map(({ _id }) => _id);
  const shown = await usedPaths(ids);
  await Uploads.deleteMany({ _id: { $in: ids.filter((id) => !shown.has(pathOf(id))) } });
}

/** Mails that became files. */
async function discardMails(who: DeletedPerson): Promise<void> {
  for (const filter of mailsOf(who)) for (const { _id } of await Mails.find(filter, { _id: 1 }).lean()) await mailer().discard(String(_id));
}

const steps: ((who: DeletedPerson) => Promise<void>)[] = [leaveSocieties, giveUpSeats, withdrawRequests, removeContent, discardMails];

/**
 * Goes through all that a deleted account left, by the list of `models/db/person-data`. It can be cut short anywhere and run
 * again; it does so once in any case, since calls may have been under way.
 */
export async function erasePerson(id: string, againAfterMs = secondRoundAfterMs): Promise<void> {
  const user = await Users.findById(id, { leaving: 1 }).lean();
  if (!user?.leaving) return;
  const { emailFolded, keepPosts, rounds: done } = user.leaving;
  const who: DeletedPerson = { user: toId(id), emailFolded, keepPosts, isLast: done + 1 >= rounds };
  for (const step of steps) await step(who);
  for (const { erase } of Object.values(personData)) await erase?.(who, recount);
  // Only now does nothing of theirs show them.
  await dropUploads(who);
  if (!who.isLast) {
    const again = new Date(Date.now() + againAfterMs);
    await Users.updateOne({ _id: id, 'leaving.rounds': done }, { $set: { 'leaving.rounds': done + 1, due: again } });
    enqueueErasure(who.user, done + 1, againAfterMs);
  } else await Users.updateOne({ _id: id }, { $unset: { leaving: 1, due: 1 } });
}
