import type { Telling } from '#models/bus/verb';
import { insertNew } from '#models/db/insert-new';
import { type Id, idOfTime, newId } from '#models/db/model';
import { fullAt, type NotificationDoc, Notifications, openForMs, reachAfterMs } from '#models/db/notifications';
import { sendNotifications } from './send.js';

/** What is told to each of an audience: once a person and `id`, however often and from how many workers at once. */
export interface Told {
  /** The record's id: what a person's notifications hold as a set. */
  id: string;
  /** Who did it; null for what comes by itself. */
  actor: Id | null;
  at: Date;
  telling: Telling;
}

const rounds = 20;

/** Writes until each of these people has it, and answers what they have: a write that lost to another worker's is looked at again. */
export async function writeTellings(told: Told, users: readonly Id[]): Promise<NotificationDoc[]> {
  const done: NotificationDoc[] = [];
  let pending = users;
  for (let round = 0; pending.length > 0; round++) {
    if (round === rounds) throw new Error(`notification.delivery failed for ${pending.length} recipients of ${told.telling.key}`);
    const written = await write(told, pending);
    done.push(...written);
    pending = without(pending, written);
  }
  await closeFull(done);
  return done;
}

/** Sends it to those who have it unread. Sending it again changes nothing. */
export async function sendTellings(docs: readonly NotificationDoc[]): Promise<void> {
  const unread = docs.filter((doc) => doc.open && doc.unread);
  if (unread.length > 0) await sendNotifications(unread);
}

/** One try for each: a new notification for whom none is open, one more telling in the open ones of the others. */
async function write(told: Told, users: readonly Id[]): Promise<NotificationDoc[]> {
  const open = await Notifications.find({ user: { $in: users }, key: told.telling.key, open: true }, { user: 1, tellings: 1 }).lean();
  const oldest = String(idOfTime(Date.now() - openForMs));
  const over = open.filter((doc) => String(doc._id) < oldest || doc.tellings.length >= fullAt);
  if (over.length > 0) await close(over.map((doc) => doc._id));
  const growing = open.filter((doc) => !over.includes(doc));
  const begun = await begin(told, without(users, growing));
  const rest = without(users, begun);
  // Some may have it since it was told before, in one that has closed: then what has opened since stays without it.
  const knowing = growing.length > 0 ? await having(told, rest) : [];
  const known = new Set(knowing.map((doc) => String(doc.user)));
  await grow(
    told,
    growing.filter((doc) => !known.has(String(doc.user))),
  );
  return [...begun, ...(await having(told, rest))];
}

const having = async ({ id }: Told, users: readonly Id[]): Promise<NotificationDoc[]> =>
  users.length > 0 ? Notifications.find({ user: { $in: users }, tellings: id }).lean() : [];

function without(users: readonly Id[], docs: readonly Pick<NotificationDoc, 'user'>[]): Id[] {
  const known = new Set(docs.map((doc) => String(doc.user)));
  return users.filter((user) => !known.has(String(user)));
}

/** Notifications of their own. The unique indexes refuse a second open one, and one that says the same; the others are answered. */
async function begin({ id, actor, at, telling }: Told, users: readonly Id[]): Promise<NotificationDoc[]> {
  const { key, type, params, link, why, society } = telling;
  const due = reachTime();
  const docs = users.map(
    (user): NotificationDoc => ({
      _id: newId(),
      user,
      key,
      type,
      params,
      link,
      why,
      society,
      tellings: [id],
      open: true,
      unread: true,
      claimed: false,
      at,
      actors: actor ? [actor] : [],
      count: actor ? 1 : 0,
      version: 1,
      seenVersion: 0,
      due,
    }),
  );
  return insertNew(Notifications, docs);
}

/** When mail and push look at what is told now. */
const reachTime = (): Date => new Date(Date.now() + reachAfterMs);

/**
 * One more telling in the open ones. Only one of the two updates fits: it counts a person who is not in it yet. Mail and push
 * wait anew; where they have claimed it, they only see that.
 */
async function grow({ id, actor, at, telling }: Told, docs: readonly Pick<NotificationDoc, '_id'>[]): Promise<void> {
  if (docs.length === 0) return;
  const { params, link } = telling;
  const filter = {
    _id: { $in: docs.map((doc) => doc._id) },
    open: true,
    tellings: { $ne: id },
    [`tellings.${fullAt - 1}`]: { $exists: false },
  } as const;
  const update = {
    $push: { tellings: id, ...(actor && { actors: { $each: [actor], $position: 0 } }) },
    $set: { params, link, due: reachTime() },
    $max: { at },
  };
  const known = actor ? { ...filter, actors: actor } : filter;
  await Notifications.updateMany(known, { ...update, $inc: { version: 1 } });
  if (actor) await Notifications.updateMany({ ...filter, actors: { $ne: actor } }, { ...update, $inc: { count: 1, version: 1 } });
}

const close = (ids: readonly Id[]): Promise<unknown> =>
  Notifications.updateMany({ _id: { $in: ids }, open: true }, { $unset: { open: 1 } }).exec();

async function closeFull(docs: readonly NotificationDoc[]): Promise<void> {
  const full = docs.filter((doc) => doc.open && doc.tellings.length >= fullAt);
  if (full.length > 0) await close(full.map((doc) => doc._id));
}
