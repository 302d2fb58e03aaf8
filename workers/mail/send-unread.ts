import { enqueueMail, recordMail } from '#models/bus/mails';
import { enqueuePush } from '#models/bus/web-push-jobs';
import type { Id } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { quietUntil } from '#models/db/quiet-hours';
import { transaction } from '#models/db/transaction';
import { notifiesAgain } from '../activity/recipients.js';
import { type ChannelChooser, type ChannelFacts, type Channels, channelFactFields, loadChannelChooser } from './channels.js';
import { maxShown } from './write-notifications.js';

export interface SendUnreadOptions {
  /** Notifications in a batch, at most. */
  batchSize: number;
  /** Batches in a run, while they are full; the rest is left to the next run. */
  maxBatches: number;
  /** Users processed together. */
  usersAtOnce: number;
  now: () => Date;
}
export const sendUnreadDefaults: SendUnreadOptions = { batchSize: 2000, maxBatches: 50, usersAtOnce: 100, now: () => new Date() };

/**
 * Mails and pushes notifications that are some minutes old, unread and not seen on a screen, by their owner's settings and
 * after their quiet hours. Claims each before, so it is sent at most once on any number of workers. A failing user does not
 * block others: theirs are retried a minute later, and the last error is thrown at the end.
 */
export async function sendUnread(timeZone: string, options: SendUnreadOptions = sendUnreadDefaults): Promise<void> {
  const now = options.now();
  const faults: unknown[] = [];
  for (let batch = 0; batch < options.maxBatches; batch++) {
    const done = await sendNextBatch(now, timeZone, options);
    faults.push(...done.faults);
    if (done.count < options.batchSize) break;
  }
  if (faults.length > 0) throw faults.at(-1);
}

/** The longest due notifications: their number, and the errors of users who failed. */
async function sendNextBatch(
  now: Date,
  timeZone: string,
  { batchSize, usersAtOnce }: SendUnreadOptions,
): Promise<{ count: number; faults: unknown[] }> {
  const found = await Notifications.find({ due: { $lte: now } }, { user: 1 })
    .sort({ due: 1 })
    .limit(batchSize)
    .lean();
  const users = [...new Map(found.map(({ user }) => [String(user), user])).values()];
  const faults: unknown[] = [];
  for (let i = 0; i < users.length; i += usersAtOnce) faults.push(...(await sendToUsers(users.slice(i, i + usersAtOnce), now, timeZone)));
  return { count: found.length, faults };
}

const retryAfterMs = 60_000;

type PendingNotification = ChannelFacts & Pick<NotificationDoc, 'claimed'>;

/** Returns the errors of users who failed; throws what affects everybody, such as an unavailable database. */
async function sendToUsers(users: readonly Id[], now: Date, timeZone: string): Promise<unknown[]> {
  const pending = await Notifications.find(
    { user: { $in: users }, unread: true, due: { $lte: now } },
    { ...channelFactFields, claimed: 1 },
  ).lean<PendingNotification[]>();
  const chooser = await loadChannelChooser(users, pending, now);
  const faults: unknown[] = [];
  for (const user of users) {
    const own = pending.filter((each) => each.user.equals(user));
    try {
      await sendToUser(user, own, { chooser, now, timeZone });
    } catch (error) {
      faults.push(error);
      const again = new Date(now.getTime() + retryAfterMs);
      await Notifications.updateMany({ _id: { $in: own.map(({ _id }) => _id) }, due: { $lte: now } }, { $set: { due: again } });
    }
  }
  return faults;
}

interface Round {
  chooser: ChannelChooser;
  now: Date;
  timeZone: string;
}

async function sendToUser(user: Id, own: readonly PendingNotification[], { chooser, now, timeZone }: Round): Promise<void> {
  const decided = own.map((each) => ({ _id: each._id, channels: each.claimed ? { mail: false, push: false } : chooser.channelsOf(each) }));
  const wanted = decided.filter(({ channels }) => channels.mail || channels.push);
  const dropped = decided.filter((each) => !wanted.includes(each)).map(({ _id }) => _id);
  if (dropped.length > 0) await Notifications.updateMany({ _id: { $in: dropped }, due: { $lte: now } }, { $unset: { due: 1 } });
  if (wanted.length === 0) return;
  const until = quietUntil(now, chooser.quietHoursOf(user), timeZone);
  if (until) await Notifications.updateMany(unchanged(wanted, now), { $set: { due: until } });
  else await claimAndEnqueue(user, new Map(wanted.map(({ _id, channels }) => [String(_id), channels])), now);
}

/** Filter for notifications unchanged since they were read; those that grew since have a later due time. */
const unchanged = (pending: readonly Pick<PendingNotification, '_id'>[], now: Date) =>
  ({ _id: { $in: pending.map(({ _id }) => _id) }, unread: true, claimed: false, due: { $lte: now } }) as const;

/**
 * Claims the unchanged notifications, together with their mail and the mark for their push; then enqueues these. Later
 * deliveries in a claimed notification are not sent, so close those of types that must not be missed: their news opens a new
 * one.
 */
async function claimAndEnqueue(user: Id, wanted: ReadonlyMap<string, Channels>, now: Date): Promise<void> {
  const ids = [...wanted.keys()];
  const { mail, pushed } = await transaction(async (session) => {
    const still = await Notifications.find({ _id: { $in: ids }, unread: true, claimed: false, due: { $lte: now } }, { at: 1, type: 1 })
      .sort({ at: -1, _id: -1 })
      .session(session)
      .lean();
    if (still.length === 0) return { mail: null, pushed: [] };
    await Notifications.updateMany(
      { _id: { $in: still.map(({ _id }) => _id) } },
      { $set: { claimed: true }, $unset: { due: 1 } },
      { session },
    );
    const closed = still.filter(({ type }) => notifiesAgain(type)).map(({ _id }) => _id);
    if (closed.length > 0) await Notifications.updateMany({ _id: { $in: closed } }, { $unset: { open: 1 } }, { session });
    const by = (channel: keyof Channels): Id[] => still.filter(({ _id }) => wanted.get(String(_id))?.[channel]).map(({ _id }) => _id);
    const [mailed, pushed] = [by('mail'), by('push')];
    if (pushed.length > 0) await Notifications.updateMany({ _id: { $in: pushed } }, { $set: { pushDue: new Date() } }, { session });
    const params: Record<string, string> = mailed.length > maxShown ? { more: String(mailed.length - maxShown) } : {};
    const news = { kind: 'notifications', user, items: mailed.slice(0, maxShown), params } as const;
    return { mail: mailed.length > 0 ? await recordMail(news, session) : null, pushed };
  });
  // The sweeper enqueues lost ones again.
  if (mail) await enqueueMail(mail).catch(() => {});
  await Promise.all(pushed.map(enqueuePush)).catch(() => {});
}
