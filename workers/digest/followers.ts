import { addJob, type JobData } from '#models/bus/jobs';
import { enqueueMail } from '#models/bus/mails';
import { inBatches } from '#models/bus/verb';
import { type MailCadence, usualCadence } from '#models/contract/society-follows';
import { Events } from '#models/db/events';
import { insertIgnoringDuplicates } from '#models/db/insert-ignore-duplicates';
import { addDays, instantOf, localOf } from '#models/db/local-time';
import { type MailDoc, Mails } from '#models/db/mails';
import { newId, toId } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { quietUntil } from '#models/db/quiet-hours';
import { isOpenInside, Societies, type SocietyDoc } from '#models/db/societies';
import { type SocietyFollowDoc, SocietyFollows } from '#models/db/society-follows';
import { Users } from '#models/db/users';

/** Local time at which a period ends and its mails are written. */
const hour = '17:00';
/** Days of a period, by cadence. A week ends on a Sunday. */
const days = { daily: 1, weekly: 7 } as const;
type Period = keyof typeof days;

const isSunday = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === 0;

/**
 * Enqueues a job for each public society and each cadence whose period ends today. Runs every hour of an evening, so that a lost
 * job loses no period.
 */
export async function enqueueFollowerDigests(timeZone: string, now = new Date()): Promise<void> {
  const { date: day, time } = localOf(now, timeZone);
  if (time < hour) return;
  const cadences: Period[] = isSunday(day) ? ['daily', 'weekly'] : ['daily'];
  for (const { _id } of await Societies.find({ 'privacy.visibility': 'public', removedAt: null }, { _id: 1 }).lean())
    for (const cadence of cadences) {
      const options = { jobId: `followers-${_id}-${cadence}-${day}`, removeOnFail: true };
      await addJob('digest.followers', { society: String(_id), cadence, day }, options);
    }
}

/**
 * Stores the mails of one society's followers with this cadence: one for each person and period, however often and on however
 * many workers it runs, and however many of the person's societies have news. Their content is read when they are sent.
 */
export async function writeFollowerDigests(
  { society: id, cadence, day }: JobData['digest.followers'],
  timeZone: string,
  now = new Date(),
): Promise<void> {
  const society = await Societies.findById(toId(id)).lean();
  if (!society || !isOpenInside(society).posts || !society.notifications.emailNotifications) return;
  const until = instantOf(day, hour, timeZone);
  const since = instantOf(addDays(day, -days[cadence]), hour, timeZone);
  const newest = await newestIn(society, { since, until });
  if (!newest) return;
  const mail = { cadence, key: `${cadence}-${day}`, params: { since: since.toISOString(), until: until.toISOString() }, due: now };
  await mailFollowersOf(society, newest, mail, timeZone);
}

/** Time of the newest post or coming event of a society from this period; null without one. */
async function newestIn({ _id: society }: SocietyDoc, { since, until }: { since: Date; until: Date }): Promise<Date | null> {
  const createdAt = { $gt: since, $lte: until };
  const [post, events] = await Promise.all([
    Posts.findOne({ society, createdAt, removedAt: null }, { createdAt: 1 }).sort({ createdAt: -1, _id: -1 }).lean(),
    Events.find({ society, startsAt: { $gt: until }, createdAt, removedAt: null, cancelledAt: null }, { createdAt: 1 }).lean(),
  ]);
  const times = [...(post ? [post] : []), ...events].map((each) => each.createdAt.getTime());
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

interface FollowerMail {
  cadence: MailCadence;
  /** Makes the mail's key, with the follower's id. */
  key: string;
  params: Record<string, string>;
  due: Date;
}

/** Cadence of a follow: its own, or the follower's for all, or the usual one. */
export const cadenceOf = ({ cadence }: Pick<SocietyFollowDoc, 'cadence'>, forAll: MailCadence | undefined): MailCadence =>
  cadence ?? forAll ?? usualCadence;

/** Time up to which a follower has read a society. */
export const readUpTo = ({ at, seenAt }: Pick<SocietyFollowDoc, 'at' | 'seenAt'>): Date => (seenAt && seenAt > at ? seenAt : at);

/**
 * Stores one mail for each follower of a society who has this cadence and has not read what is new.
 * @param timeZone to wait for the end of quiet hours now; null to leave that to the sending
 */
export async function mailFollowersOf(
  { _id: society }: SocietyDoc,
  newest: Date,
  mail: FollowerMail,
  timeZone: string | null,
): Promise<void> {
  for await (const follows of inBatches<SocietyFollowDoc>(SocietyFollows.find({ society, on: true }).lean())) {
    const behind = new Map(follows.filter((follow) => readUpTo(follow) < newest).map((follow) => [String(follow.user), follow]));
    const readers = await Users.find(
      {
        _id: { $in: [...behind.values()].map(({ user }) => user) },
        deletedAt: null,
        suspendedAt: null,
        verifiedAt: { $ne: null },
        'notifications.emailNotifications': true,
      },
      { preferences: 1, followCadence: 1 },
    ).lean();
    const mails = readers.flatMap(({ _id: user, preferences, followCadence }): MailDoc[] => {
      const follow = behind.get(String(user));
      if (!follow || cadenceOf(follow, followCadence) !== mail.cadence) return [];
      const until = timeZone === null ? null : quietUntil(mail.due, preferences.quietHours, timeZone);
      return [mailDoc(user, mail, until ?? mail.due)];
    });
    const written = await insertIgnoringDuplicates(Mails, mails);
    // The sweeper enqueues lost ones again.
    await Promise.all(written.map((each) => enqueueMail(each).catch(() => {})));
  }
}

const mailDoc = (user: MailDoc['user'], { cadence, key, params }: FollowerMail, due: Date): MailDoc => ({
  _id: newId(),
  kind: 'followed',
  user,
  address: null,
  addressHash: null,
  locale: 'en',
  key: `followed-${user}-${key}`,
  params: { ...params, cadence },
  about: [],
  at: new Date(),
  claimedAt: null,
  sentAt: null,
  due,
});
