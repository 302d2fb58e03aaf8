import type { NotificationSpec } from '#models/bus/verb';
import { type CoalescedUpdate, coalescedInserts, coalescedUpdates, updateTogether } from '#models/db/coalesce';
import { insertIgnoringDuplicates } from '#models/db/insert-ignore-duplicates';
import { Loader } from '#models/db/loader';
import { type Id, idOfTime, newId, toId } from '#models/db/model';
import { fullAt, type NotificationDoc, Notifications, openForMs, reachAfterMs } from '#models/db/notifications';
import { conflict, retryOnConflict } from '#models/db/retry-on-conflict';
import { smallBatch } from './batches.js';
import { sendNotifications } from './send-notifications.js';

/**
 * Notification of one record (or reminder) for its recipients. Each person gets each `id` once, however often and on however
 * many workers it runs.
 */
export interface Delivery {
  /** Record id; stored in the notification's `tellings`. */
  id: string;
  /** Null for reminders. */
  actor: Id | null;
  at: Date;
  spec: NotificationSpec;
}

/** Writes until each recipient has the delivery, and returns their notifications; retries writes that lost a race with another worker. */
export async function writeDeliveries(delivery: Delivery, users: readonly Id[]): Promise<NotificationDoc[]> {
  if (users.length === 0) return [];
  const done: NotificationDoc[] = [];
  let pending = users;
  await retryOnConflict(async () => {
    const written = await write(delivery, pending);
    done.push(...written);
    pending = without(pending, written);
    return pending.length === 0 || conflict;
  });
  await closeFull(done);
  return done;
}

/** Publishes the unread notifications. Repeating it changes nothing. */
export async function sendDeliveries(docs: readonly NotificationDoc[]): Promise<void> {
  const unread = docs.filter((doc) => doc.open && doc.unread);
  if (unread.length > 0) await sendNotifications(unread);
}

/** One attempt for each user: appends to an open notification, or inserts a new one. */
async function write(delivery: Delivery, users: readonly Id[]): Promise<NotificationDoc[]> {
  const open = await findOpen(delivery, users);
  const oldest = String(idOfTime(Date.now() - openForMs));
  const outgrown = open.filter((doc) => String(doc._id) < oldest || doc.tellings.length >= fullAt);
  if (outgrown.length > 0) await close(outgrown.map((doc) => doc._id));
  const growing = open.filter((doc) => !outgrown.includes(doc));
  const inserted = await insertOpen(delivery, without(users, growing));
  const rest = without(users, inserted);
  // Some may have this delivery in a notification that has closed: do not add it to a newer one.
  const delivered = growing.length > 0 ? await findDelivered(delivery, rest) : [];
  const deliveredUsers = new Set(delivered.map((doc) => String(doc.user)));
  await addToOpen(
    delivery,
    growing.filter((doc) => !deliveredUsers.has(String(doc.user))),
  );
  return [...inserted, ...(await findDelivered(delivery, rest))];
}

type OpenNotification = Pick<NotificationDoc, '_id' | 'user' | 'tellings'>;

const openAmong = (users: readonly Id[], keys: readonly string[]): Promise<(OpenNotification & Pick<NotificationDoc, 'key'>)[]> =>
  Notifications.find({ user: { $in: users }, key: { $in: keys }, open: true }, { user: 1, key: 1, tellings: 1 })
    .lean<(OpenNotification & Pick<NotificationDoc, 'key'>)[]>()
    .exec();

/** Splits `user/rest`. */
const partsOf = (key: string): [user: string, rest: string] => [key.slice(0, 24), key.slice(25)];
const distinct = (keys: readonly string[], part: 0 | 1): string[] => [...new Set(keys.map((key) => partsOf(key)[part]))];

/** Open notifications by `user/key`. */
const openLoader = new Loader<OpenNotification>(async (keys) => {
  const found = await openAmong(distinct(keys, 0).map(toId), distinct(keys, 1));
  return new Map(found.map((doc) => [`${doc.user}/${doc.key}`, doc]));
});

