import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { attendanceChanged, eventStats, getUserStatus, recordShare, toggleAttendance, toggleBookmark } from '#models/contract/attendance';
import { getCalendarFile } from '#models/contract/calendar-feeds';
import { getMyTicket } from '#models/contract/check-in';
import { cancelEvent, deleteEvent, eventRemoved, eventUpdated } from '#models/contract/event-changes';
import { type Event, getEventInfo, getRelatedEvents } from '#models/contract/events';
import { userUpdated } from '#models/contract/profiles';
import { reportThing } from '#models/contract/reports';
import { societyUpdated, societyVisibility } from '#models/contract/societies';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import EventPage from '@/pages/event-page';
import { describeFailures } from '@/testing/failures';
import { serveSeries } from '@/testing/fake-series';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket, joined } from '@/testing/fake-socket';
import { aSociety, aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { anEvent, sharedEventOf, sharedSocietyOf } from '@/testing/society-fixtures';

type Standing = NonNullable<Event['Standing']>;
const me = aUser();
const none: Standing = { attendance: 'not_attending', version: 0, bookmarked: false, bookmark_version: 0 };
const going: Standing = { ...none, attendance: 'attending', version: 1 };
const waiting: Standing = { ...none, attendance: 'waiting', version: 1 };
const mine = { edit: true, cancel: true, delete: true, attend: true, checkIn: true };
const counts = { attendees: 139, interested: 64, shares: 29, seats_left: 11, rev: 9 };

beforeAll(async () => {
  await Promise.all([import('./later-cards'), import('./organiser-links')]);
  await i18n.loadNamespaces(['events', 'event']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: me });
  onCall(getRelatedEvents, () => yes(getRelatedEvents, [], { next: null }));
  onCall(getMyTicket, () => no(404, 'not_found', 'Not found.'));
  serveSeries();
});

const withSeats = { Max_Attendees: 150, seats_left: 12, attendees: 138, interested: 64, shares: 29 };

