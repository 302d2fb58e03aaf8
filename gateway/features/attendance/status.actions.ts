import type { Action } from '#gateway/plugins/calls';
import type { getUserStatus } from '#models/contract/attendance';
import { fail } from '#models/contract/failure';
import { Attendances } from '#models/db/attendances';
import { attendanceWord, waitingPosition } from '#models/db/attendances.loaders';
import { Bookmarks } from '#models/db/bookmarks';
import { findEvent } from '#models/db/events.loaders';
import { toId } from '#models/db/model';

export const getUserStatusAction: Action<typeof getUserStatus> = async ({ event_id }, ctx) => {
  const { event } = (await findEvent(ctx, toId(event_id))) ?? fail('not_found');
  const own = { event: event._id, user: ctx.me._id };
  const [attendance, bookmark] = await Promise.all([Attendances.findOne(own).lean(), Bookmarks.findOne(own).lean()]);
  return {
    data: {
      attendance: attendanceWord(attendance),
      bookmarked: bookmark?.on ?? false,
      waiting_position: await waitingPosition(attendance),
      ...(attendance?.offeredUntil && { offered_until: attendance.offeredUntil.toISOString() }),
      rev: event.rev,
      version: attendance?.version ?? 0,
      bookmark_version: bookmark?.version ?? 0,
    },
  };
};
