import { createHash, randomBytes } from 'node:crypto';
import type { CalendarSubscription, SubscriptionKind } from '#models/contract/calendar-feeds';
import { byUser, deleteAll, describeCollection, ofUser } from './collections.js';
import { insertIgnoringDuplicates } from './insert-ignore-duplicates.js';
import { date, defineModel, type Id, maybeDate, maybeRef, maybeString, needed, newId, ref } from './model.js';
import type { DbSession } from './transaction.js';

/** A calendar subscription: whoever has its key reads what its owner may see. */
export interface CalendarKeyDoc {
  _id: Id;
  user: Id;
  kind: SubscriptionKind;
  /** Of the kind `society`. */
  society: Id | null;
  /** Of the kind `category`. */
  category: string | null;
  /** SHA-256 of the key: a reader of the database cannot read the feeds. */
  hash: string;
  createdAt: Date;
  usedAt: Date | null;
}

export const CalendarKeys = defineModel<CalendarKeyDoc>(
  'calendarKeys',
  {
    user: ref,
    kind: needed,
    society: maybeRef,
    category: maybeString,
    hash: needed,
    createdAt: date,
    usedAt: maybeDate,
  },
  [
    [{ hash: 1 }, { unique: true }],
    [{ user: 1, kind: 1, society: 1, category: 1 }, { unique: true }],
  ],
);

describeCollection(CalendarKeys, {
  description: 'Calendar subscriptions, with the hash of each key. Deleted.',
  exportFilter: ofUser,
  omitted: ['hash'],
  erase: deleteAll(CalendarKeys, byUser),
});

/** A subscription, for its owner only. */
export const calendarKeyToWire = (
  { _id, kind, society, category, createdAt, usedAt }: CalendarKeyDoc,
  societyName: string | undefined,
): CalendarSubscription => ({
  ID: String(_id),
  Kind: kind,
  Society_ID: society && String(society),
  Society_Name: societyName ?? null,
  Category: category,
  Created_At: createdAt.toISOString(),
  Used_At: usedAt?.toISOString() ?? null,
});

const hashed = (key: string): string => createHash('sha256').update(key).digest('hex');

type Subscription = Pick<CalendarKeyDoc, 'kind' | 'society' | 'category'>;
const ownEvents: Subscription = { kind: 'mine', society: null, category: null };

/** Makes the key of a person's subscription; an earlier key of the same subscription no longer works. */
export async function newCalendarKey(user: Id, subscription: Subscription = ownEvents): Promise<{ id: Id; key: string }> {
  const key = randomBytes(32).toString('base64url');
  const fresh = { hash: hashed(key), createdAt: new Date(), usedAt: null };
  const replaced = await CalendarKeys.findOneAndUpdate({ user, ...subscription }, { $set: fresh }).lean();
  if (replaced) return { id: replaced._id, key };
  const made = { _id: newId(), user, ...subscription, ...fresh };
  // Another call may have made it meanwhile.
  const [inserted] = await insertIgnoringDuplicates(CalendarKeys, [made]);
  return inserted ? { id: inserted._id, key } : newCalendarKey(user, subscription);
}

/** Ends one subscription of a person: the one with this id, or else that of own events. */
export const dropCalendarKey = (user: Id, id: Id | undefined): Promise<unknown> =>
  CalendarKeys.deleteOne({ user, ...(id ? { _id: id } : ownEvents) }).exec();

/** Ends all subscriptions of a person, as with the password. */
export const dropCalendarKeys = (user: Id, session?: DbSession): Promise<unknown> =>
  CalendarKeys.deleteMany({ user }, session ? { session } : {}).exec();

const usedEveryMs = 3_600_000;

/** The subscription with this key; null for an unknown or revoked one. Notes its use, at most hourly. */
export async function subscriptionOfKey(key: string): Promise<CalendarKeyDoc | null> {
  const found = await CalendarKeys.findOne({ hash: hashed(key) }).lean();
  const now = new Date();
  if (found && (!found.usedAt || now.getTime() - found.usedAt.getTime() > usedEveryMs))
    await CalendarKeys.updateOne({ _id: found._id, hash: found.hash }, { $set: { usedAt: now } });
  return found;
}
