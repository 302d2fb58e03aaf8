import { byUser, deleteAndRecount, describeCollection, ofUser } from './collections.js';
import { date, defineModel, due, dueIndex, type Id, needed, ref, version } from './model.js';

/** A share that is its own outbox record: one per event, person and local day; never retracted. */
export interface ShareDoc {
  _id: Id;
  event: Id;
  user: Id;
  day: string;
  version: number;
  at: Date;
  due?: Date;
}

const retentionDays = 365;

export const Shares = defineModel<ShareDoc>('shares', { event: ref, user: ref, day: needed, version, at: date, due }, [
  [{ event: 1, user: 1, day: 1 }, { unique: true }],
  [{ user: 1 }],
  [{ at: 1 }, { expireAfterSeconds: retentionDays * 86_400 }],
  dueIndex,
]);

describeCollection(Shares, {
  isInternal: true,
  description: 'Shares of events. Deleted.',
  exportFilter: ofUser,
  erase: deleteAndRecount(Shares, ['event', 'event', byUser]),
});
