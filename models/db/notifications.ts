import type { Notification, NotificationType } from '#models/contract/notifications';
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
  /** Verb and object: what is grouped while it is open. */
  key: string;
  type: NotificationType;
  params: Record<string, string>;
  link: string;
  why: string;
  /** The society in which it happened, if any: who can no longer see inside has it no more. */
  society: Id | null;
  /** Ids of the records told by it: a set, never missing or empty. */
  tellings: string[];
  open?: true;
  unread?: true;
  /** Mail or push has taken it, once and for good. */
  claimed: boolean;
  at: Date;
  /** Who did it, the newest first: one a telling, so the same person may be there twice. */
  actors: Id[];
  /** How many people they are. */
  count: number;
  /** Goes up with every telling that comes or is taken back; what was read stays read. */
  version: number;
  /** The version that last came to a screen of its owner; 0 while none has. */
  seenVersion: number;
  /** When mail and push look at it; absent once they have. */
  due?: Date;
  /** Since when it is to be pushed; absent once that is done. */
  pushDue?: Date;
  /** The browsers that it was pushed to, once and for good: kept as long as it is, however late the others follow. */
  pushedTo?: Id[];
}

/** When a notification takes no more tellings: then it closes, and the next opens. */
export const fullAt = 200;
export const openForMs = 24 * 3600_000;
/** How long after the last telling mail and push look whether it was read or seen. */
export const reachAfterMs = 5 * 60_000;
const shownActors = 3;

/** The newest three people of a notification. */
export const newestActors = (doc: Pick<NotificationDoc, 'actors'>): Id[] =>
  [...new Map(doc.actors.map((actor) => [String(actor), actor])).values()].slice(0, shownActors);

/** How many things it tells of that people did: each telling has one of them. */
export const timesOf = ({ actors }: Pick<NotificationDoc, 'actors'>): number => actors.length;

/** The page it leads to: several new events are on their society's page of events. */
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
    [{ user: 1 }, { partialFilterExpression: { unread: true } }],
    [{ society: 1, user: 1 }, { partialFilterExpression: { society: { $type: 'objectId' } } }],
    [{ at: 1 }, { expireAfterSeconds: retentionDays * 86_400 }],
    dueIndex,
    [{ pushDue: 1 }, { partialFilterExpression: { pushDue: { $exists: true } } }],
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
