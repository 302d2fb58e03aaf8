import { byUser, deleteAndRecount, describeCollection, ofUser } from './collections.js';
import { date, defineModel, due, dueIndex, type Id, maybeDate, maybeRef, needed, optionalDate, ref, version } from './model.js';

export interface AttendanceDoc {
  _id: Id;
  event: Id;
  user: Id;
  state: 'going' | 'waiting' | 'none';
  version: number;
  at: Date;
  checkedInAt: Date | null;
  by: Id | null;
  /** Time of a late check-in by the door code that a steward has not confirmed yet. */
  claimedAt?: Date | null;
  /** End of the offer of a seat, which is held until then; only while waiting. */
  offeredUntil?: Date;
  due?: Date;
}

export const Attendances = defineModel<AttendanceDoc>(
  'attendances',
  {
    event: ref,
    user: ref,
    state: needed,
    version,
    at: date,
    checkedInAt: maybeDate,
    by: maybeRef,
    claimedAt: optionalDate,
    offeredUntil: optionalDate,
    due,
  },
  [
    [{ event: 1, user: 1 }, { unique: true }],
    [{ event: 1, state: 1, at: 1, _id: 1 }],
    [{ user: 1, state: 1, at: 1, _id: 1 }],
    [{ offeredUntil: 1 }, { partialFilterExpression: { offeredUntil: { $exists: true } } }],
    [{ event: 1, offeredUntil: 1 }, { partialFilterExpression: { offeredUntil: { $exists: true } } }],
    dueIndex,
  ],
);

describeCollection(Attendances, {
  isInternal: true,
  description: 'Attendances and places on waiting lists. Deleted; the job frees the seats before.',
  exportFilter: ofUser,
  erase: deleteAndRecount(Attendances, ['event', 'event', byUser]),
});
