import { eventCheckedIn, getAttendees } from '#models/contract/check-in';
import { getStewards, stewardChanged } from '#models/contract/door';
import { useAttendees } from '@/features/attendance/attendees.store';
import { useStewards } from '@/features/attendance/stewards.store';
import { type ConformanceRow, row } from '../conformance';
import { onCall, yes } from '../fake-server';
import { newId } from '../fixtures';
import { anAttendee } from '../people-fixtures';
import { computedAt, json, page, subject, text } from './shared';

const event_id = newId();
const guest = anAttendee({ version: 2 });
function Door() {
  const { items, counts } = useAttendees(event_id, 'attending');
  return json([items, counts]);
}
const helper = { ID: newId(), Name: 'Rand Tarawneh', Image: '' };
function StewardNames() {
  return json(useStewards(event_id).items.map(({ Name }) => Name));
}
const inside = { Checked_In_At: computedAt, Checked_In_By: newId(), version: 3 };
/** Rows of check-ins and stewards. */
export const doorRows: ConformanceRow[] = [
  row(
    eventCheckedIn,
    { event_id, user_id: guest.ID, at: inside.Checked_In_At, by: inside.Checked_In_By, claimed_at: null, checked_in: 1, version: 3 },
    {
      screen: subject(<Door />),
      serve: (isAfter) =>
        onCall(getAttendees, () =>
          yes(getAttendees, [isAfter ? { ...guest, ...inside } : guest], {
            ...page,
            counts: { attending: 1, waiting: 0, checked_in: isAfter ? 1 : 0 },
          }),
        ),
      state: text,
      late: { event_id, user_id: guest.ID, at: null, by: null, claimed_at: null, checked_in: 0, version: 2 },
    },
  ),
  row(
    stewardChanged,
    { event_id, user_id: helper.ID, steward: true, version: 2 },
    {
      screen: subject(<StewardNames />),
      serve: (isAfter) => onCall(getStewards, () => yes(getStewards, isAfter ? [helper] : [], page)),
      state: text,
      late: { event_id, user_id: helper.ID, steward: false, version: 1 },
    },
  ),
];
