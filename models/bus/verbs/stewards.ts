import { stewardChanged } from '#models/contract/door';
import { roomOf } from '#models/contract/rooms';
import type { ActivityDoc } from '#models/db/activities';
import { Events } from '#models/db/events';
import { liveMessage } from '../live-stream.js';
import type { VerbSpec } from '../verb.js';

/** A steward was named, or is one no longer: current state, for the person and for those at the door. The object is the event. */
export const stewardChangedVerb: VerbSpec<ActivityDoc> = {
  async messages({ object, params }) {
    const event = await Events.findById(object).lean();
    if (!event || !params?.user) return [];
    return [
      liveMessage(stewardChanged, [roomOf('user', params.user), roomOf('eventDoor', String(event._id))], {
        event_id: String(event._id),
        user_id: params.user,
        steward: (event.stewards ?? []).some((user) => String(user) === params.user),
        version: event.stewardsVersion ?? 0,
      }),
    ];
  },
  affectedCounters: () => [],
};
