import { byUser, deleteAndRecount, describeCollection, ofUser } from './collections.js';
import { date, defineModel, due, dueIndex, type Id, on, ref, version } from './model.js';

/** A toggle: the user is interested in an event. */
export interface BookmarkDoc {
  _id: Id;
  event: Id;
  user: Id;
  on: boolean;
  version: number;
  at: Date;
  due?: Date;
}

export const Bookmarks = defineModel<BookmarkDoc>('bookmarks', { event: ref, user: ref, on, version, at: date, due }, [
  [{ event: 1, user: 1 }, { unique: true }],
  [{ event: 1, on: 1 }],
  [{ user: 1, on: 1, at: 1 }],
  dueIndex,
]);

describeCollection(Bookmarks, {
  isInternal: true,
  description: 'Bookmarks. Deleted.',
  exportFilter: ofUser,
  erase: deleteAndRecount(Bookmarks, ['event', 'event', byUser]),
});
