import type { Id } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { claimPush, type PushSubscriptionDoc, PushSubscriptions, unclaimPush } from '#models/db/push-subscriptions';
import { isAlive, Sessions } from '#models/db/sessions';
import { Users } from '#models/db/users';
import type { Log } from '../log.js';
import { composePush } from './compose.js';
import { type Pusher, PushFault, pusher } from './pusher.js';

/** Later than this it would only puzzle. */
const tooLateMs = 24 * 3600_000;

/**
 * Pushes a notification to each browser of its owner, at most once: it is claimed for the browser first, and the claim is given
 * back only where it certainly was not sent. Then, after the others, this throws, to be tried again for a day. What was read
 * or taken back meanwhile is pushed to nobody.
 */
export async function sendPush(id: Id, log: Log, by?: Pusher): Promise<void> {
  const notification = await Notifications.findById(id).lean();
  const since = notification?.pushDue;
  if (!notification || !since) return;
  if (notification.unread && Date.now() - since.getTime() < tooLateMs) await tellOwner(notification, log, by);
  await Notifications.updateOne({ _id: id }, { $unset: { pushDue: 1 } });
}

async function tellOwner(notification: NotificationDoc, log: Log, by?: Pusher): Promise<void> {
  const owner = { _id: notification.user, deletedAt: null, suspendedAt: null };
  const reader = await Users.findOne(owner, { preferences: 1 }).lean();
  const browsers = reader ? await browsersOf(notification.user) : [];
  if (browsers.length === 0) return;
  const payload = JSON.stringify(await composePush(notification, reader?.preferences.locale ?? 'en'));
  const told = await Promise.allSettled(browsers.map((browser) => tellBrowser(browser, notification._id, payload, log, by ?? pusher())));
  const fault = told.find((each) => each.status === 'rejected');
  if (fault) throw fault.reason;
}

/** Those whose session lives; the others go. */
async function browsersOf(user: Id): Promise<PushSubscriptionDoc[]> {
  const browsers = await PushSubscriptions.find({ user }).lean();
  const sessions = await Sessions.find({ _id: { $in: browsers.map(({ session }) => session) }, user }, { lastSeenAt: 1 }).lean();
  const living = new Set(sessions.filter(isAlive).map(({ _id }) => _id));
  const dead = browsers.filter(({ session }) => !living.has(session));
  // Somebody may have signed in there meanwhile.
  for (const { _id, session } of dead) await PushSubscriptions.deleteOne({ _id, session });
  return browsers.filter((browser) => !dead.includes(browser));
}

async function tellBrowser(browser: PushSubscriptionDoc, notification: Id, payload: string, log: Log, by: Pusher): Promise<void> {
  const { _id, endpoint } = browser;
  if (!(await claimPush(_id, notification))) return;
  try {
    await by.send(browser, payload, String(notification));
  } catch (error) {
    if (!(error instanceof PushFault)) throw error;
    if (error.outcome === 'gone') return void (await PushSubscriptions.deleteOne({ _id, endpoint }));
    if (error.outcome === 'unsent') {
      await unclaimPush(_id, notification);
      throw error;
    }
    log.warn({ notification: String(notification), outcome: error.outcome, reason: error.message }, 'A push was given up.');
  }
}
