import type { Locale } from '#models/bus/i18n';
import type { Id } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { claimPush, unclaimPush } from '#models/db/notifications.loaders';
import { type PushSubscriptionDoc, PushSubscriptions, pruneStaleSubscriptions } from '#models/db/push-subscriptions';
import { quietUntil } from '#models/db/quiet-hours';
import { Users } from '#models/db/users';
import type { Log } from '../log.js';
import { loadChannelChooser } from '../mail/channels.js';
import { composePush } from './compose.js';
import { type Pusher, PushFault } from './pusher.js';

/** Age since it was due at which a push is no longer useful. */
const tooLateMs = 24 * 3600_000;
/** Age at which a notification is not pushed any more, however often quiet hours postponed it. */
const tooOldMs = 48 * 3600_000;

export interface SendPushOptions {
  /** The university's time zone, for quiet hours. */
  timeZone: string;
  pusher: Pusher;
  now?: () => Date;
}

/**
 * Pushes a notification to each browser of its owner, at most once: claims it for the browser first, and releases the claim
 * only if it certainly was not sent. Then, after the other browsers, throws, so that the job is retried for a day. Skips what
 * was read, retracted, muted or turned off meanwhile. A late push, as after an outage of the push service, is postponed to the
 * end of its owner's quiet hours.
 */
export async function sendPush(id: Id, log: Log, { timeZone, pusher, now = () => new Date() }: SendPushOptions): Promise<void> {
  const notification = await Notifications.findById(id).lean();
  const since = notification?.pushDue;
  if (!notification || !since) return;
  const isFresh = now().getTime() - since.getTime() < tooLateMs && now().getTime() - notification.at.getTime() < tooOldMs;
  if (notification.unread && isFresh) {
    const owner = await Users.findById(notification.user, { preferences: 1 }).lean();
    const until = owner && quietUntil(now(), owner.preferences.quietHours, timeZone);
    // The sweeper adds the job again when the quiet hours are over.
    if (until) return void (await Notifications.updateOne({ _id: id, pushDue: since }, { $set: { pushDue: until } }));
    await pushToOwner(notification, owner?.preferences.locale ?? 'en', log, pusher);
  }
  await Notifications.updateOne({ _id: id }, { $unset: { pushDue: 1 } });
}

async function pushToOwner(notification: NotificationDoc, locale: Locale, log: Log, pusher: Pusher): Promise<void> {
  const { user } = notification;
  const chooser = await loadChannelChooser([user], [notification], new Date());
  const isWanted = chooser.channelsOf(notification).push;
  const browsers = isWanted ? await pruneStaleSubscriptions(await PushSubscriptions.find({ user }).lean()) : [];
  if (browsers.length === 0) return;
  const payload = JSON.stringify(await composePush(notification, locale));
  const results = await Promise.allSettled(browsers.map((browser) => pushToBrowser(browser, notification._id, payload, log, pusher)));
  const fault = results.find((each) => each.status === 'rejected');
  if (fault) throw fault.reason;
}

async function pushToBrowser(browser: PushSubscriptionDoc, notification: Id, payload: string, log: Log, pusher: Pusher): Promise<void> {
  const { _id, endpoint } = browser;
  if (!(await claimPush(notification, _id))) return;
  try {
    await pusher.send(browser, payload, String(notification));
  } catch (error) {
    if (!(error instanceof PushFault)) throw error;
    if (error.outcome === 'gone') return void (await PushSubscriptions.deleteOne({ _id, endpoint }));
    if (error.outcome === 'unsent') {
      await unclaimPush(notification, _id);
      throw error;
    }
    log.warn({ notification: String(notification), outcome: error.outcome, reason: error.message }, 'push.delivery gave up');
  }
}
