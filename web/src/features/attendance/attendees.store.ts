import { eventStats } from '#models/contract/attendance';
import { type Attendee, type checkIn, eventCheckedIn, getAttendees } from '#models/contract/check-in';
import type { CountsOf, DataOf, InputOf } from '#models/contract/define';
import { on, registerEffects } from '@/sync/effects';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';
import { personRef } from '@/sync/people';

/** An attendee as an entity: a person at one event. */
export type AttendeeEntity = Attendee & { key: string };
export type AttendeeState = NonNullable<InputOf<typeof getAttendees>['state']>;
export type AttendeeCounts = CountsOf<typeof getAttendees>;

const attendeeKey = (eventId: string, userId: string): string => `${eventId}/${userId}`;
const attendees = createEntities<AttendeeEntity>({ key: 'key', refs: [personRef('ID', { Name: 'Name', Image: 'Image' })] });

const attendeeList = defineList({
  key: ['attendees'],
  call: getAttendees,
  input: ({ event_id, state, q }: { event_id: string; state: AttendeeState; q: string }) => ({
    event_id,
    state,
    limit: 50,
    ...(q && { q }),
  }),
  entities: attendees,
  toEntities: (data, { event_id }) => data.map((attendee) => ({ ...attendee, key: attendeeKey(event_id, attendee.ID) })),
  matches: ({ Checked_In_At, Claimed_At }, { state }) => {
    if (state === 'unconfirmed') return Claimed_At !== null && Checked_In_At === null;
    return state !== 'checked_in' || Checked_In_At !== null;
  },
  // While the search text changes, but never the list of another event or state.
  keepPrevious: (before, next) => before.event_id === next.event_id && before.state === next.state,
  persist: false,
});

/** An event's attendees in one state, updated live. The page joins `event:{id}:door` and `event:{id}`. */
export const useAttendees = (event_id: string, state: AttendeeState, q = '', isEnabled = true) =>
  attendeeList.useItems({ event_id, state, q }, isEnabled);

/** Shows a check-in or its undo at once; lists and counts follow with a refetch. */
function update(
  event_id: string,
  user: string,
  fields: Pick<Attendee, 'Checked_In_At' | 'Checked_In_By' | 'Claimed_At' | 'version'>,
): void {
  attendees.patch(attendeeKey(event_id, user), fields);
  void attendeeList.refetch({ event_id });
}

/** Applies the answer of an own check-in, which leaves no late check-in to confirm. */
export const applyCheckIn = (eventId: string, { user, Checked_In_At, Checked_In_By, version }: DataOf<typeof checkIn>): void =>
  update(eventId, user.ID, { Checked_In_At, Checked_In_By, Claimed_At: null, version });

registerEffects('attendees', [
  on(eventCheckedIn, ({ event_id, user_id, at, by, claimed_at, version }) =>
    update(event_id, user_id, { Checked_In_At: at, Checked_In_By: by, Claimed_At: claimed_at, version }),
  ),
  // Attending, cancelling and waiting change the counters, and maybe the list.
  on(eventStats, ({ event_id }) => attendeeList.refetchSoon({ event_id })),
]);
