import type { Model } from 'mongoose';
import { Activities, type ActivityDoc, type Verb } from '#models/db/activities';
import { Attendances } from '#models/db/attendances';
import { noteAuditOnce } from '#models/db/audit-draft';
import { Blocks } from '#models/db/blocks';
import { Bookmarks } from '#models/db/bookmarks';
import { coalescedUpdates } from '#models/db/coalesce';
import { Follows } from '#models/db/follows';
import { Likes } from '#models/db/likes';
import { Loader } from '#models/db/loader';
import { type Id, newId, toId } from '#models/db/model';
import { PollVotes } from '#models/db/poll-votes';
import { Shares } from '#models/db/shares';
import { SocietyFollows } from '#models/db/society-follows';
import type { DbSession } from '#models/db/transaction';

/** Model of each kind of record: the one list of kinds. */
export const recordModels = {
  activity: Activities,
  like: Likes,
  attendance: Attendances,
  follow: Follows,
  block: Blocks,
  bookmark: Bookmarks,
  share: Shares,
  vote: PollVotes,
  societyFollow: SocietyFollows,
};
export type RecordKind = keyof typeof recordModels;
/** Stored document of a kind of record. */
export type RecordDocOf<K extends RecordKind> = (typeof recordModels)[K] extends Model<infer Doc> ? Doc : never;

/** Outbox record: actor, verb, object, society and time of an action. Also the source of the activity feed. */
export type RecordDoc = { [K in RecordKind]: { kind: K; doc: RecordDocOf<K> } }[RecordKind];

/** Reference to one version of a record. An activity never changes: its version is 1. */
export interface RecordRef {
  kind: RecordKind;
  id: string;
  version: number;
}

/** Model of a kind, typed for queries that work on all kinds. */
export const anyRecordModel = (kind: RecordKind): Model<{ _id: Id; due?: Date; version?: number }> =>
  recordModels[kind] as unknown as Model<{ _id: Id; due?: Date; version?: number }>;

export const refOf = (record: RecordDoc): RecordRef => ({
  kind: record.kind,
  id: String(record.doc._id),
  version: record.kind === 'activity' ? 1 : record.doc.version,
});

export const actorOf = ({ doc }: RecordDoc): Id => ('actor' in doc ? doc.actor : 'user' in doc ? doc.user : doc.from);
/** Actor, and the person acted upon; for an activity its object, which need not be a person. */
export function peopleOf(record: RecordDoc): Id[] {
  const { doc } = record;
  return 'object' in doc ? [doc.actor, doc.object] : 'to' in doc ? [doc.from, doc.to] : [doc.user];
}
/** Whether a toggle is still on; activities, shares and votes always count as on. */
export function isActive(record: RecordDoc): boolean {
  if (record.kind === 'activity' || record.kind === 'share' || record.kind === 'vote') return true;
  return record.kind === 'attendance' ? record.doc.state !== 'none' : record.doc.on;
}

const recordLoaders = new Map(
  (Object.keys(recordModels) as RecordKind[]).map((kind) => [
    kind,
    new Loader<RecordDoc>(async (ids) => {
      const found = await anyRecordModel(kind)
        .find({ _id: { $in: ids.map(toId) } })
        .lean();
      return new Map(found.map((doc) => [String(doc._id), { kind, doc } as unknown as RecordDoc]));
    }),
  ]),
);

/** Current state of a record; null if it is gone. Those of one turn are read by one query. */
export const loadRecord = async (ref: Pick<RecordRef, 'kind' | 'id'>): Promise<RecordDoc | null> =>
  (await recordLoaders.get(ref.kind)?.fresh(ref.id)) ?? null;

interface NewActivity {
  actor: Id;
  verb: Verb;
  object: Id;
  society: Id | null;
  open: boolean;
  params?: Record<string, string>;
}

/** Writes an activity in the transaction of the change that it records; due until its job has run. */
export async function recordActivity(session: DbSession, activity: NewActivity): Promise<RecordDoc> {
  const at = new Date();
  const doc: ActivityDoc = { _id: newId(), ...activity, at, due: at };
  await Activities.create([doc], { session });
  const [kind = ''] = activity.verb.split('.');
  noteAuditOnce({ society: activity.society, subject: { kind, id: String(activity.object) } });
  return { kind: 'activity', doc };
}

const updateRecord = new Map((Object.keys(recordModels) as RecordKind[]).map((kind) => [kind, coalescedUpdates(anyRecordModel(kind))]));

/** Clears `due`, only for the version that was processed. */
export async function clearDue(ref: RecordRef): Promise<void> {
  const _id = toId(ref.id);
  const filter = ref.kind === 'activity' ? { _id } : { _id, version: ref.version };
  await updateRecord.get(ref.kind)?.({ filter, update: { $unset: { due: 1 } } });
}
