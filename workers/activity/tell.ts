import { mongo } from 'mongoose';
import { notificationsLive } from '#models/bus/notifications';
import { append } from '#models/bus/push';
import type { Telling } from '#models/bus/verb';
import { type Id, idOfTime, newId } from '#models/db/model';
import { fullAt, type NotificationDoc, Notifications, openForMs } from '#models/db/notifications';

/** What is told to each of an audience: once a person and `id`, however often and from how many workers at once. */
export interface Told {
  /** The record's id: what a person's notifications hold as a set. */
  id: string;
  actor: Id;
  at: Date;
  telling: Telling;
}

const rounds = 20;
const appendedAtOnce = 200;

/** Tells these people, and sends it to those who have it unread. Writing it again and sending it again change nothing. */
export async function tellPeople(told: Told, users: readonly Id[]): Promise<void> {
  const written = await writeOnce(told, users);
  const unread = written.filter((doc) => doc.open && doc.unread);
  for (let i = 0; i < unread.length; i += appendedAtOnce) await append(await notificationsLive(unread.slice(i, i + appendedAtOnce)));
  await closeFull(written);
}

/** Writes until each of them has it: a write that lost to another worker's is looked at again. */
async function writeOnce(told: Told, users: readonly Id[]): Promise<NotificationDoc[]> {
  const done: NotificationDoc[] = [];
  let pending = users;
  for (let round = 0; round < rounds; round++) {
    const having = await Notifications.find({ user: { $in: pending }, tellings: told.id }).lean();
    done.push(...having);
    const known = new Set(having.map((doc) => String(doc.user)));
    pending = pending.filter((user) => !known.has(String(user)));
    if (pending.length === 0) return done;
    await write(told, pending);
  }
  throw new Error(`${pending.length} people could not be told ${told.telling.key}.`);
}

async function write(told: Told, users: readonly Id[]): Promise<void> {
  const { key } = told.telling;
  const open = await Notifications.find({ user: { $in: users }, key, open: true }, { user: 1, tellings: 1 }).lean();
  const oldest = String(idOfTime(Date.now() - openForMs));
  const over = open.filter((doc) => String(doc._id) < oldest || doc.tellings.length >= fullAt);
  if (over.length > 0) await close(over.map((doc) => doc._id));
  const growing = new Set(open.filter((doc) => !over.includes(doc)).map((doc) => String(doc.user)));
  const operations = users.flatMap((user): object[] => (growing.has(String(user)) ? grow(told, user) : [begin(told, user)]));
  try {
    await Notifications.collection.bulkWrite(operations as never, { ordered: false });
  } catch (error) {
    if (!isOnlyDuplicates(error)) throw error;
  }
}

/** A notification of its own. The unique indexes refuse a second one, and one that says the same. */
function begin({ id, actor, at, telling }: Told, user: Id) {
  const { key, type, params, link, why } = telling;
  const document: NotificationDoc = {
    _id: newId(),
    user,
    key,
    type,
    params,
    link,
    why,
    tellings: [id],
    open: true,
    unread: true,
    claimed: false,
    at,
    actors: [actor],
    count: 1,
  };
  return { insertOne: { document } };
}

/** One more telling in the open one; only one of the two fits: it counts a person who is not in it yet. */
function grow({ id, actor, at, telling }: Told, user: Id) {
  const { key, params, link } = telling;
  const filter = { user, key, open: true, tellings: { $ne: id }, [`tellings.${fullAt - 1}`]: { $exists: false } };
  const update = {
    $push: { tellings: id, actors: { $each: [actor], $position: 0 } },
    $set: { params, link },
    $max: { at },
  };
  return [
    { updateOne: { filter: { ...filter, actors: actor }, update } },
    { updateOne: { filter: { ...filter, actors: { $ne: actor } }, update: { ...update, $inc: { count: 1 } } } },
  ];
}

const close = (ids: readonly Id[]): Promise<unknown> =>
  Notifications.updateMany({ _id: { $in: ids }, open: true }, { $unset: { open: 1 } }).exec();

async function closeFull(docs: readonly NotificationDoc[]): Promise<void> {
  const full = docs.filter((doc) => doc.open && doc.tellings.length >= fullAt);
  if (full.length > 0) await close(full.map((doc) => doc._id));
}

function isOnlyDuplicates(error: unknown): boolean {
  if (!(error instanceof mongo.MongoBulkWriteError)) return false;
  const faults = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  return faults.length > 0 && faults.every((fault) => fault.code === 11000) && !error.result.getWriteConcernError();
}
