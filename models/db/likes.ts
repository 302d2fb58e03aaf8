import { byUser, deleteAndRecount, describeCollection, ofUser } from './collections.js';
import { date, defineModel, due, dueIndex, type Id, on, ref, version } from './model.js';

/** A toggle that is its own outbox record: one per post and person; only the last state counts. */
export interface LikeDoc {
  _id: Id;
  post: Id;
  user: Id;
  on: boolean;
  version: number;
  at: Date;
  due?: Date;
}

export const Likes = defineModel<LikeDoc>('likes', { post: ref, user: ref, on, version, at: date, due }, [
  [{ post: 1, user: 1 }, { unique: true }],
  [{ post: 1, on: 1 }],
  [{ user: 1, on: 1 }],
  dueIndex,
]);

describeCollection(Likes, {
  isInternal: true,
  description: 'Likes. Deleted.',
  exportFilter: ofUser,
  erase: deleteAndRecount(Likes, ['post', 'post', byUser]),
});
