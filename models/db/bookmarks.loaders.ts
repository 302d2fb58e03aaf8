import { type BookmarkDoc, Bookmarks } from './bookmarks.js';
import { pairLoader } from './pair-loader.js';

/** A person's bookmark of an event, also one taken back. */
export type OwnBookmark = Pick<BookmarkDoc, 'on' | 'version'>;

const fields = { _id: 0, event: 1, user: 1, on: 1, version: 1 } as const;
type FoundBookmark = Pick<BookmarkDoc, 'event' | 'user'> & OwnBookmark;

/** Loads bookmarks of these people of these events, as of now, to look up by person and event. */
export const loadBookmarks = pairLoader<FoundBookmark, OwnBookmark>(
  ({ users, things }) =>
    Bookmarks.find({ event: { $in: things }, user: { $in: users } }, fields)
      .lean<FoundBookmark[]>()
      .exec(),
  ({ event, on, version }) => ({ thing: event, value: { on, version } }),
);
