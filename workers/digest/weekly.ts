import { addJob, type JobData } from '#models/bus/jobs';
import { enqueueMail } from '#models/bus/mails';
import { inBatches } from '#models/bus/verb';
import { Events } from '#models/db/events';
import { insertIgnoringDuplicates } from '#models/db/insert-ignore-duplicates';
import { addDays, localOf } from '#models/db/local-time';
import { type MailDoc, Mails } from '#models/db/mails';
import { type MembershipDoc, Memberships } from '#models/db/memberships';
import { type Id, newId, toId } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { quietUntil } from '#models/db/quiet-hours';
import { Societies } from '#models/db/societies';
import { Users } from '#models/db/users';
import { lastWeekRange, upcomingFilter } from './write.js';

/** The Sunday on which a local week begins. */
function sundayOf(now: Date, timeZone: string): string {
  const today = localOf(now, timeZone).date;
  return addDays(today, -new Date(`${today}T00:00:00Z`).getUTCDay());
}

/**
 * Enqueues a job for each society whose digest of this week is not written yet, so that all workers share them. Runs every hour of
 * a Sunday, so that a lost job loses no week.
 */
export async function enqueueDigests(timeZone: string, now = new Date()): Promise<void> {
  const sunday = sundayOf(now, timeZone);
  const digestOn = { 'notifications.weeklyDigest': true, 'notifications.emailNotifications': true, removedAt: null };
  for (const { _id } of await Societies.find({ ...digestOn, digestedOn: { $ne: sunday } }, { _id: 1 }).lean()) {
    // A failed one is enqueued again in the next hour.
    const options = { jobId: `digest-${_id}-${sunday}`, removeOnFail: true };
    await addJob('digest.society', { society: String(_id), sunday }, options);
  }
}

/**
 * Stores the digest mails of one society's members: one for each person and week, however often and on however many workers it
 * runs. Their content is read when they are sent.
 */
export async function writeDigests({ society, sunday }: JobData['digest.society'], timeZone: string, now = new Date()): Promise<void> {
  await writeToMembers(toId(society), { sunday, now, timeZone });
  await Societies.updateOne({ _id: toId(society) }, { $set: { digestedOn: sunday } });
}

interface Week {
  sunday: string;
  now: Date;
  timeZone: string;
}

type Member = Pick<MembershipDoc, 'user' | 'seenAt' | 'joinedAt'>;

async function writeToMembers(society: Id, week: Week): Promise<void> {
  const hasEvents = (await Events.exists(upcomingFilter(society, week.now))) !== null;
  const newest = await Posts.findOne({ society, createdAt: lastWeekRange(week.now), removedAt: null }, { createdAt: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .lean();
  if (!hasEvents && !newest) return;
  const members = Memberships.find({ society }, { user: 1, seenAt: 1, joinedAt: 1 }).lean<Member[]>();
  for await (const batch of inBatches<Member>(members)) {
    const behind = batch.filter(({ seenAt, joinedAt }) => hasEvents || (newest && newest.createdAt > (seenAt ?? joinedAt)));
    await writeTo(
      behind.map(({ user }) => user),
      society,
      week,
    );
  }
}

async function writeTo(members: readonly Id[], society: Id, { sunday, now, timeZone }: Week): Promise<void> {
  const readerFilter = {
    _id: { $in: members },
    deletedAt: null,
    suspendedAt: null,
    verifiedAt: { $ne: null },
    'notifications.emailNotifications': true,
    'preferences.mutedSocieties': { $ne: society },
  };
  const readers = await Users.find(readerFilter, { preferences: 1 }).lean();
  const mails = readers.map(
    ({ _id: user, preferences }): MailDoc => ({
      _id: newId(),
      kind: 'digest',
      user,
      address: null,
      addressHash: null,
      locale: 'en',
      key: `digest-${user}-${sunday}`,
      about: [],
      at: now,
      claimedAt: null,
      sentAt: null,
      due: quietUntil(now, preferences.quietHours, timeZone) ?? now,
    }),
  );
  const written = await insertIgnoringDuplicates(Mails, mails);
  // The sweeper enqueues lost ones again.
  await Promise.all(written.map((mail) => enqueueMail(mail).catch(() => {})));
}
