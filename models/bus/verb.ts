import type { NotificationType } from '#models/contract/notifications';
import type { StaleTopic } from '#models/db/card-stamps';
import type { EventDoc } from '#models/db/events';
import type { Id } from '#models/db/model';
import type { PostDoc } from '#models/db/posts';
import type { JobData } from './jobs.js';
import type { LiveMessage } from './live-stream.js';

/**
 * Notification of one record. Recipients exclude the actor, people in a block with the actor, and people who turned the type
 * off; personal types ignore blocks and settings.
 */
export interface NotificationSpec {
  /** Verb and object: deliveries with the same key share a notification while it is open. */
  key: string;
  type: NotificationType;
  params: Record<string, string>;
  link: string;
  /** Reason for the notification, a code of the notification texts. */
  why:
    | 'author'
    | 'member'
    | 'admin'
    | 'appointer'
    | 'asked'
    | 'commented'
    | 'reporter'
    | 'waiting'
    | 'attending'
    | 'organizer'
    | 'questioner'
    | 'followed'
    | 'person'
    | 'ticket'
    | 'judge'
    | 'staff';
  /** In batches, so that a society of any size fits in memory. */
  audience(): AsyncIterable<Id[]>;
  /** Names nobody: the recipients do not learn whose action it was, and no block applies. The audience leaves out who may not get it. */
  isUnsigned?: true;
  /** Author of the linked content, if not the actor: a block with the author counts too. */
  author?: Id;
  /** Society whose mute and settings apply, if any. */
  society: Id | null;
}

/** A record, or a reminder (no actor), whose delivery is taken out of the audience's unread notifications. */
export interface Retraction {
  record: { _id: Id | string; actor: Id | null };
  audience(): AsyncIterable<Id[]>;
  /** Delete the notification even if it was read or mailed: its recipient may not know of its object any more. */
  deleteAlways?: true;
}

/** Document whose counters a record changes. */
export interface CounterRef {
  kind: 'post' | 'society' | 'event' | 'user';
  id: Id;
}

/** Documents that the caller has just read or written, to save a read when composing messages. */
export interface Preloaded {
  post?: PostDoc;
  event?: EventDoc;
}

/** Jobs that also run as part of a record's own job. */
export type FollowUpName =
  | 'activity.follow'
  | 'activity.leave'
  | 'activity.open'
  | 'activity.part'
  | 'activity.recheck'
  | 'activity.rename'
  | 'activity.shut';
/**
 * Work that follows from a record. Runs before the record's `due` is cleared, so MongoDB remembers it until then; and once more
 * as a job some seconds later, for writes that were under way. `jobId` deduplicates that job.
 */
export type FollowUp = { [N in FollowUpName]: { name: N; data: JobData[N]; jobId: string } }[FollowUpName];

/** Everything that follows from one verb. */
export interface VerbSpec<Doc> {
  /** Composed from the current state, so that publishing again is always right. */
  messages(record: Doc, preloaded: Preloaded): Promise<LiveMessage[]>;
  notifications?(record: Doc): Promise<NotificationSpec[]>;
  retractions?(record: Doc): Promise<Retraction[]>;
  /**
   * Retraction of the record's own delivery, from all whom it may have reached. Runs when its object is gone and there is nothing
   * to notify of: an earlier attempt may have written notifications after the removal had retracted them.
   */
  retractionOfGone?(record: Doc): Retraction | null;
  affectedCounters(record: Doc): CounterRef[];
  /** Work beside messages and notifications. */
  followUps?(record: Doc): FollowUp[];
  /** Whether the record is a line of 'Recent Activity'. */
  isInFeed?: boolean;
  /** Whether the record changes the trending card, if its post is open. */
  affectsTrending?: boolean;
  /** Event whose waiting list changes, if any. */
  affectedWaitingList?(record: Doc): Promise<Id | null>;
  /** Topics on which recommendations depend that the record changes. */
  staleTopics?(record: Doc): StaleTopic[] | Promise<StaleTopic[]>;
}

/** A topic of recommendations; none without an id. */
export const staleTopic = (kind: StaleTopic['kind'], id: Id | null): StaleTopic[] => (id ? [{ kind, id }] : []);

/** Audience of the given ids. */
export async function* audienceOf(...ids: Id[]): AsyncIterable<Id[]> {
  if (ids.length > 0) yield ids;
}

const batchSize = 1000;

/** A query that can be read bit by bit. */
interface Readable<T> {
  cursor(options: { batchSize: number }): AsyncIterable<T> & { close(): Promise<unknown> };
}

/** Results of a query in batches of a thousand. */
export async function* inBatches<T>(query: Readable<T>): AsyncIterable<T[]> {
  let batch: T[] = [];
  const cursor = query.cursor({ batchSize });
  try {
    for await (const each of cursor) {
      batch.push(each);
      if (batch.length === batchSize) {
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  } finally {
    // Mongoose leaves it open when a loop ends early. One that cannot be closed expires.
    await cursor.close().catch(() => {});
  }
}

/** Audience from a query. */
export async function* audienceFrom(query: Readable<{ user: Id }>): AsyncIterable<Id[]> {
  for await (const found of inBatches(query)) yield found.map(({ user }) => user);
}
