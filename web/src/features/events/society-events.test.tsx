import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventStats, toggleAttendance } from '#models/contract/attendance';
import { deleteEvent, eventCreated, eventRemoved } from '#models/contract/event-changes';
import { type Event, getEventsBySociety } from '#models/contract/events';
import { getSocietyInfo, type Society } from '#models/contract/societies';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import SocietyEventsPage from '@/pages/society-events-page';
import { describeFailures } from '@/testing/failures';
import { serveRequests } from '@/testing/fake-join-requests';
import { serveMuted } from '@/testing/fake-mutes';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aSociety, aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { anEvent, asMember, sharedEventOf } from '@/testing/society-fixtures';

let society: Society;
let found: Event[];
let counts = { upcoming: 1, completed: 1 };
const id = () => society.ID;
const asked = () => requests.filter(({ path }) => path === getEventsBySociety.path);
const lastQuery = () => Object.fromEntries(asked().at(-1)?.query ?? []);
const open = (search = '') =>
  show(
    <Routes>
      <Route path="/societies/:id/events" element={<SocietyEventsPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { at: `/societies/${id()}/events${search}` },
  );
const card = (name: string) => within(screen.getByRole('article', { name }));
const ready = () => screen.findByRole('article', { name: 'Line Follower Finals' });
const inside = (fields: Partial<Society['Can']> = {}, who: Society['Role'] = 'member') => {
  const member = asMember(society, who);
  society = { ...member, Can: { ...member.Can, ...fields } };
};

beforeAll(async () => {
  await i18n.loadNamespaces(['events', 'societies', 'join-requests', 'common']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  society = aSociety();
  counts = { upcoming: 1, completed: 1 };
  found = [
    anEvent({ Society_ID: id(), Description: 'Bring your robot.', Max_Attendees: 50, seats_left: 31, attendees: 19 }),
    anEvent({ Society_ID: id(), Title: 'Last year', Status: 'completed', Date: '2025-11-27', Time: '9:00', Is_Online: true }),
    anEvent({ Society_ID: id(), Title: 'Called off', Status: 'cancelled', Date: '', Time: '', Location: '' }),
  ];
  serveMuted();
  serveRequests([]);
  onCall(getSocietyInfo, () => yes(getSocietyInfo, society));
  onCall(getEventsBySociety, () => yes(getEventsBySociety, found, { next: null, counts }));
});

describe('a society’s events', () => {
  it('are counted, each with its status, day, time, place, organiser and a link', async () => {
    open();
    await ready();
    const counters = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(counters).toEqual(
      expect.arrayContaining([
        ['Upcoming Events', '1'],
        ['Completed Events', '1'],
      ]),
    );
    expect(screen.getByRole('article', { name: 'Line Follower Finals' }).textContent).toBe(
      'Thu26NovUpcomingLine Follower FinalsBring your robot.Thursday, November 26, 20265:30 PMEngineering Hall BOrganizerRobotics SocietyView Details31 seats leftAttend',
    );
    const way = card('Line Follower Finals').getByText('View Details');
    expect(way.getAttribute('href')).toBe(`/events/${found[0]?.ID}`);
    expect(card('Last year').getByText('Completed')).toBeDefined();
    expect(card('Last year').getByText('Online')).toBeDefined();
    expect(card('Called off').getByText('Cancelled')).toBeDefined();
    expect(card('Called off').getAllByText('TBD')).toHaveLength(4);
  });

  it('can be attended from their cards', async () => {
    const counted = { attendees: 20, interested: 0, shares: 0, seats_left: 30, rev: 9 };
    onCall(toggleAttendance, () =>
      yes(toggleAttendance, {
        ...counted,
        attendance: 'attending',
        waiting_position: null,
        version: 2,
        message: 'You are going to this event.',
      }),
    );
    const Standing = { attendance: 'not_attending', version: 1, bookmarked: false, bookmark_version: 0 } as const;
    found = [anEvent({ Society_ID: id(), Max_Attendees: 50, seats_left: 31, attendees: 19, Standing })];
    const { user } = open();
    await ready();
    await user.click(card('Line Follower Finals').getByRole('button', { name: 'Attend' }));
    expect(await screen.findByText('You are going to this event.')).toBeDefined();
    expect(card('Line Follower Finals').getByRole('button', { name: 'Going' })).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are searched and filtered by the server, with the filter in the URL', async () => {
    const { user, place } = open();
    await ready();
    expect(lastQuery()).toEqual({ society_id: id(), limit: '20' });
    await user.click(screen.getByRole('button', { name: 'Completed' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search events' }), 'robot');
    await waitFor(() => expect(place()).toBe(`/societies/${id()}/events?q=robot&show=completed`));
    await waitFor(() => expect(lastQuery()).toEqual({ society_id: id(), limit: '20', q: 'robot', status: 'completed' }));
  });

  it.each([
    ['?q=zzz', 'Try adjusting your search criteria.'],
    ['?show=upcoming', 'No events match the selected filter.'],
    ['?show=nonsense', 'No events match the selected filter.'],
  ])('show a hint if none match %s', async (search, text) => {
    found = [];
    open(search);
    await screen.findByText('No events found');
    screen.getByText(text);
  });

  it.each([429, 500])('show an error in place after %s, and are retried', async (status) => {
    onCall(getEventsBySociety, () => no(status, 'x', 'No.'));
    const { user } = open();
    await screen.findByText('The events did not load');
    onCall(getEventsBySociety, () => yes(getEventsBySociety, found, { next: null, counts }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await ready();
  });

  it('of a private society are not fetched for outsiders', async () => {
    society = { ...society, Can: { ...society.Can, seeEvents: false, seePosts: false } };
    open();
    await screen.findByText('Only members see the events');
    expect(asked()).toEqual([]);
  });

  it('are updated by messages, with their counters', async () => {
    open();
    await ready();
    const more = anEvent({ Title: 'Star Camp', Society_ID: id() });
    found = [more, ...found];
    counts = { upcoming: 2, completed: 1 };
    arrives(eventCreated, sharedEventOf(more));
    await screen.findByRole('article', { name: 'Star Camp' });
    await waitFor(() => expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toContain('2'));
    const [, finals] = found;
    arrives(eventStats, {
      event_id: finals?.ID ?? '',
      society_id: id(),
      attendees: 49,
      interested: 0,
      shares: 0,
      seats_left: 1,
      rev: 9,
    });
    card('Line Follower Finals').getByText('Last seat');
    found = found.filter(({ ID }) => ID !== more.ID);
    arrives(eventRemoved, { event_id: more.ID, society_id: id(), version: more.version + 1 });
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Star Camp' })).toBeNull());
  });
});

describe('the button for a new event', () => {
  it('links members with the right to the form', async () => {
    inside({ createEvents: true });
    open();
    const way = await screen.findByRole('link', { name: 'Create New Event' });
    expect(way.getAttribute('href')).toBe(`/societies/${id()}/events/new`);
    expect(screen.getByRole('link', { name: 'Events' }).getAttribute('aria-current')).toBe('page');
  });

  it.each(['a member without the right', 'an outsider'])('is hidden from %s', async (viewer) => {
    if (viewer !== 'an outsider') inside({ createEvents: false });
    open();
    await ready();
    expect(screen.queryByText('Create New Event')).toBeNull();
  });

  it('is shown once if the society has no events', async () => {
    inside({ createEvents: true });
    found = [];
    open();
    await screen.findByText('No events found');
    expect(screen.getAllByRole('link', { name: 'Create New Event' })).toHaveLength(1);
  });
});

describe('deleting an event from a society’s list', () => {
  const may = { edit: true, cancel: true, delete: true, attend: true, checkIn: true };
  const opened = async () => {
    found = [anEvent({ Society_ID: id(), Can: may }), anEvent({ Title: 'Other', Society_ID: id() })];
    const view = open();
    await ready();
    return view;
  };
  const press = async (user: ReturnType<typeof show>['user']) => {
    await user.click(screen.getByRole('button', { name: 'Delete Event' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Event' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete Event' }));
  };

  it('removes the card and shows a toast', async () => {
    const { user } = await opened();
    const [event] = found;
    onCall(deleteEvent, () => yes(deleteEvent, { event_id: event?.ID ?? '', society_id: id(), Event_Count: 1, rev: 9 }));
    await press(user);
    await screen.findByText('Event deleted successfully');
    expect(screen.queryByRole('article', { name: 'Line Follower Finals' })).toBeNull();
    screen.getByRole('article', { name: 'Other' });
  });

  describeFailures('deleting an event from a society’s list', {
    call: deleteEvent,
    open: opened,
    act: press,
    afterwards: () => screen.getByRole('article', { name: 'Line Follower Finals' }),
    text: ({ message }) => message || 'Nadi cannot be reached. Please check your connection.',
  });
});
