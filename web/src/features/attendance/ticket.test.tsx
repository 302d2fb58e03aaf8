import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attendanceChanged } from '#models/contract/attendance';
import { logout } from '#models/contract/auth';
import { getMyTicket } from '#models/contract/check-in';
import { getEventInfo, getRelatedEvents } from '#models/contract/events';
import { i18n } from '@/lib/i18n';
import { signOut, useSession } from '@/lib/session';
import { expireToken, saveToken } from '@/lib/token';
import EventPage from '@/pages/event-page';
import { serveSeries } from '@/testing/fake-series';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { anEvent } from '@/testing/society-fixtures';
import './resume-doors';
import { StoredTicketCard, TicketCard } from './ticket-card';
import { removeStoredTicket } from './tickets';

const me = aUser();
const event = anEvent({ Date: new Date().toISOString().slice(0, 10) });
const code = `${'a'.repeat(24)}.${'b'.repeat(22)}`;
const serve = (Checked_In_At: string | null = null, version = 1) =>
  onCall(getMyTicket, () => yes(getMyTicket, { event_id: event.ID, code, Name: 'Layla Haddad', Checked_In_At, version }));
const stored = () => JSON.parse(localStorage.getItem(`nadi-tickets-${me.ID}`) ?? '{}');
const open = (over = {}) => show(<TicketCard event={{ ...event, ...over }} version={1} />);
/** Path of the QR code. */
const figure = async () => (await screen.findByRole('img', { name: 'Your ticket' })).querySelector('path')?.getAttribute('d') ?? '';

beforeAll(async () => {
  await i18n.loadNamespaces(['check-in', 'events', 'event']);
  await connectSocket();
});
beforeEach(() => {
  saveToken('good', true);
  useSession.setState({ status: 'in', user: me, unreached: false });
  serve();
  onCall(logout, () => yes(logout, {}));
});

describe('a ticket card', () => {
  it('shows the QR code, the name and the code as text', async () => {
    open();
    expect((await figure()).length).toBeGreaterThan(500);
    expect(screen.getByText('Layla Haddad')).toBeDefined();
    expect(screen.getByText('Show this at the door')).toBeDefined();
    expect(screen.getByText(code)).toBeDefined();
  });

  it('on the event page shows the check-in time as soon as the viewer is checked in', async () => {
    const Standing = { attendance: 'attending', version: 1, bookmarked: false, bookmark_version: 0 } as const;
    onCall(getEventInfo, () => yes(getEventInfo, { ...event, Standing }));
    onCall(getRelatedEvents, () => yes(getRelatedEvents, [], { next: null }));
    serveSeries();
    show(
      <Routes>
        <Route path="/events/:id" element={<EventPage />} />
      </Routes>,
      { at: `/events/${event.ID}` },
    );
    await screen.findByText('Show this at the door');
    onCall(getEventInfo, () => yes(getEventInfo, { ...event, Standing: { ...Standing, version: 2 } }));
    serve(new Date().toISOString(), 2);
    arrives(attendanceChanged, { event_id: event.ID, attendance: 'attending', waiting_position: null, rev: 12, version: 2 });
    expect(await screen.findByText(/^Checked in at \d+:\d\d [AP]M$/)).toBeDefined();
  });

  it.each([
    ['cancelled', { Status: 'cancelled' }],
    ['completed', { Status: 'completed', Phase: 'ended' }],
  ] as const)('is empty for a %s event', async (_name, over) => {
    open(over);
    await act(async () => {});
    expect(screen.queryByRole('region')).toBeNull();
    expect(requests).toEqual([]);
  });

  it.each([
    ['that has ended today, since doors may let people in later', { Phase: 'ended' }],
    ['that lasts several days', { Status: 'completed', Phase: 'now' }],
  ] as const)('is still shown for an event %s', async (_name, over) => {
    open(over);
    expect((await figure()).length).toBeGreaterThan(500);
  });

  it('shows an error if the ticket failed to load, and retries it', async () => {
    onCall(getMyTicket, () => no(500, 'internal', 'Boom'));
    const { user } = open();
    expect(await screen.findByText('This did not load')).toBeDefined();
    serve();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(code)).toBeDefined();
  });
});

describe('the stored ticket', () => {
  const storeTicketAndGoOffline = async () => {
    open();
    await screen.findByText(code);
    cleanup();
    onCall(getMyTicket, () => no(503, 'unavailable', 'Away'));
  };

  it('is shown offline with its event’s facts', async () => {
    await storeTicketAndGoOffline();
    useSession.setState({ status: 'in', user: me, unreached: true });
    show(<StoredTicketCard eventId={event.ID} />);
    expect(await screen.findByText('You are offline. This is the ticket saved on this device.')).toBeDefined();
    expect(screen.getByRole('heading', { name: event.Title })).toBeDefined();
    expect(screen.getByText('Engineering Hall B')).toBeDefined();
    expect((await figure()).length).toBeGreaterThan(500);
  });

  it('is not shown to another user', async () => {
    await storeTicketAndGoOffline();
    useSession.setState({ status: 'in', user: aUser() });
    show(<StoredTicketCard eventId={event.ID} />);
    await act(async () => {});
    expect(screen.queryByRole('region')).toBeNull();
  });

  it.each([
    ['the viewer no longer attends', () => removeStoredTicket(event.ID)],
    ['the user signs out', () => act(() => signOut())],
    ['the session expires', () => act(() => expireToken())],
    ['another user signs in', () => act(() => useSession.setState({ status: 'in', user: aUser() }))],
  ])('is erased when %s', async (_name, trigger) => {
    await storeTicketAndGoOffline();
    expect(Object.keys(stored())).toEqual([event.ID]);
    trigger();
    await waitFor(() => expect(stored()).toEqual({}));
  });

  it('is erased once the server answers that there is none', async () => {
    await storeTicketAndGoOffline();
    onCall(getMyTicket, () => no(404, 'not_found', 'Not found.'));
    open();
    await waitFor(() => expect(stored()).toEqual({}));
  });
});
