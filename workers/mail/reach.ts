import { askFor, recordMail } from '#models/bus/mails';
import { askForPush } from '#models/bus/pushes';
import type { Id } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { PushSubscriptions } from '#models/db/push-subscriptions';
import { Societies, type SocietyDoc } from '#models/db/societies';
import { transaction } from '#models/db/transaction';
import { type UserDoc, Users } from '#models/db/users';
import { quietUntil } from './quiet-hours.js';
import { wantsMail } from './write.js';
import { isOfSociety, mostShown } from './write-notifications.js';

export interface ReachOptions {
  /** A run's notifications, at most; the next run goes on. */
  most: number;
  /** People at once. */
  atOnce: number;
  now: () => Date;
}
export const reachDefaults: ReachOptions = { most: 2000, atOnce: 100, now: () => new Date() };

/**
 * Looks at what was told some minutes ago: what is unread and was not seen on a screen is mailed and pushed, as its
 * owner wants it, when their quiet hours are over. Each is claimed before, so it is sent at most once, however many workers look.
 * Who cannot be reached keeps nobody behind them waiting: theirs is looked at again a minute later, and the last fault is thrown
 * in the end.
 */
export async function reach(timeZone: string, options: ReachOptions = reachDefaults): Promise<void> {
  const now = options.now();
  const found = await Notifications.find({ due: { $lte: now } }, { user: 1 })
    .sort({ due: 1 })
    .limit(options.most)
    .lean();
  const users = [...new Map(found.map(({ user }) => [String(user), user])).values()];
  const faults: unknown[] = [];
  for (let i = 0; i < users.length; i += options.atOnce)
    faults.push(...(await reachThese(users.slice(i, i + options.atOnce), now, timeZone)));
  if (faults.length > 0) throw faults.at(-1);
}

const againAfterMs = 60_000;

type Told = Pick<NotificationDoc, '_id' | 'user' | 'type' | 'society' | 'at' | 'seenAt' | 'params' | 'claimed'>;
const shown = { user: 1, type: 1, society: 1, at: 1, seenAt: 1, params: 1, claimed: 1 } as const;
type Owner = Pick<UserDoc, '_id' | 'notifications' | 'preferences' | 'verifiedAt' | 'suspendedAt'>;

/** By which ways somebody is to be told. */
interface Ways {
  mail: boolean;
  push: boolean;
}

/** Answers the faults of those who could not be reached; what keeps everybody, such as a database that is away, is thrown. */
async function reachThese(users: readonly Id[], now: Date, timeZone: string): Promise<unknown[]> {
  const told = await Notifications.find({ user: { $in: users }, unread: true, due: { $lte: now } }, shown).lean<Told[]>();
  const choose = await chooserFor(users, told, now);
  const faults: unknown[] = [];
  for (const user of users) {
    const own = told.filter((each) => each.user.equals(user));
    try {
      await reachOne(user, own, { choose, now, timeZone });
    } catch (error) {
      faults.push(error);
      const again = new Date(now.getTime() + againAfterMs);
      await Notifications.updateMany({ _id: { $in: own.map(({ _id }) => _id) }, due: { $lte: now } }, { $set: { due: again } });
    }
  }
  return faults;
}

interface Round {
  choose: Awaited<ReturnType<typeof chooserFor>>;
  now: Date;
  timeZone: string;
}

async function reachOne(user: Id, own: readonly Told[], { choose, now, timeZone }: Round): Promise<void> {
  const chosen = own.map((each) => ({ _id: each._id, ways: choose.waysOf(each) }));
  const wanted = chosen.filter(({ ways }) => ways.mail || ways.push);
  const dropped = chosen.filter((each) => !wanted.includes(each)).map(({ _id }) => _id);
  if (dropped.length > 0) await Notifications.updateMany({ _id: { $in: dropped }, due: { $lte: now } }, { $unset: { due: 1 } });
  if (wanted.length === 0) return;
  const until = quietUntil(now, choose.quietHoursOf(user), timeZone);
  if (until) await Notifications.updateMany(looked(wanted, now), { $set: { due: until } });
  else await send(user, new Map(wanted.map(({ _id, ways }) => [String(_id), ways])), now);
}

