import type { Notification, NotificationType } from '#models/contract/notifications';
import { date, defineModel, flag, type Id, mark, mixed, needed, number, ref, refs, string } from './model.js';

export interface NotificationDoc {
  _id: Id;
  user: Id;
  /** Verb and object: what is grouped while it is open. */
  key: string;
  type: NotificationType;
  params: Record<string, string>;
  link: string;
  why: string;
  /** Ids of the records told by it: a set, never missing or empty. */
  tellings: string[];
  open?: true;
  unread?: true;
  claimed: boolean;
  at: Date;
  /** The newest three. */
  actors: Id[];
  count: number;
}

const keptDays = 180;

export const Notifications = defineModel<NotificationDoc>(
  'notifications',
  {
    user: ref,
    key: needed,
    type: needed,
    params: mixed,
    link: string,
    why: string,
    tellings: [String],
    open: mark,
    unread: mark,
    claimed: flag,
    at: date,
    actors: refs,
    count: number,
  },
  [
    [
      { user: 1, key: 1 },
      { unique: true, partialFilterExpression: { open: true } },
    ],
    [{ user: 1, tellings: 1 }, { unique: true }],
    [{ user: 1, at: -1, _id: -1 }],
    [{ user: 1 }, { partialFilterExpression: { unread: true } }],
    [{ at: 1 }, { expireAfterSeconds: keptDays * 86_400 }],
  ],
);

/** `title` and `message` are the English words; a client translates by `type` and `params`. */
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
  link: doc.link,
  actors,
  count: doc.count,
  why: doc.why,
  time: doc.at.toISOString(),
  read: doc.unread !== true,
});
