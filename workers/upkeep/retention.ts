import { inBatches } from '#models/bus/verb';
import { Attendances } from '#models/db/attendances';
import { Bookmarks } from '#models/db/bookmarks';
import { EventFeedbacks } from '#models/db/event-feedback';
import { Events } from '#models/db/events';
import { JoinRequests } from '#models/db/join-requests';
import { mailRetentionMs } from '#models/db/mails';
import { Memberships } from '#models/db/memberships';
import { idOfTime } from '#models/db/model';
import { type PushSubscriptionDoc, PushSubscriptions, pruneStaleSubscriptions } from '#models/db/push-subscriptions';
import type { Deletions } from '#models/db/retention-ledger';
import type { Log } from '../log.js';
import type { Mailer } from '../mail/mailer.js';

const yearMs = 365 * 86_400_000;
const batch = 500;

/** Longest span of an event of several days. */
const longestMs = 366 * 86_400_000;

/** Deletes attendances, bookmarks and feedback a year after an event; the counters stay. */
async function deleteParticipation(log: Log): Promise<Deletions> {
  const before = new Date(Date.now() - yearMs);
  const lastDay = before.toISOString().slice(0, 10);
  const deleted = { attendances: 0, bookmarks: 0, eventFeedback: 0 };
  for (const open of [true, false])
    for await (const { _id, endDate, startsAt } of Events.find({ open, startsAt: { $lt: before } }, { endDate: 1, startsAt: 1 })
      .sort({ startsAt: 1, _id: 1 })
      .lean()
      .cursor()) {
      const isOver = endDate === null || endDate < lastDay || startsAt.getTime() < Date.now() - yearMs - longestMs;
      if (!isOver) continue;
      deleted.attendances += (await Attendances.deleteMany({ event: _id })).deletedCount;
      deleted.bookmarks += (await Bookmarks.deleteMany({ event: _id })).deletedCount;
      deleted.eventFeedback += (await EventFeedbacks.deleteMany({ event: _id })).deletedCount;
    }
  const count = deleted.attendances + deleted.bookmarks + deleted.eventFeedback;
  if (count > 0) log.info({ count }, 'retention.attendances deleted');
  return deleted;
}

/** Deletes join requests a year after the decision, unless the membership still exists. */
async function deleteJoinRequests(log: Log): Promise<Deletions> {
  const before = new Date(Date.now() - yearMs);
  let [count, from] = [0, {}];
  for (;;) {
    // In the order of ids, which hold the creation time: an old request cannot have a young id.
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
  return { joinRequests: count };
}

/** Deletes the files of expired mails. */
async function deleteMailFiles(log: Log, mailer: Mailer): Promise<Deletions> {
  const count = await mailer.discardBefore(new Date(Date.now() - mailRetentionMs));
  if (count > 0) log.info({ count }, 'retention.mails deleted');
  return { mailFiles: count };
}

/** Deletes push subscriptions whose session has ended. */
async function deletePushSubscriptions(log: Log): Promise<Deletions> {
  let count = 0;
  for await (const browsers of inBatches<PushSubscriptionDoc>(PushSubscriptions.find().lean()))
    count += browsers.length - (await pruneStaleSubscriptions(browsers)).length;
  if (count > 0) log.info({ count }, 'retention.push-subscriptions deleted');
  return { pushSubscriptions: count };
}

/** Applies the retention times of the privacy policy, beyond TTL indexes and removals. */
export async function applyRetention(log: Log, mailer: Mailer): Promise<Deletions> {
  return {
    ...(await deleteParticipation(log)),
    ...(await deleteJoinRequests(log)),
    ...(await deleteMailFiles(log, mailer)),
    ...(await deletePushSubscriptions(log)),
  };
}