/** Opens an event's page and waits until it is loaded. */
async function open(fields: Partial<Event> = {}) {
  const event = anEvent({ Standing: none, ...withSeats, Description: 'Eight robots.\nOne line.', ...fields });
  onCall(getEventInfo, () => yes(getEventInfo, event));
  const view = show(
    <Routes>
      <Route path="/events/:id" element={<EventPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { at: `/events/${event.ID}` },
  );
  await screen.findByRole('heading', { level: 1, name: event.Title });
  return { ...view, event };
}
const asVisitor = () => useSession.setState({ status: 'out', user: null });
const card = (name: string) => within(screen.getByRole('region', { name }));
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const sent = (path: string) => requests.filter((asked) => asked.path === path).map(({ body }) => body);
const attends = (answer: Partial<Standing> & { message: string; waiting_position?: number | null }) =>
  onCall(toggleAttendance, () =>
    yes(toggleAttendance, { attendance: 'attending', waiting_position: null, version: 5, ...counts, ...answer }),
  );

describe('the event page', () => {
  it('shows time, place, category, organiser, description and counts', async () => {
    await open();
    const details = within(await screen.findByRole('region', { name: 'Event Details' }));
    expect(details.getByText('Date & Time')).toBeDefined();
    expect(details.getByText('5:30 PM').closest('dd')?.textContent).toBe('Thursday, November 26, 20265:30 PM');
    expect(details.getByText('Engineering Hall B')).toBeDefined();
    expect(details.getByRole('link', { name: 'Get Directions' }).getAttribute('href')).toContain('query=Engineering%20Hall%20B');
    expect(details.getByText('Competition')).toBeDefined();
    expect(details.getByText('Robotics Society')).toBeDefined();
    expect(card('About this Event').getByText(/Eight robots\./).textContent).toBe('Eight robots.\nOne line.');
    expect(card('Event Stats').getByText('138')).toBeDefined();
  });

  it('shows the specification’s texts for missing fields', async () => {
    await open({ Location: '', Organizer: '', Description: '', Date: '', Time: '' });
    const details = card('Event Details');
    expect(details.getByText('Nadi')).toBeDefined();
    expect(details.getAllByText(/TBD/)).toHaveLength(3);
    expect(details.queryByRole('link', { name: 'Get Directions' })).toBeNull();
    expect(screen.getByText('No content available')).toBeDefined();
    expect(await screen.findByText('No related events found')).toBeDefined();
  });

  it('shows the online link to attendees, and an explanation to others', async () => {
    const { unmount } = await open({ Is_Online: true, Location: '' });
    expect(screen.getByText('Only people who are going see the link.')).toBeDefined();
    unmount();
    await open({ Is_Online: true, Online_Link: 'https://meet.example/1', Standing: going });
    expect(screen.getByRole('link', { name: 'Open the link' }).getAttribute('href')).toBe('https://meet.example/1');
  });

  it('links to related events', async () => {
    const other = anEvent({ Title: 'Pitch in Five', Category: 'Workshop', Date: '2026-11-30', Time: '' });
    onCall(getRelatedEvents, () => yes(getRelatedEvents, [other], { next: null }));
    await open();
    const link = await screen.findByRole('link', { name: /Pitch in Five/ });
    expect(link.getAttribute('href')).toBe(`/events/${other.ID}`);
    expect(link.textContent).toContain('Mon, Nov 30 · TBD · Workshop');
  });

  it('joins the event’s room, and updates counts by messages', async () => {
    const { event } = await open();
    expect(joined.some(({ rooms }) => rooms.includes(`event:${event.ID}`))).toBe(true);
    arrives(eventStats, { event_id: event.ID, society_id: event.Society_ID, ...counts });
    expect(card('Event Stats').getByText('139')).toBeDefined();
    expect(card('Event Actions').getByText('11 of 150 seats free')).toBeDefined();
  });

  it('shows the new names of its society and of attendees', async () => {
    const friend = { ID: newId(), Name: 'Friend', Image: '' };
    const { event } = await open({ Faces: [friend] });
    arrives(societyUpdated, sharedSocietyOf(aSociety({ ID: event.Society_ID, Name: 'Robots', version: 2 })));
    arrives(userUpdated, { user_id: friend.ID, Name: 'Tala', Image: '', version: 2 });
    expect(screen.getByText('Robots')).toBeDefined();
    expect(screen.getByText('Tala')).toBeDefined();
  });

  it('shows a cancellation and its reason at once', async () => {
    const { event } = await open();
    const off: Event = { ...event, Status: 'cancelled', Cancel_Reason: 'The hall is flooded.', version: 2 };
    onCall(getEventInfo, () => yes(getEventInfo, off));
    arrives(eventUpdated, sharedEventOf(off));
    expect(screen.getByRole('note').textContent).toContain('The hall is flooded.');
    expect(screen.queryByRole('button', { name: 'Attend' })).toBeNull();
  });

  it('shows a deletion at once', async () => {
    const { event } = await open();
    onCall(getEventInfo, () => no(404, 'not_found', 'Not found.'));
    arrives(eventRemoved, { event_id: event.ID, society_id: event.Society_ID, version: event.version + 1 });
    expect(await screen.findByRole('heading', { level: 1, name: 'Event not found.' })).toBeDefined();
    expect(screen.getByText('This event was deleted.')).toBeDefined();
  });

  it('is shown in Arabic with its plurals', async () => {
    await i18n.loadLanguages('ar');
    await chooseLanguage('ar');
    await i18n.loadNamespaces(['events', 'event']);
    await open({ attendees: 2 });
    expect(screen.getByRole('heading', { name: 'تفاصيل الفعالية' })).toBeDefined();
    expect(screen.getByText('سيحضر شخصان.')).toBeDefined();
  });
});

describe('an event page that cannot be loaded', () => {
  const id = newId();
  const visit = () =>
    show(
      <Routes>
        <Route path="/events/:id" element={<EventPage />} />
      </Routes>,
      { at: `/events/${id}` },
    );

  it.each([
    ['404', no(404, 'not_found', 'Not found.')],
    ['400', no(400, 'validation_failed', 'Some fields are not valid.')],
  ])('shows that the event is not found after %s', async (_name, reply) => {
    onCall(getEventInfo, () => reply);
    visit();
    expect(await screen.findByRole('heading', { level: 1, name: 'Event not found.' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Browse Events' }).getAttribute('href')).toBe('/events');
  });

  it('is loaded when its society opens up', async () => {
    onCall(getEventInfo, () => no(404, 'not_found', 'Not found.'));
    joined.length = 0;
    visit();
    await screen.findByRole('heading', { level: 1, name: 'Event not found.' });
    expect(joined.flatMap(({ rooms }) => rooms)).toContain('societies');
    const event = anEvent({ ID: id, Standing: none });
    onCall(getEventInfo, () => yes(getEventInfo, event));
    arrives(societyVisibility, { society_id: event.Society_ID, visibility: 'public', eventsVisible: true });
    expect(await screen.findByRole('heading', { level: 1, name: event.Title })).toBeDefined();
  });

  it('shows the error in place, and loads on retry', async () => {
    onCall(getEventInfo, () => ({ status: 500, body: {} }));
    const { user } = visit();
    expect(await screen.findByRole('heading', { level: 1, name: 'The event did not load' })).toBeDefined();
    expect(screen.getByText('Something went wrong')).toBeDefined();
    const event = anEvent({ ID: id, Standing: none });
    onCall(getEventInfo, () => yes(getEventInfo, event));
    await user.click(button('Try again'));
    expect(await screen.findByRole('heading', { level: 1, name: event.Title })).toBeDefined();
  });
});

describe('attending from the event page', () => {
  it('is shown at once, then with the server’s message', async () => {
    attends({ message: 'You are going to this event.' });
    const { user, event } = await open();
    await user.click(button('Attend'));
    expect(button('Going')).toBeDefined();
    expect(await screen.findByText('You are going to this event.')).toBeDefined();
    expect(sent(toggleAttendance.path)).toEqual([{ event_id: event.ID, status: 'attending' }]);
    expect(card('Event Stats').getByText('139')).toBeDefined();
  });

  it('is undone by the same button', async () => {
    attends({ attendance: 'not_attending', message: 'You are no longer going to this event.' });
    const { user } = await open({ Standing: going });
    await user.click(button('Going'));
    expect(await screen.findByText('You are no longer going to this event.')).toBeDefined();
    expect(sent(toggleAttendance.path)).toMatchObject([{ status: 'not_attending' }]);
  });

  it('offers the waiting list if the last seat was taken meanwhile', async () => {
    onCall(toggleAttendance, ({ body }) =>
      body.status === 'waiting'
        ? yes(toggleAttendance, {
            ...counts,
            seats_left: 0,
            attendance: 'waiting',
            waiting_position: 3,
            version: 5,
            message: 'You are on the waiting list.',
          })
        : no(409, 'event_full', 'This event is full.'),
    );
    onCall(getUserStatus, () =>
      yes(getUserStatus, { attendance: 'waiting', waiting_position: 3, rev: 15, version: 5, bookmarked: false, bookmark_version: 0 }),
    );
    const { user } = await open();
    await user.click(button('Attend'));
    const question = within(await screen.findByRole('dialog', { name: 'Join the waiting list?' }));
    await user.click(question.getByRole('button', { name: 'Join list' }));
    expect(await screen.findByText('You are number 3 on the waiting list.')).toBeDefined();
    expect(button('On the waiting list')).toBeDefined();
  });

  it('shows a toast when the waiting list gives the viewer a seat', async () => {
    onCall(getUserStatus, () =>
      yes(getUserStatus, { attendance: 'waiting', waiting_position: 1, rev: 11, version: 1, bookmarked: false, bookmark_version: 0 }),
    );
    const { event } = await open({ seats_left: 0, Standing: waiting });
    expect(await screen.findByText('You are number 1 on the waiting list.')).toBeDefined();
    onCall(getEventInfo, () => yes(getEventInfo, { ...event, Standing: { ...going, version: 2 } }));
    arrives(attendanceChanged, { event_id: event.ID, attendance: 'attending', waiting_position: null, rev: 12, version: 2 });
    expect(await screen.findByText('You have a seat: you are going.')).toBeDefined();
    expect(button('Going')).toBeDefined();
  });

  it('shows the newest waiting list position from messages, without a call', async () => {
    onCall(getUserStatus, () =>
      yes(getUserStatus, { attendance: 'waiting', waiting_position: 4, rev: 10, version: 1, bookmarked: false, bookmark_version: 0 }),
    );
    const { event } = await open({ seats_left: 0, Standing: waiting });
    expect((await screen.findByText('You are number 4 on the waiting list.')).getAttribute('role')).toBe('status');
    const asked = requests.length;
    const place = (waiting_position: number, rev: number): void =>
      arrives(attendanceChanged, { event_id: event.ID, attendance: 'waiting', waiting_position, rev, version: 1 });
    place(2, 12);
    expect(await screen.findByText('You are number 2 on the waiting list.')).toBeDefined();
    place(3, 11);
    expect(screen.getByText('You are number 2 on the waiting list.')).toBeDefined();
    arrives(eventStats, { ...counts, event_id: event.ID, society_id: event.Society_ID, seats_left: 0, rev: 13 });
    expect(requests).toHaveLength(asked);
  });

  it('sends a visitor to the login', async () => {
    asVisitor();
    const { event, user, place } = await open({ Standing: null, Can: { ...mine, edit: false, delete: false, attend: false } });
    expect(screen.getByRole('link', { name: 'Login to Attend' }).getAttribute('href')).toBe('/login');
    expect(screen.queryByRole('button', { name: 'More about this event' })).toBeNull();
    await user.click(button('Save this event'));
    expect(place()).toBe('/login');
    expect(event).toBeDefined();
  });

  it('needs a verified address', async () => {
    await open({ Can: { ...mine, edit: false, delete: false, attend: false } });
    expect(button('Attend')).toHaveProperty('disabled', true);
    expect(screen.getByText('Please verify your email address first.')).toBeDefined();
  });

  it('is closed after the event has ended', async () => {
    await open({ Status: 'completed' });
    expect(screen.getByText('This event is over.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Attend' })).toBeNull();
    expect(screen.queryByText('12 of 150 seats free')).toBeNull();
  });

  describeFailures('attending from the event page', {
    call: toggleAttendance,
    open,
    act: (user) => user.click(button('Attend')),
    afterwards: () => expect(button('Attend')).toBeDefined(),
    text: 'Failed to update attendance',
  });
});

describe('bookmarking from the event page', () => {
  it('is shown at once, then with the server’s message', async () => {
    onCall(toggleBookmark, () => yes(toggleBookmark, { ...counts, bookmarked: true, version: 1, message: 'Event saved.' }));
    const { user, event } = await open();
    await user.click(button('Save this event'));
    expect(button('Saved').getAttribute('aria-pressed')).toBe('true');
    expect(await screen.findByText('Event saved.')).toBeDefined();
    expect(sent(toggleBookmark.path)).toEqual([{ event_id: event.ID, bookmarked: true }]);
  });

  describeFailures('bookmarking from the event page', {
    call: toggleBookmark,
    open,
    act: (user) => user.click(button('Save this event')),
    afterwards: () => expect(button('Save this event')).toBeDefined(),
    text: 'Failed to update bookmark',
  });
});

describe('sharing an event', () => {
  const browserHas = (name: 'share' | 'clipboard', value: unknown) => Object.defineProperty(navigator, name, { value, configurable: true });
  beforeEach(() => onCall(recordShare, () => yes(recordShare, { ...counts, shares: 30 })));

  async function openShare(fields: Partial<Event> = {}) {
    const view = await open(fields);
    await view.user.click(button('Share'));
    return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'Share this event' })) };
  }

  it('copies the link, records the share, shows a toast and closes', async () => {
    const { user, dialog, event } = await openShare();
    const writeText = vi.fn(async () => {});
    browserHas('clipboard', { writeText });
    await user.click(dialog.getByRole('button', { name: 'Copy Link' }));
    expect(await screen.findByText('Link copied to clipboard')).toBeDefined();
    expect(writeText).toHaveBeenCalledWith(`${window.location.origin}/events/${event.ID}`);
    expect(sent(recordShare.path)).toEqual([{ event_id: event.ID }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await card('Event Stats').findByText('30')).toBeDefined();
  });

  it('passes the first 140 characters to the browser, and shows no error if the user cancels', async () => {
    const share = vi.fn(() => Promise.reject(new DOMException('No', 'AbortError')));
    browserHas('share', share);
    const { user, dialog } = await openShare({ Description: 'x'.repeat(200) });
    await user.click(dialog.getByRole('button', { name: 'Share via Native Share' }));
    expect(share).toHaveBeenCalledWith(expect.objectContaining({ text: 'x'.repeat(140) }));
    await waitFor(() => expect(sent(recordShare.path)).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('dialog')).toBeDefined();
    browserHas('share', undefined);
  });

  it('explains a missing share sheet, and records no share for a visitor', async () => {
    asVisitor();
    browserHas('clipboard', { writeText: async () => {} });
    const { user, dialog } = await openShare({ Standing: null });
    expect(dialog.getByRole('button', { name: 'Share via Native Share' })).toHaveProperty('disabled', true);
    expect(dialog.getByText('This browser cannot open a share menu.')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Copy Link' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(recordShare.path)).toHaveLength(0);
  });
});

describe('deleting from the event page', () => {
  const ask = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    await user.click(button('Delete Event'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Event' }));
    expect(dialog.getByText('Are you sure you want to delete "Line Follower Finals"? This action cannot be undone.')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Delete Event' }));
  };

  it('asks for confirmation, shows a toast, and navigates to the events', async () => {
    onCall(deleteEvent, () => yes(deleteEvent, { event_id: newId(), society_id: newId(), Event_Count: 1, rev: 1 }));
    const { user, place } = await open({ Can: mine });
    await ask(user);
    expect(await screen.findByText('Event deleted successfully')).toBeDefined();
    await waitFor(() => expect(place()).toBe('/events'));
  });

  it('is not offered without the right', async () => {
    await open();
    expect(screen.queryByRole('button', { name: 'Delete Event' })).toBeNull();
  });

  it.each([
    ['the server’s message', no(403, 'forbidden', 'You do not have permission to do this.'), 'You do not have permission to do this.'],
    ['its own text without a message', { status: 500, body: {} }, 'Failed to delete event'],
  ])('shows %s after a failure, and the event stays', async (_name, reply, text) => {
    onCall(deleteEvent, () => reply);
    const { user, event } = await open({ Can: mine });
    await ask(user);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByRole('heading', { level: 1, name: event.Title })).toBeDefined();
  });
});

describe('organisers on the event page', () => {
  it('have links to manage the event, and others do not', async () => {
    const { event, unmount } = await open({ Can: mine });
    const links = within(screen.getByRole('navigation', { name: 'For organizers' }));
    expect(links.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`/events/${event.ID}/edit`);
    expect(links.getByRole('link', { name: 'Check-in' }).getAttribute('href')).toBe(`/events/${event.ID}/check-in`);
    expect(screen.getByRole('link', { name: 'See all 138' }).getAttribute('href')).toBe(`/events/${event.ID}/attendees`);
    unmount();
    await open();
    expect(screen.queryByRole('navigation', { name: 'For organizers' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'See all 138' })).toBeNull();
  });

  const cancel = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    // The organisers' tools are a script of their own.
    await user.click(await screen.findByRole('button', { name: 'Cancel event' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel event' }));
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), ' The hall is flooded. ');
    await user.click(dialog.getByRole('button', { name: 'Cancel event' }));
  };

  it('cancel the event with a reason', async () => {
    const { user, event } = await open({ Can: mine });
    const off: Event = { ...event, Status: 'cancelled', Cancel_Reason: 'The hall is flooded.', version: 2 };
    onCall(cancelEvent, () => yes(cancelEvent, off));
    await cancel(user);
    expect(await screen.findByText('Event cancelled. Everyone who was going will be notified.')).toBeDefined();
    expect(sent(cancelEvent.path)).toEqual([{ event_id: event.ID, reason: 'The hall is flooded.' }]);
    expect(screen.getByRole('note').textContent).toContain('The hall is flooded.');
  });

  describeFailures('cancelling an event', {
    call: cancelEvent,
    open: () => open({ Can: mine }),
    act: cancel,
    afterwards: () => expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveProperty('value', ' The hall is flooded. '),
    text: 'Failed to cancel event',
  });
});

describe('calendar file and report on the event page', () => {
  it('downloads a calendar file', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:nadi');
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    onCall(getCalendarFile, () => yes(getCalendarFile, 'BEGIN:VCALENDAR'));
    const { user } = await open();
    await user.click(button('Add to calendar'));
    await waitFor(() => expect(saved).toEqual(['event.ics']));
    vi.restoreAllMocks();
  });

  it('sends a report', async () => {
    onCall(reportThing, () => yes(reportThing, { ID: newId() }));
    const { user, event } = await open();
    await user.click(button('More about this event'));
    await user.click(await screen.findByRole('menuitem', { name: 'Report this event' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Report this event' }));
    await user.type(dialog.getByRole('textbox'), 'It is spam');
    await user.click(dialog.getByRole('button', { name: 'Report this event' }));
    expect(await screen.findByText('Report sent. Thank you.')).toBeDefined();
    expect(sent(reportThing.path)).toEqual([{ kind: 'event', id: event.ID, message: 'It is spam' }]);
  });
});
