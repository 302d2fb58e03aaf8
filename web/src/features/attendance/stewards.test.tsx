import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkIn, getAttendees } from '#models/contract/check-in';
import { getStewards, type Steward, setSteward } from '#models/contract/door';
import { getEventMessages } from '#models/contract/event-messages';
import { getEventInfo } from '#models/contract/events';
import { getAllMembers } from '#models/contract/member-list';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import AttendeesPage from '@/pages/attendees-page';
import CheckInPage from '@/pages/check-in-page';
import { onCall, requests, yes } from '@/testing/fake-server';
import { connectSocket } from '@/testing/fake-socket';
import { aUser, newId } from '@/testing/fixtures';
import { anAttendee } from '@/testing/people-fixtures';
import { show } from '@/testing/render';
import { anEvent } from '@/testing/society-fixtures';

const organizer = { edit: true, cancel: true, delete: true, attend: true, checkIn: true };
const event = anEvent({ Can: organizer });
const lina = anAttendee({ Name: 'Lina Haddad' });
const rand: Steward = { ID: newId(), Name: 'Rand Tarawneh', Image: '' };
let stewards: Steward[];

const open = (part: 'attendees' | 'check-in') =>
  show(
    <Routes>
      <Route path="/events/:id/attendees" element={<AttendeesPage />} />
      <Route path="/events/:id/check-in" element={<CheckInPage />} />
    </Routes>,
    { at: `/events/${event.ID}/${part}` },
  );
const card = () => within(screen.getByRole('region', { name: 'Stewards' }));

beforeAll(async () => {
  await i18n.loadNamespaces(['check-in', 'events']);
  await connectSocket();
});
beforeEach(() => {
  stewards = [rand];
  useSession.setState({ status: 'in', user: aUser() });
  onCall(getEventInfo, () => yes(getEventInfo, event));
  onCall(getEventMessages, () => yes(getEventMessages, []));
  onCall(getStewards, () => yes(getStewards, stewards, { next: null }));
  onCall(getAllMembers, () => yes(getAllMembers, [], { next: null, counts: { total: 0, admins: 0, moderators: 0 } }));
  onCall(getAttendees, () => yes(getAttendees, [lina], { next: null, counts: { attending: 1, waiting: 0, checked_in: 0 } }));
  onCall(setSteward, ({ body }) => {
    const { user_id, steward } = body as { user_id: string; steward: boolean };
    stewards = steward ? [...stewards, { ID: user_id, Name: 'Lina Haddad', Image: '' }] : stewards.filter(({ ID }) => ID !== user_id);
    return yes(setSteward, { event_id: event.ID, user_id, steward, version: 2 });
  });
});

describe('the stewards of an event', () => {
  it('are named by an organizer, found by their name', async () => {
    const { user } = open('attendees');
    expect(await screen.findByRole('button', { name: 'Remove Rand Tarawneh as a steward' })).toBeDefined();
    await user.type(card().getByLabelText('Find a member or an attendee'), 'lina');
    await user.click(await screen.findByRole('button', { name: 'Add Lina Haddad as a steward' }));
    expect(await screen.findByRole('button', { name: 'Remove Lina Haddad as a steward' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Add Lina Haddad as a steward' })).toBeNull();
    await waitFor(() => expect(card().getByLabelText('Find a member or an attendee')).toHaveProperty('value', ''));
    expect(card().queryByText('Nobody found by this name')).toBeNull();
  });

  it('are found only among members in a sensitive society', async () => {
    const [Category, member] = ['Religious', newId()] as const;
    onCall(getEventInfo, () => yes(getEventInfo, { ...event, Society: { ...event.Society, Category } }));
    const row = { ID: member, Name: 'Lina Member', Photo: '', Role: 'member', Joined_At: event.CreatedAt, Email: null, rev: 1 } as const;
    onCall(getAllMembers, () => yes(getAllMembers, [row], { next: null, counts: { total: 1, admins: 0, moderators: 0 } }));
    const { user } = open('attendees');
    await screen.findByRole('button', { name: 'Remove Rand Tarawneh as a steward' });
    await user.type(card().getByLabelText('Find a member or an attendee'), 'lina');
    expect(await screen.findByRole('button', { name: 'Add Lina Member as a steward' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Add Lina Haddad as a steward' })).toBeNull();
  });

  it('are removed in one press', async () => {
    const { user } = open('attendees');
    await user.click(await screen.findByRole('button', { name: 'Remove Rand Tarawneh as a steward' }));
    expect(await screen.findByText('No stewards yet. Find someone by name to add them.')).toBeDefined();
  });

  it('see the list of who is going, without the waiting list, the export, the messages and the stewards', async () => {
    onCall(getEventInfo, () => yes(getEventInfo, { ...event, Can: { ...organizer, edit: false, cancel: false, delete: false } }));
    open('attendees');
    expect(await screen.findByRole('button', { name: 'Check in Lina Haddad' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Waiting list' })).toBeNull();
    expect(screen.queryByRole('button', { name: i18n.t('check-in:attendees.export.action') })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Stewards' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Messages' })).toBeNull();
  });
});

it.each([
  ['Confirm', false],
  ['Dismiss', true],
])('a late check-in at the door: %s takes one press', async (name, undo) => {
  const late = anAttendee({ Name: 'Wael Odeh', Claimed_At: new Date().toISOString() });
  let isSettled = false;
  onCall(getAttendees, ({ query }) => {
    const found = query.get('state') === 'unconfirmed' && !isSettled ? [late] : [];
    return yes(getAttendees, found, { next: null, counts: { attending: 1, waiting: 0, checked_in: 0 } });
  });
  onCall(checkIn, () => {
    isSettled = true;
    const Checked_In_At = undo ? null : late.Claimed_At;
    const person = { ID: late.ID, Name: late.Name, Image: '' };
    return yes(checkIn, { user: person, Checked_In_At, Checked_In_By: null, again: false, checked_in: 1, version: 2 });
  });
  const { user } = open('check-in');
  await user.click(await screen.findByRole('button', { name: `${name} Wael Odeh` }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'To confirm' })).toBeNull());
  expect(requests.filter(({ path }) => path === checkIn.path).map(({ body }) => body)).toEqual([
    { event_id: event.ID, user_id: late.ID, undo },
  ]);
});