/** As it was looked at: what has grown since is due later, and looked at then. */
const looked = (told: readonly Pick<Told, '_id'>[], now: Date) =>
  ({ _id: { $in: told.map(({ _id }) => _id) }, unread: true, claimed: false, due: { $lte: now } }) as const;

/** Reads once what bears on all of these. */
async function chooserFor(users: readonly Id[], told: readonly Told[], now: Date) {
  const [owners, societies, browsers] = await Promise.all([
    Users.find({ _id: { $in: users }, deletedAt: null }, { notifications: 1, preferences: 1, verifiedAt: 1, suspendedAt: 1 }).lean<
      Owner[]
    >(),
    Societies.find({ _id: { $in: told.flatMap(({ society }) => society ?? []) } }, { notifications: 1, removedAt: 1 }).lean<SocietyDoc[]>(),
    PushSubscriptions.find({ user: { $in: users } }, { user: 1 }).lean(),
  ]);
  const ownerOf = new Map(owners.map((owner) => [String(owner._id), owner]));
  const withBrowser = new Set(browsers.map(({ user }) => String(user)));
  const societyOf = new Map(societies.map((society) => [String(society._id), society]));
  return {
    quietHoursOf: (user: Id) => ownerOf.get(String(user))?.preferences.quietHours,
    waysOf: (each: Told): Ways => {
      const owner = ownerOf.get(String(each.user));
      const society = each.society ? societyOf.get(String(each.society)) : undefined;
      if (each.claimed || !owner || owner.suspendedAt || wasSeen(each) || isOver(each, now) || isSilent(each, owner, society))
        return { mail: false, push: false };
      const { offMail = [], offPush = [] } = owner.preferences;
      return {
        mail: wantsMail(owner) && !offMail.includes(each.type) && society?.notifications.emailNotifications !== false,
        push: owner.notifications.pushNotifications && !offPush.includes(each.type) && withBrowser.has(String(owner._id)),
      };
    },
  };
}

/** Whether the last that was told came to a screen of its owner as it happened. */
const wasSeen = ({ seenAt, at }: Told): boolean => seenAt !== null && seenAt >= at;

/** Whether it reminds of what has begun. */
const isOver = ({ params }: Told, now: Date): boolean => params?.startsAt !== undefined && new Date(params.startsAt) <= now;

/** Whether its society is gone, or was muted. */
const isSilent = (each: Told, { preferences }: Owner, society: SocietyDoc | undefined): boolean =>
  each.society !== null &&
  (!society || society.removedAt !== null || (isOfSociety(each) && preferences.mutedSocieties.some((muted) => muted.equals(society._id))));

/** Claims what is still as it was, with the mail that tells of it and its mark for the push; then asks for these. */
async function send(user: Id, wanted: ReadonlyMap<string, Ways>, now: Date): Promise<void> {
  const ids = [...wanted.keys()];
  const { mail, pushed } = await transaction(async (session) => {
    const still = await Notifications.find({ _id: { $in: ids }, unread: true, claimed: false, due: { $lte: now } }, { at: 1 })
      .sort({ at: -1, _id: -1 })
      .session(session)
      .lean();
    if (still.length === 0) return { mail: null, pushed: [] };
    await Notifications.updateMany(
      { _id: { $in: still.map(({ _id }) => _id) } },
      { $set: { claimed: true }, $unset: { due: 1 } },
      { session },
    );
    const by = (way: keyof Ways): Id[] => still.filter(({ _id }) => wanted.get(String(_id))?.[way]).map(({ _id }) => _id);
    const [mailed, pushed] = [by('mail'), by('push')];
    if (pushed.length > 0) await Notifications.updateMany({ _id: { $in: pushed } }, { $set: { pushDue: new Date() } }, { session });
    const params: Record<string, string> = mailed.length > mostShown ? { more: String(mailed.length - mostShown) } : {};
    const news = { kind: 'notifications', user, items: mailed.slice(0, mostShown), params } as const;
    return { mail: mailed.length > 0 ? await recordMail(news, session) : null, pushed };
  });
  // What is lost here the sweeper asks for again.
  if (mail) await askFor(mail).catch(() => {});
  await Promise.all(pushed.map(askForPush)).catch(() => {});
}
