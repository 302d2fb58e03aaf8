import type { Action } from '#gateway/plugins/calls';
import { publish } from '#models/bus/publish';
import { countsOfEvent } from '#models/bus/verbs/attendance';
import { bookmarkMessages, type toggleBookmark } from '#models/contract/attendance';
import { fail } from '#models/contract/failure';
import { type BookmarkDoc, Bookmarks } from '#models/db/bookmarks';
import { incrementCounters } from '#models/db/counters';
import { type EventDoc, Events } from '#models/db/events';
import { findEvent } from '#models/db/events.loaders';
import { type Id, toId } from '#models/db/model';
import { conflict, retryOnConflict } from '#models/db/retry-on-conflict';
import { setToggle, type ToggleChange } from '#models/db/toggle';

type FlippedBookmark = ToggleChange<BookmarkDoc>;

/** Sets one person's bookmark. Null when it was so already. */
const setBookmark = (event: Id, user: Id, on: boolean): Promise<FlippedBookmark | null> => setToggle(Bookmarks, { event, user }, on);

const own = (event: Id, user: Id): Promise<BookmarkDoc | null> => Bookmarks.findOne({ event, user }).lean().exec();

/** Toggles the bookmark; retries when another request toggled it at the same time. */
const flip = (event: Id, user: Id): Promise<FlippedBookmark> =>
  retryOnConflict(async () => (await setBookmark(event, user, !(await own(event, user))?.on)) ?? conflict);

async function count({ doc: bookmark, inDoubt }: FlippedBookmark, event: EventDoc): Promise<EventDoc> {
  const counted = await incrementCounters(Events, event._id, { inc: { interested: bookmark.on ? 1 : -1 }, since: bookmark.at, inDoubt });
  if (counted) publish({ kind: 'bookmark', doc: bookmark }, { event: counted });
  return counted ?? event;
}

export const toggleBookmarkAction: Action<typeof toggleBookmark> = async ({ event_id, bookmarked }, ctx) => {
  const { event, facts } = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  ctx.require('event.bookmark', facts);
  const [id, user] = [event._id, ctx.me._id];
  const changed = bookmarked === undefined ? await flip(id, user) : await setBookmark(id, user, bookmarked);
  const on = changed?.doc.on ?? bookmarked === true;
  const counts = countsOfEvent(changed ? await count(changed, event) : event);
  const version = changed?.doc.version ?? (await own(id, user))?.version ?? 0;
  return { data: { bookmarked: on, message: on ? bookmarkMessages.set : bookmarkMessages.gone, version, ...counts } };
};
