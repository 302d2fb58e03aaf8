import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventStats } from '#models/contract/attendance';
import { type Attendee, checkIn, eventCheckedIn, getAttendees } from '#models/contract/check-in';
import { getStewards } from '#models/contract/door';
import { getEventMessages } from '#models/contract/event-messages';
import { getEventInfo } from '#models/contract/events';
import { roomOf } from '#models/contract/rooms';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import AttendeesPage from '@/pages/attendees-page';
import { describeFailures } from '@/testing/failures';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, comesIntoView, connectSocket, joined, watchView } from '@/testing/fake-socket';
import { aUser, newId } from '@/testing/fixtures';
import { anAttendee } from '@/testing/people-fixtures';
import { show } from '@/testing/render';
import { anEvent } from '@/testing/society-fixtures';

const me = aUser();
const event = anEvent({ Can: { edit: true, cancel: true, delete: true, attend: true, checkIn: true } });
const now = new Date().toISOString();
const lina = anAttendee({ Name: 'Lina Haddad' });
const rand = anAttendee({ Name: 'Rand Tarawneh', Checked_In_At: now, Checked_In_By: me.ID, version: 2 });
const wael = anAttendee({ Name: 'Wael Odeh', attendance: 'waiting', waiting_position: 3 });

/** Serves attendees like the server, `limit` per page. */
function serve(people: Attendee[] = [lina, rand, wael], limit = 50): void {
  onCall(getEventInfo, () => yes(getEventInfo, event));
  onCall(getEventMessages, () => yes(getEventMessages, []));
  onCall(getStewards, () => yes(getStewards, []));
  onCall(getAttendees, ({ query }) => {
    const [state, q, from] = [query.get('state'), query.get('q')?.toLowerCase() ?? '', Number(query.get('cursor') ?? 0)];
    const of = people.filter(({ attendance, Checked_In_At }) =>
      state === 'checked_in' ? Checked_In_At !== null : attendance === (state === 'waiting' ? 'waiting' : 'attending'),
    );
    const found = of.filter(({ Name }) => Name.toLowerCase().includes(q));
    const counts = {
      attending: people.filter(({ attendance }) => attendance === 'attending').length,
      waiting: people.filter(({ attendance }) => attendance === 'waiting').length,
      checked_in: people.filter(({ Checked_In_At }) => Checked_In_At !== null).length,
    };
    const next = from + limit < found.length ? String(from + limit) : null;
    return yes(getAttendees, found.slice(from, from + limit), { next, counts });
  });
}
const open = () =>
  show(
    <Routes>
      <Route path="/events/:id/attendees" element={<AttendeesPage />} />
    </Routes>,
    { at: `/events/${event.ID}/attendees` },
  );
const names = () =>
  within(screen.getByRole('list', { name: 'People' }))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);
