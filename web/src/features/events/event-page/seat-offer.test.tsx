import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { attendanceChanged, getUserStatus, toggleAttendance } from '#models/contract/attendance';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { timeOfDay } from '@/lib/time-of-day';
import { onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { anEvent } from '@/testing/society-fixtures';
import { mergeEvents } from '../events.store';
import { SeatOffer } from './seat-offer';

const event = anEvent();
const waiting = { attendance: 'waiting', bookmarked: false, waiting_position: 1, rev: 1, version: 2, bookmark_version: 0 } as const;
let seats: string[];
function open(until: number | null) {
  mergeEvents([event]);
  onCall(getUserStatus, () => yes(getUserStatus, { ...waiting, ...(until && { offered_until: new Date(until).toISOString() }) }));
  return show(<SeatOffer event={event} onSeat={() => void seats.push('taken')} />);
}

beforeAll(() => i18n.loadNamespaces(['events', 'event']));
beforeEach(() => {
  seats = [];
  useSession.setState({ status: 'in', user: aUser() });
  const counts = { attendees: 1, interested: 0, shares: 0, seats_left: 0, rev: 2 };
  onCall(toggleAttendance, ({ body }) =>
    yes(toggleAttendance, { ...counts, attendance: body.status, waiting_position: null, version: 3, message: 'Done.' }),
  );
});

it.each([
  ['Take the seat', 'attending', 1],
  ['Decline', 'not_attending', 0],
])('an offered seat: %s takes one press, and ends the offer', async (name, status, taken) => {
  const until = Date.now() + 3_600_000;
  const { user } = open(until);
  expect(await screen.findByText(`Yours until ${timeOfDay(new Date(until).toISOString())}`)).toBeDefined();
  await user.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
  expect(requests.filter(({ path }) => path === toggleAttendance.path).map(({ body }) => body)).toEqual([{ event_id: event.ID, status }]);
  await waitFor(() => expect(seats).toHaveLength(taken));
});

it.each([
  ['without an offer', null],
  ['once it is over', Date.now() - 1000],
])('nothing is offered %s', async (_name, until) => {
  open(until);
  await waitFor(() => expect(requests.some(({ path }) => path === getUserStatus.path)).toBe(true));
  expect(screen.queryByRole('button', { name: 'Take the seat' })).toBeNull();
});

it('an offer appears and ends by the message', async () => {
  await connectSocket();
  open(null);
  await waitFor(() => expect(requests.some(({ path }) => path === getUserStatus.path)).toBe(true));
  const changed = { event_id: event.ID, attendance: 'waiting', waiting_position: 1 } as const;
  const offered_until = new Date(Date.now() + 3_600_000).toISOString();
  arrives(attendanceChanged, { ...changed, offered_until, rev: 3, version: 3 });
  expect(await screen.findByRole('button', { name: 'Take the seat' })).toBeDefined();
  arrives(attendanceChanged, { ...changed, attendance: 'not_attending', waiting_position: null, rev: 4, version: 4 });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Take the seat' })).toBeNull());
});
