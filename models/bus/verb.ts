import type { NotificationType } from '#models/contract/notifications';
import type { EventDoc } from '#models/db/events';
import type { Id } from '#models/db/model';
import type { PostDoc } from '#models/db/posts';
import type { JobData } from './jobs.js';
import type { LiveMessage } from './live-stream.js';

/** Whom a record is told to, and how. The actor is never told, nor, but of one's own matters, who has a block with the actor or the type off. */
export interface NotificationSpec {
  /** Verb and object: notifications with the same key are one while open. */
  key: string;
  type: NotificationType;
  params: Record<string, string>;
  link: string;
  /** Why a person hears of it, as a code of the notifications' texts. */
  why: 'author' | 'member' | 'admin' | 'asked' | 'commented' | 'reporter' | 'waiting' | 'attending' | 'followed' | 'person' | 'ticket';
  /** In batches, so that a society of any size fits. */
  audience(): AsyncIterable<Id[]>;
  /** Who wrote what it leads to, where that is not who did it: a block with them counts too. */
  author?: Id;
  /** The society whose mute and settings count, if any. */
  society: Id | null;
}

/** A record, or a reminder (nobody's doing), that was told and no longer holds: it goes out of what these people have not read. */
export interface Retraction {
  record: { _id: Id | string; actor: Id | null };
  audience(): AsyncIterable<Id[]>;
  /** Delete the notification even if it was read or mailed: its recipient may not know of its object any more. */
  deleteAlways?: true;
}

/** A document whose counters a record moves. */
export interface CounterRef {
  kind: 'post' | 'society' | 'event' | 'user';
  id: Id;
}

/** What the caller has just read or written anyway, so that composing a message need not read it again. */
export interface Preloaded {
  post?: PostDoc;
  event?: EventDoc;
}

/** The jobs that are done as part of a record's own one, too. */
export type FollowUpName = 'activity.open' | 'activity.part' | 'activity.rename' | 'activity.shut';
/**
 * Work that follows from a record: done before its `due` is cleared, so that it is known in MongoDB until then; and once more
 * as a job some seconds later, for what was being written as the record came. `jobId` makes that one once.
 */
export type FollowUp = { [N in FollowUpName]: { name: N; data: JobData[N]; jobId: string } }[FollowUpName];

/** All that follows from one verb. */
export interface VerbSpec<Doc> {
  /** Composed from the present state, so that sending again is always right. */
  messages(record: Doc, preloaded: Preloaded): Promise<LiveMessage[]>;
  notifications?(record: Doc): Promise<NotificationSpec[]>;
  retractions?(record: Doc): Promise<Retraction[]>;
  affectedCounters(record: Doc): CounterRef[];
  /** Work beside what is told. */
  followUps?(record: Doc): FollowUp[];
  /** Whether it is a line of 'Recent Activity'. */
  isInFeed?: boolean;
  /** Whether an open object of it moves the trending card. */
  affectsTrending?: boolean;
  /** The event whose waiting list it moves, if any. */
  affectedWaitingList?(record: Doc): Promise<Id | null>;
  /** Whose recommendations it makes stale. */
  staleRecommendations?(record: Doc): Id[];
}

/** An audience that is known whole. */
export async function* audienceOf(...ids: Id[]): AsyncIterable<Id[]> {
  if (ids.length > 0) yield ids;
}

const batchSize = 1000;

/** What a query finds, a thousand at a time. */
export async function* inBatches<T>(query: { cursor(options: { batchSize: number }): AsyncIterable<T> }): AsyncIterable<T[]> {
  let batch: T[] = [];
  for await (const each of query.cursor({ batchSize })) {
    batch.push(each);
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** An audience that a query finds. */
export async function* audienceFrom(query: { cursor(options: { batchSize: number }): AsyncIterable<{ user: Id }> }): AsyncIterable<Id[]> {
  for await (const found of inBatches(query)) yield found.map(({ user }) => user);
}