const figures = () => [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
const chip = (name: string) => within(screen.getByRole('group', { name: 'Show' })).getByRole('button', { name });

beforeAll(async () => {
  await i18n.loadNamespaces(['check-in', 'events']);
  await connectSocket();
});
beforeEach(() => {
  joined.length = 0;
  useSession.setState({ status: 'in', user: me });
  serve();
});

it('lists attendees with counts and check-in times, and joins the room of the door', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Attendee list' })).toBeDefined();
  await waitFor(() => expect(names()).toEqual(['Lina Haddad', 'Rand Tarawneh']));
  expect(figures()).toEqual(['Going2', 'Waiting list1', 'Checked in1']);
  expect(screen.getByText(/^You checked them in at /)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Check-in' }).getAttribute('href')).toBe(`/events/${event.ID}/check-in`);
  expect(screen.getByRole('link', { name: 'Lina Haddad' }).getAttribute('href')).toBe(`/users/${lina.ID}`);
  expect(joined.flatMap(({ rooms }) => rooms)).toContain(roomOf('eventDoor', event.ID));
});

it('shows the waiting list with places and no buttons, and the checked-in list', async () => {
  const { user } = open();
  await screen.findByText('Lina Haddad');
  await user.click(chip('Waiting list'));
  await waitFor(() => expect(names()).toEqual(['Wael Odeh']));
  expect(screen.getByText('Number 3 on the waiting list')).toBeDefined();
  expect(screen.queryByRole('button', { name: /Wael/ })).toBeNull();
  await user.click(chip('Checked in'));
  await waitFor(() => expect(names()).toEqual(['Rand Tarawneh']));
});

it('finds attendees by name, and shows a text when nobody matches', async () => {
  const { user } = open();
  await screen.findByText('Lina Haddad');
  const field = screen.getByRole('searchbox', { name: 'Search by name' });
  await user.type(field, 'rand');
  await waitFor(() => expect(names()).toEqual(['Rand Tarawneh']));
  await user.type(field, 'x');
  expect(await screen.findByText('Nobody found by this name')).toBeDefined();
});

it('loads further pages of attendees while scrolling', async () => {
  watchView();
  serve([lina, anAttendee({ Name: 'Aya Nasser' }), rand], 2);
  open();
  await waitFor(() => expect(names()).toEqual(['Lina Haddad', 'Aya Nasser']));
  comesIntoView();
  await waitFor(() => expect(names()).toEqual(['Lina Haddad', 'Aya Nasser', 'Rand Tarawneh']));
});

it('shows a check-in made at another door', async () => {
  open();
  await screen.findByRole('button', { name: 'Check in Lina Haddad' });
  serve([{ ...lina, Checked_In_At: now, Checked_In_By: newId(), version: 2 }, rand, wael]);
  arrives(eventCheckedIn, { event_id: event.ID, user_id: lina.ID, at: now, by: newId(), claimed_at: null, checked_in: 2, version: 2 });
  expect(await screen.findByRole('button', { name: 'Undo the check-in of Lina Haddad' })).toBeDefined();
  await waitFor(() => expect(figures()).toContain('Checked in2'));
});

it('shows who signs up and who gives up a seat', async () => {
  open();
  await waitFor(() => expect(names()).toEqual(['Lina Haddad', 'Rand Tarawneh']));
  const aya = anAttendee({ Name: 'Aya Nasser' });
  serve([rand, wael, aya]);
  const of = { event_id: event.ID, society_id: event.Society_ID };
  arrives(eventStats, { ...of, attendees: 2, interested: 0, shares: 0, seats_left: null, rev: event.rev + 2 });
  await waitFor(() => expect(names()).toEqual(['Rand Tarawneh', 'Aya Nasser']));
});

it('checks an attendee in, and undoes it', async () => {
  onCall(checkIn, ({ body }) => {
    const Checked_In_At = body.undo ? null : now;
    const Checked_In_By = body.undo ? null : me.ID;
    const version = body.undo ? 3 : 2;
    serve([{ ...lina, Checked_In_At, Checked_In_By, version }, rand, wael]);
    return yes(checkIn, { user: lina, Checked_In_At, Checked_In_By, again: false, checked_in: 2, version });
  });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Check in Lina Haddad' }));
  const undo = await screen.findByRole('button', { name: 'Undo the check-in of Lina Haddad' });
  await waitFor(() => expect(undo.getAttribute('aria-disabled')).toBeNull());
  await user.click(undo);
  expect(await screen.findByRole('button', { name: 'Check in Lina Haddad' })).toBeDefined();
  const asked = requests.filter(({ path }) => path === checkIn.path).map(({ body }) => body);
  expect(asked).toEqual([
    { event_id: event.ID, user_id: lina.ID, undo: false },
    { event_id: event.ID, user_id: lina.ID, undo: true },
  ]);
});

describeFailures('checking an attendee in', {
  call: checkIn,
  open: async () => {
    const view = open();
    await screen.findByRole('button', { name: 'Check in Lina Haddad' });
    return view;
  },
  act: (user) => user.click(screen.getByRole('button', { name: 'Check in Lina Haddad' })),
  afterwards: () => expect(screen.getByRole('button', { name: 'Check in Lina Haddad' }).getAttribute('aria-disabled')).toBeNull(),
});

describe('an empty attendee list', () => {
  it.each([
    ['Going', 'Nobody is going yet'],
    ['Waiting list', 'Nobody is waiting'],
    ['Checked in', 'Nobody has checked in yet'],
  ])('shows its text for %s', async (name, text) => {
    serve([]);
    const { user } = open();
    await screen.findByText('Nobody is going yet');
    await user.click(chip(name));
    expect(await screen.findByText(text)).toBeDefined();
  });
});

it('shows an error in place of an attendee list that failed to load, and retries it', async () => {
  onCall(getAttendees, () => no(500, 'internal', 'Boom'));
  const { user } = open();
  expect(await screen.findByText('The list did not load')).toBeDefined();
  serve();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(names()).toHaveLength(2));
});

it('shows only an explanation to viewers who are not organisers', async () => {
  onCall(getEventInfo, () => yes(getEventInfo, anEvent({ ID: event.ID })));
  open();
  expect(await screen.findByText('Only organizers see the attendee list')).toBeDefined();
  expect(joined.flatMap(({ rooms }) => rooms)).not.toContain(roomOf('eventDoor', event.ID));
});

it('shows the attendees page in Arabic', async () => {
  await chooseLanguage('ar');
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'قائمة الحضور' })).toBeDefined();
  expect(await screen.findByRole('button', { name: 'تسجيل وصول Lina Haddad' })).toBeDefined();
});
