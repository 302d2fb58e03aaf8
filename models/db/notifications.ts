import type { Notification, NotificationType } from '#models/contract/notifications';
import { byUser, deleteAll, describeCollection, ofUser } from './collections.js';
import {
  date,
  defineModel,
  due,
  dueIndex,
  flag,
  type Id,
  mark,
  maybeRef,
  maybeRefs,
  mixed,
  needed,
  number,
  ref,
  refs,
  string,
  version,
} from './model.js';

export interface NotificationDoc {
  _id: Id;
  user: Id;
  /** Verb and object: deliveries with the same key are grouped while the notification is open. */
  key: string;
  type: NotificationType;
  params: Record<string, string>;
  link: string;
  why: string;
  /** Society of the event, if any: a person who loses access to it loses the notification. */
  society: Id | null;
  /** Ids of the delivered outbox records: a set, never missing or empty. */
  tellings: string[];
  open?: true;
  unread?: true;
  /** Claimed by mail or push, permanently. */
  claimed: boolean;
  at: Date;
  /** Actors, newest first: one per delivery, so a person may be listed twice. */
  actors: Id[];
  /** Number of distinct actors. */
  count: number;
  /** Incremented by every delivery and retraction; a read notification stays read. */
  version: number;
  /** Last version shown on a screen of its owner; 0 before the first. */
  seenVersion: number;
  /** Time at which mail and push check it; absent afterwards. */
  due?: Date;
  /** Time since which a push is due; absent once it is done. */
  pushDue?: Date;
  /** Browsers to which it was pushed, recorded permanently, however late the others follow. */
  pushedTo?: Id[];
}

/** Number of deliveries at which a notification closes and the next one opens. */
export const fullAt = 200;
export const openForMs = 24 * 3600_000;
/** Delay after the last delivery before mail and push check whether it was read or seen. */
export const reachAfterMs = 5 * 60_000;
const shownActors = 3;

/** The three newest distinct actors. */
export const newestActors = (doc: Pick<NotificationDoc, 'actors'>): Id[] =>
  [...new Map(doc.actors.map((actor) => [String(actor), actor])).values()].slice(0, shownActors);

/** Number of actions in a notification: one per delivery. */
export const timesOf = ({ actors }: Pick<NotificationDoc, 'actors'>): number => actors.length;

/** Target page; several new events lead to the society's list of events. */
export const linkOf = (doc: Pick<NotificationDoc, 'type' | 'actors' | 'society' | 'link'>): string =>
  doc.type === 'event_created' && timesOf(doc) > 1 && doc.society ? `/societies/${doc.society}/events` : doc.link;

const retentionDays = 180;

export const Notifications = defineModel<NotificationDoc>(
  'notifications',
  {
    user: ref,
    key: needed,
    type: needed,
    params: mixed,
    link: string,
    why: string,
    society: maybeRef,
    tellings: [String],
    open: mark,
    unread: mark,
    claimed: flag,
    at: date,
    actors: refs,
    count: number,
    version,
    seenVersion: number,
    due,
    pushDue: due,
    pushedTo: maybeRefs,
  },
  [
    [
      { user: 1, key: 1 },
      { unique: true, partialFilterExpression: { open: true } },
    ],
    [{ user: 1, tellings: 1 }, { unique: true }],
    [{ user: 1, at: -1, _id: -1 }],
    // Counts the recipients of a message.
    [{ key: 1 }, { partialFilterExpression: { type: 'event_message' } }],
    [{ user: 1 }, { partialFilterExpression: { unread: true } }],
    [{ society: 1, user: 1 }, { partialFilterExpression: { society: { $type: 'objectId' } } }],
    [{ at: 1 }, { expireAfterSeconds: retentionDays * 86_400 }],
    dueIndex,
    [{ pushDue: 1 }, { partialFilterExpression: { pushDue: { $exists: true } } }],
  ],
);

describeCollection(Notifications, {
  description: 'Notifications of the person: deleted. In those of others the person is an id; the job empties excerpts of removed content.',
  exportFilter: ofUser,
  erase: deleteAll(Notifications, byUser),
});

/** `title` and `message` are English; a client translates by `type` and `params`. */
export const notificationToWire = (
  doc: NotificationDoc,
  words: { title: string; message: string },
  actors: Notification['actors'],
): Notification => ({
  ID: String(doc._id),
  type: doc.type,
  title: words.title,
  message: words.message,
  params: doc.params ?? {},
  link: linkOf(doc),
  society_id: doc.society ? String(doc.society) : null,
  actors,
  count: doc.count,
  times: timesOf(doc),
  why: doc.why,
  time: doc.at.toISOString(),
  read: doc.unread !== true,
  version: doc.version,
});
