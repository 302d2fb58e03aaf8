import { deleteAndRecount, describeCollection } from './collections.js';
import { date, defineModel, due, dueIndex, type Id, on, ref, version } from './model.js';

/** A toggle between two people: `from` follows `to`. */
export interface FollowDoc {
  _id: Id;
  from: Id;
  to: Id;
  on: boolean;
  version: number;
  at: Date;
  due?: Date;
}

export const Follows = defineModel<FollowDoc>('follows', { from: ref, to: ref, on, version, at: date, due }, [
  [{ from: 1, to: 1 }, { unique: true }],
  [{ from: 1, on: 1, at: -1, _id: -1 }],
  [{ to: 1, on: 1, at: -1, _id: -1 }],
  // Finds recently changed follows, to recompute follower counts.
  [{ at: 1 }],
  dueIndex,
]);

describeCollection(Follows, {
  isInternal: true,
  description: 'Follows. Deleted on both sides.',
  exportFilter: (user) => ({ from: user }),
  erase: deleteAndRecount(Follows, ['user', 'to', ({ user }) => ({ from: user })], ['user', 'from', ({ user }) => ({ to: user })]),
});
