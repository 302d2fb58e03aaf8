import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { toggleAttendance } from '#models/contract/attendance';
import { getMyTicket } from '#models/contract/check-in';
import { type Event, getEventInfo, getRelatedEvents } from '#models/contract/events';
import { setConnection } from '@/lib/connection';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import EventPage from '@/pages/event-page';
import { serveSeries } from '@/testing/fake-series';
import { onCall, yes } from '@/testing/fake-server';
import { connectSocket } from '@/testing/fake-socket';
import { aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { anEvent } from '@/testing/society-fixtures';

const me = aUser({ Name: 'Lina Haddad' });
const none = { attendance: 'not_attending', version: 0, bookmarked: false, bookmark_version: 0 } as const;
const counts = { attendees: 53, interested: 4, shares: 0, seats_left: 37, rev: 9 };
const onLine = vi.spyOn(navigator, 'onLine', 'get');

beforeAll(async () => {
  await i18n.loadNamespaces(['events', 'event', 'check-in']);
  await connectSocket();
});
beforeEach(() => {
  onLine.mockReturnValue(true);
  setConnection('online');
  useSession.setState({ status: 'in', user: me });
  onCall(getRelatedEvents, () => yes(getRelatedEvents, [], { next: null }));
  onCall(getMyTicket, ({ query }) =>
    yes(getMyTicket, { event_id: query.get('event_id') ?? '', code: 'nadi-code-1', Name: 'Lina Haddad', Checked_In_At: null, version: 1 }),
  );
  onCall(toggleAttendance, () =>
    yes(toggleAttendance, {
      ...counts,
      attendance: 'attending',
      waiting_position: null,
      version: 5,
      message: 'You are going to this event.',
    }),
  );
  serveSeries();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(fields: Partial<Event> = {}) {
  const event = anEvent({ Standing: none, Max_Attendees: 90, seats_left: 38, attendees: 52, ...fields });
  onCall(getEventInfo, () => yes(getEventInfo, event));
  const view = show(
    <Routes>
      <Route path="/events/:id" element={<EventPage />} />
    </Routes>,
    { at: `/events/${event.ID}` },
  );
  await screen.findByRole('heading', { level: 1, name: event.Title });
  return { ...view, event };
}
const onPhone = () => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
const button = (name: string) => screen.getByRole('button', { name });
const cardNames = () => screen.getAllByRole('region').map((card) => card.getAttribute('aria-label'));

describe('the event page on a phone', () => {
  it('shows when, where, text, attendees and counts before the actions', async () => {
    onPhone();
    await open();
    const names = [
      'Event Details',
      'About this Event',
      'Who is going',
      'Event Stats',
      'Event Actions',
      'Hosted by',
      'Related Events',
      'Questions',
    ];
    await waitFor(() => expect(cardNames()).toEqual(names));
    expect(screen.getAllByText('38 of 90 seats free')).toHaveLength(2);
    expect(screen.getAllByRole('button', { name: 'Attend' })).toHaveLength(1);
  });

  it('opens the ticket from the bar once the viewer is going', async () => {
    onPhone();
    const { user } = await open({ Standing: { ...none, attendance: 'attending', version: 1 } });
    await user.click(button('Your ticket'));
    const dialog = within(await screen.findByRole('dialog', { name: "You're going" }));
    expect(await dialog.findByText('nadi-code-1')).toBeDefined();
  });
});

describe('the ticket after attending', () => {
  it('opens as a dialog with the calendar file, and closes', async () => {
    const { user, event } = await open();
    await user.click(button('Attend'));
    const dialog = within(await screen.findByRole('dialog', { name: "You're going" }));
    expect(dialog.getByText(event.Title)).toBeDefined();
    expect(await dialog.findByText('nadi-code-1')).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Add to calendar' })).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(button('Going')).toBeDefined();
  });

  it('does not open while attending is only queued', async () => {
    const { user } = await open();
    act(() => {
      onLine.mockReturnValue(false);
      setConnection('offline');
    });
    await user.click(button('Attend'));
    expect(await screen.findByText('Will be sent when you are back online')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the countdown of an event', () => {
  const today = (time: string): Date => new Date(`2026-11-26T${time}`);
  const startsAt = (time: string): Partial<Event> => ({
    Starts_At: today(time).toISOString(),
    Ends_At: today('23:30').toISOString(),
    Phase: 'upcoming',
  });
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: today('15:20:10') });
  });

  it('counts hours and minutes on the day, and advances with the clock', async () => {
    await open(startsAt('17:30'));
    expect(screen.getByRole('timer').textContent).toBe('Starts in 2 h 10 min');
    await act(() => vi.advanceTimersByTimeAsync(11 * 60_000));
    expect(screen.getByRole('timer').textContent).toBe('Starts in 1 h 59 min');
  });

  it.each([
    ['on another day', { Starts_At: '2026-11-28T17:30:00.000Z', Ends_At: '2026-11-28T18:30:00.000Z' }],
    ['of a cancelled event', { ...startsAt('17:30'), Status: 'cancelled' as const }],
    ['of an event that has started', { ...startsAt('15:00'), Phase: 'now' as const }],
  ])('is not shown %s', async (_name, fields) => {
    await open(fields);
    expect(screen.queryByRole('timer')).toBeNull();
  });

  it('is shown in Arabic', async () => {
    await i18n.loadLanguages('ar');
    await chooseLanguage('ar');
    await i18n.loadNamespaces(['events', 'event']);
    await open(startsAt('17:30'));
    expect(screen.getByRole('timer').textContent).toBe('تبدأ بعد 2 س و10 د');
  });
});
