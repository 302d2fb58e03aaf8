import { inBatches } from '#models/bus/verb';
import { Attendances } from '#models/db/attendances';
import { Bookmarks } from '#models/db/bookmarks';
import { Events } from '#models/db/events';
import { JoinRequests } from '#models/db/join-requests';
import { mailRetentionMs } from '#models/db/mails';
import { Memberships } from '#models/db/memberships';
import { idOfTime } from '#models/db/model';
import { type PushSubscriptionDoc, PushSubscriptions, pruneStaleSubscriptions } from '#models/db/push-subscriptions';
import type { Log } from '../log.js';
import { openedMailer } from '../mail/mailer.js';

const yearMs = 365 * 86_400_000;
const batch = 500;

/** Events of several days end later than they start, but none so much later. */
const longestMs = 366 * 86_400_000;

/** Who went or wanted to go is kept for a year after an event; how many stays. */
async function deleteParticipation(log: Log): Promise<void> {
  const before = new Date(Date.now() - yearMs);
  const lastDay = before.toISOString().slice(0, 10);
  let count = 0;
  for (const open of [true, false])
    for await (const { _id, endDate, startsAt } of Events.find({ open, startsAt: { $lt: before } }, { endDate: 1, startsAt: 1 })
      .sort({ startsAt: 1, _id: 1 })
      .lean()
      .cursor()) {
      const isOver = endDate === null || endDate < lastDay || startsAt.getTime() < Date.now() - yearMs - longestMs;
      if (!isOver) continue;
      count += (await Attendances.deleteMany({ event: _id })).deletedCount;
      count += (await Bookmarks.deleteMany({ event: _id })).deletedCount;
    }
  if (count > 0) log.info({ count }, 'retention.attendances deleted');
}

/** What was asked and answered to become a member is kept as long as the membership, and a year after the decision. */
async function deleteJoinRequests(log: Log): Promise<void> {
  const before = new Date(Date.now() - yearMs);
  let [count, from] = [0, {}];
  for (;;) {
    // By their ids, which hold the time: an old request cannot have a young one.
    const requests = await JoinRequests.find({ _id: { $lt: idOfTime(before.getTime()), ...from } })
      .sort({ _id: 1 })
      .limit(batch)
      .lean();
    for (const { _id, society, user, decidedAt, pending } of requests) {
      if (pending || (decidedAt && decidedAt > before) || (await Memberships.exists({ society, user }))) continue;
      count += (await JoinRequests.deleteOne({ _id })).deletedCount;
    }
    const last = requests.at(-1);
    if (!last || requests.length < batch) break;
    from = { $gt: last._id };
  }
  if (count > 0) log.info({ count }, 'retention.join-requests deleted');
}

/** Mails that became files go with their records. */
async function deleteMailFiles(log: Log): Promise<void> {
  const count = (await openedMailer()?.discardBefore(new Date(Date.now() - mailRetentionMs))) ?? 0;
  if (count > 0) log.info({ count }, 'retention.mails deleted');
}

/** Browsers that were told by push are kept as long as the session that asked for it. */
async function deletePushSubscriptions(log: Log): Promise<void> {
  let count = 0;
  for await (const browsers of inBatches<PushSubscriptionDoc>(PushSubscriptions.find().lean()))
    count += browsers.length - (await pruneStaleSubscriptions(browsers)).length;
  if (count > 0) log.info({ count }, 'retention.push-subscriptions deleted');
}

/** What the privacy policy says of how long things are kept, beyond what expires by itself and what is removed. */
export async function applyRetention(log: Log): Promise<void> {
  await deleteParticipation(log);
  await deleteJoinRequests(log);
  await deleteMailFiles(log);
  await deletePushSubscriptions(log);
}
