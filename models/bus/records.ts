import type { Model } from 'mongoose';
import { Activities, type ActivityDoc, type Verb } from '#models/db/activities';
import { type AttendanceDoc, Attendances } from '#models/db/attendances';
import { type BlockDoc, Blocks } from '#models/db/blocks';
import { type BookmarkDoc, Bookmarks } from '#models/db/bookmarks';
import { type FollowDoc, Follows } from '#models/db/follows';
import { type LikeDoc, Likes } from '#models/db/likes';
import { type Id, newId } from '#models/db/model';
import { type ShareDoc, Shares } from '#models/db/shares';
import type { DbSession } from '#models/db/transaction';

/** A record says who, verb, object, society, time; it is the activity feed's source, the audit trail and the outbox. */
export type RecordDoc =
  | { kind: 'activity'; doc: ActivityDoc }
  | { kind: 'like'; doc: LikeDoc }
  | { kind: 'attendance'; doc: AttendanceDoc }
  | { kind: 'follow'; doc: FollowDoc }
  | { kind: 'block'; doc: BlockDoc }
  | { kind: 'bookmark'; doc: BookmarkDoc }
  | { kind: 'share'; doc: ShareDoc };
export type RecordKind = RecordDoc['kind'];

/** Which record, as of which of its versions. An activity never changes: its version is 1. */
export interface RecordRef {
  kind: RecordKind;
  id: string;
  version: number;
}

/** Where each kind of record lives. */
export const recordModels = {
  activity: Activities,
  like: Likes,
  attendance: Attendances,
  follow: Follows,
  block: Blocks,
  bookmark: Bookmarks,
  share: Shares,
} as const satisfies Record<RecordKind, unknown>;
/** The same, for queries that every kind answers. */
export const anyRecordModel = (kind: RecordKind): Model<{ _id: Id; due?: Date; version?: number }> =>
  recordModels[kind] as unknown as Model<{ _id: Id; due?: Date; version?: number }>;

export const refOf = (record: RecordDoc): RecordRef => ({
  kind: record.kind,
  id: String(record.doc._id),
  version: record.kind === 'activity' ? 1 : record.doc.version,
});

/** Who did it. */
export const actorOf = ({ doc }: RecordDoc): Id => ('actor' in doc ? doc.actor : 'user' in doc ? doc.user : doc.from);
/** Who did it, and to whom; of an activity its object, which need not be a person. */
export function peopleOf(record: RecordDoc): Id[] {
  const { doc } = record;
  return 'object' in doc ? [doc.actor, doc.object] : 'to' in doc ? [doc.from, doc.to] : [doc.user];
}
/** A toggle that is off no longer says what it said. */
export function isActive(record: RecordDoc): boolean {
  if (record.kind === 'activity' || record.kind === 'share') return true;
  return record.kind === 'attendance' ? record.doc.state !== 'none' : record.doc.on;
}

/** The record as it stands now; null when it is gone. */
export async function loadRecord(ref: Pick<RecordRef, 'kind' | 'id'>): Promise<RecordDoc | null> {
  const doc = await anyRecordModel(ref.kind).findById(ref.id).lean();
  return doc ? ({ kind: ref.kind, doc } as unknown as RecordDoc) : null;
}

interface NewActivity {
  actor: Id;
  verb: Verb;
  object: Id;
  society: Id | null;
  open: boolean;
  params?: Record<string, string>;
}

/** Writes the activity in the transaction of the change that it records; it is due until its job has run. */
export async function recordActivity(session: DbSession, activity: NewActivity): Promise<RecordDoc> {
  const at = new Date();
  const doc: ActivityDoc = { _id: newId(), ...activity, at, due: at };
  await Activities.create([doc], { session });
  return { kind: 'activity', doc };
}

/** Clears `due`, only for the version that was told. */
export async function clearDue(ref: RecordRef): Promise<void> {
  const filter = ref.kind === 'activity' ? { _id: ref.id } : { _id: ref.id, version: ref.version };
  await anyRecordModel(ref.kind).updateOne(filter, { $unset: { due: 1 } });
}