/** The open notifications of these users with the delivery's key. */
async function findOpen({ spec: { key } }: Delivery, users: readonly Id[]): Promise<OpenNotification[]> {
  if (users.length > smallBatch) return openAmong(users, [key]);
  return [...(await openLoader.freshMany(users.map((user) => `${user}/${key}`))).values()];
}

/** Notifications by `user/delivery`. */
const deliveredLoader = new Loader<NotificationDoc>(async (keys) => {
  const ids = distinct(keys, 1);
  const found = await Notifications.find({ user: { $in: distinct(keys, 0).map(toId) }, tellings: { $in: ids } }).lean();
  return new Map(found.flatMap((doc) => doc.tellings.filter((id) => ids.includes(id)).map((id) => [`${doc.user}/${id}`, doc])));
});

/** The notifications of these users that have the delivery. */
async function findDelivered({ id }: Delivery, users: readonly Id[]): Promise<NotificationDoc[]> {
  if (users.length > smallBatch) return Notifications.find({ user: { $in: users }, tellings: id }).lean();
  return [...(await deliveredLoader.freshMany(users.map((user) => `${user}/${id}`))).values()];
}

const insertFew = coalescedInserts(Notifications);
const update = coalescedUpdates(Notifications);

function without(users: readonly Id[], docs: readonly Pick<NotificationDoc, 'user'>[]): Id[] {
  const excluded = new Set(docs.map((doc) => String(doc.user)));
  return users.filter((user) => !excluded.has(String(user)));
}

/** Inserts new notifications and returns those inserted. The unique indexes refuse a second open one of a key, and a repeated delivery. */
async function insertOpen({ id, actor, at, spec }: Delivery, users: readonly Id[]): Promise<NotificationDoc[]> {
  const { key, type, params, link, why, society } = spec;
  const due = channelsDueAt();
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
  return docs.length > smallBatch ? insertIgnoringDuplicates(Notifications, docs) : docs.length > 0 ? insertFew(docs) : [];
}

/** When mail and push consider a notification delivered now. */
const channelsDueAt = (): Date => new Date(Date.now() + reachAfterMs);

/**
 * Appends a delivery to open notifications, by two updates of which exactly one matches: the second also counts a new actor.
 * Mail and push wait again; for a claimed notification they only find nothing to do.
 */
async function addToOpen({ id, actor, at, spec }: Delivery, docs: readonly Pick<NotificationDoc, '_id'>[]): Promise<void> {
  if (docs.length === 0) return;
  const { params, link } = spec;
  const filter = {
    _id: { $in: docs.map((doc) => doc._id) },
    open: true,
    tellings: { $ne: id },
    [`tellings.${fullAt - 1}`]: { $exists: false },
  } as const;
  const change = {
    $push: { tellings: id, ...(actor && { actors: { $each: [actor], $position: 0 } }) },
    $set: { params, link, due: channelsDueAt() },
    $max: { at },
  };
  const sameActor = actor ? { ...filter, actors: actor } : filter;
  const updates: CoalescedUpdate<NotificationDoc>[] = [{ filter: sameActor, update: { ...change, $inc: { version: 1 } }, many: true }];
  if (actor) {
    const counted = { ...change, $inc: { count: 1, version: 1 } };
    updates.push({ filter: { ...filter, actors: { $ne: actor } }, update: counted, many: true });
  }
  if (docs.length > smallBatch) await updateTogether(Notifications, updates);
  else await Promise.all(updates.map(update));
}

const close = (ids: readonly Id[]): Promise<unknown> =>
  Notifications.updateMany({ _id: { $in: ids }, open: true }, { $unset: { open: 1 } }).exec();

async function closeFull(docs: readonly NotificationDoc[]): Promise<void> {
  const full = docs.filter((doc) => doc.open && doc.tellings.length >= fullAt);
  if (full.length > 0) await close(full.map((doc) => doc._id));
}
