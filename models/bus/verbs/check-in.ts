import { eventCheckedIn } from '#models/contract/check-in';
import { roomOf } from '#models/contract/rooms';
import type { ActivityDoc } from '#models/db/activities';
import { Attendances } from '#models/db/attendances';
import { countCheckedIn } from '#models/db/attendances.loaders';
import { liveMessage } from '../live-stream.js';
import type { VerbSpec } from '../verb.js';
import { attendanceLive } from './attendance.js';

/**
 * Check-in, or its undoing: current state, for the event's door, whose room has the rule of the list, and for the ticket's holder.
 * The record's object is the attendance.
 */
export const checkedInVerb: VerbSpec<ActivityDoc> = {
  async messages({ object }) {
    const attendance = await Attendances.findById(object).lean();
    if (!attendance) return [];
    const { event, user, checkedInAt, by, claimedAt, version } = attendance;
    return [
      liveMessage(eventCheckedIn, [roomOf('eventDoor', String(event))], {
        event_id: String(event),
        user_id: String(user),
        at: checkedInAt?.toISOString() ?? null,
        by: by && String(by),
        claimed_at: claimedAt?.toISOString() ?? null,
        checked_in: await countCheckedIn(event),
        version,
      }),
      await attendanceLive(attendance),
    ];
  },
  affectedCounters: () => [],
};
