import { askFor, recordMail } from '#models/bus/mails';
import { askForPush } from '#models/bus/pushes';
import type { Id } from '#models/db/model';
import { type NotificationDoc, Notifications } from '#models/db/notifications';
import { transaction } from '#models/db/transaction';
import { isToldAnew } from '../activity/audience.js';
import { quietUntil } from './quiet-hours.js';
import { type Chooser, chooserFor, type Judged, judgedFields, type Ways } from './ways.js';
import { mostShown } from './write-notifications.js';

export interface ReachOptions {
  /** Notifications that are looked at together, at most. */
  most: number;
  /** How often a run goes on where there were as many as that; what is left then is for the next run. */
  turns: number;
  /** People at once. */
  atOnce: number;
  now: () => Date;
}
export const reachDefaults: ReachOptions = { most: 2000, turns: 50, atOnce: 100, now: () => new Date() };

/**
 * Looks at what was told some minutes ago: what is unread and was not seen on a screen is mailed and pushed, as its
 * owner wants it, when their quiet hours are over. Each is claimed before, so it is sent at most once, however many workers look.
 * Who cannot be reached keeps nobody behind them waiting: theirs is looked at again a minute later, and the last fault is thrown
 * in the end.
 */
export async function reach(timeZone: string, options: ReachOptions = reachDefaults): Promise<void> {
  const now = options.now();
  const faults: unknown[] = [];
  for (let turn = 0; turn < options.turns; turn++) {
    const done = await reachNext(now, timeZone, options);
    faults.push(...done.faults);
    if (done.count < options.most) break;
  }
  if (faults.length > 0) throw faults.at(-1);
}

/** Those that are due longest: how many they were, and the faults of those who could not be reached. */
async function reachNext(now: Date, timeZone: string, { most, atOnce }: ReachOptions): Promise<{ count: number; faults: unknown[] }> {
  const found = await Notifications.find({ due: { $lte: now } }, { user: 1 })
    .sort({ due: 1 })
    .limit(most)
    .lean();
  const users = [...new Map(found.map(({ user }) => [String(user), user])).values()];
  const faults: unknown[] = [];
  for (let i = 0; i < users.length; i += atOnce) faults.push(...(await reachThese(users.slice(i, i + atOnce), now, timeZone)));
  return { count: found.length, faults };
}

const againAfterMs = 60_000;

type Told = Judged & Pick<NotificationDoc, 'claimed'>;

/** Answers the faults of those who could not be reached; what keeps everybody, such as a database that is away, is thrown. */
async function reachThese(users: readonly Id[], now: Date, timeZone: string): Promise<unknown[]> {
  const told = await Notifications.find({ user: { $in: users }, unread: true, due: { $lte: now } }, { ...judgedFields, claimed: 1 }).lean<
    Told[]
  >();
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
  choose: Chooser;
  now: Date;
  timeZone: string;
}

async function reachOne(user: Id, own: readonly Told[], { choose, now, timeZone }: Round): Promise<void> {
  const chosen = own.map((each) => ({ _id: each._id, ways: each.claimed ? { mail: false, push: false } : choose.waysOf(each) }));
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

/**
 * Claims what is still as it was, with the mail that tells of it and its mark for the push; then asks for these. What grows
 * afterwards is not sent, so that what must not be missed is closed: later news of it is a notification of its own.
 */
async function send(user: Id, wanted: ReadonlyMap<string, Ways>, now: Date): Promise<void> {
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
    const closed = still.filter(({ type }) => isToldAnew(type)).map(({ _id }) => _id);
    if (closed.length > 0) await Notifications.updateMany({ _id: { $in: closed } }, { $unset: { open: 1 } }, { session });
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
