import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { attendanceChanged } from '#models/contract/attendance';
import { eventCreated } from '#models/contract/event-changes';
import { type CalendarDay, type Event, getAllEvents, getCalendar } from '#models/contract/events';
import { societyUpdated } from '#models/contract/societies';
import { addDays } from '@/features/events/month';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import EventsPage from '@/pages/events-page';
import { deferred } from '@/testing/deferred';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket, joined } from '@/testing/fake-socket';
import { serveTermDates } from '@/testing/fake-term-dates';
import { aSociety, aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { anEvent, sharedEventOf, sharedSocietyOf } from '@/testing/society-fixtures';

let found: Event[];
let days: Partial<Record<string, Pick<CalendarDay, 'count' | 'going'> & { events?: Event[] }>>;
const page = { next: null };

const calendar = (from: string): CalendarDay[] =>
  Array.from({ length: 42 }, (_, place) => {
    const date = addDays(from, place);
    return { date, count: 0, going: false, events: [], ...days[date] };
  });

const asked = (path: string) => requests.filter((request) => request.path === path);
const lastQuery = () => Object.fromEntries(asked(getAllEvents.path).at(-1)?.query ?? []);
const open = (at = '/events') => show(<EventsPage />, { at });
const cards = () => screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
const day = (name: string | RegExp) => screen.getByRole('button', { name });

beforeAll(async () => {
  await i18n.loadNamespaces(['events', 'common']);
  await connectSocket();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T10:00:00') });
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  useSession.setState({ status: 'in', user: aUser() });
  found = [anEvent(), anEvent({ Title: 'Pitch in Five', Category: 'Webinar' })];
  days = {};
  onCall(getAllEvents, () => yes(getAllEvents, found, page));
  onCall(getCalendar, ({ query }) => yes(getCalendar, calendar(query.get('from') ?? ''), page));
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe('the list of events', () => {
  it('shows the cards in the server’s order', async () => {
    open();
    await screen.findByRole('article', { name: 'Pitch in Five' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Events');
    expect(cards()).toEqual(['Line Follower Finals', 'Pitch in Five']);
    expect(lastQuery()).toEqual({ limit: '20' });
  });

  it('joins the rooms of all events and of the own societies', async () => {
    joined.length = 0;
    open();
    await screen.findByRole('article', { name: 'Pitch in Five' });
    expect(joined.flatMap(({ rooms }) => rooms).toSorted()).toEqual(['events', 'mine']);
  });

  it('joins only the room of public events for visitors', async () => {
    useSession.setState({ status: 'out', user: null });
    joined.length = 0;
    open();
    await screen.findByRole('article', { name: 'Pitch in Five' });
    expect(joined.flatMap(({ rooms }) => rooms)).toEqual(['events']);
  });

  it('fetches with the filter of the URL', async () => {
    open('/events?q=robot&category=Webinar&when=thisWeek&sort=title');
    await screen.findByText('3 filters');
    expect(await screen.findByText('2 events ·')).toBeDefined();
    expect(lastQuery()).toEqual({ limit: '20', q: 'robot', category: 'Webinar', when: 'thisWeek', sort: 'title' });
  });

  it('ignores invalid filter values in the URL', async () => {
    open('/events?category=Chess&when=someday&sort=random');
    await screen.findByRole('article', { name: 'Pitch in Five' });
    expect(lastQuery()).toEqual({ limit: '20' });
    expect(screen.queryByText(/filter/)).toBeNull();
  });

  it('filters by category, date and text; counts the filters and clears them', async () => {
    const { user, place } = open();
    await user.click(await screen.findByRole('button', { name: 'Webinar' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Date' }), 'This month');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Latest first');
    await user.type(screen.getByRole('searchbox'), 'pitch');
    await screen.findByText('3 filters');
    expect(place()).toBe('/events?q=pitch&category=Webinar&when=thisMonth&sort=dateDesc');
    await waitFor(() => expect(lastQuery()).toEqual({ limit: '20', q: 'pitch', category: 'Webinar', when: 'thisMonth', sort: 'dateDesc' }));
    expect(screen.getByPlaceholderText(/^Search/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(place()).toBe('/events?sort=dateDesc');
    expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull();
  });

  it('removes one filter by its chip', async () => {
    const { user, place } = open('/events?q=robot&category=Webinar&when=thisWeek');
    await user.click(await screen.findByRole('button', { name: 'Remove filter: This week' }));
    expect(place()).toBe('/events?q=robot&category=Webinar');
    await user.click(screen.getByRole('button', { name: 'Remove filter: robot' }));
    expect(place()).toBe('/events?category=Webinar');
    expect(await screen.findByText('1 filter')).toBeDefined();
  });

  it('counts at least the loaded events if there are more', async () => {
    onCall(getAllEvents, () => yes(getAllEvents, found, { next: 'more' }));
    open('/events?q=robot');
    expect(await screen.findByText('2+ events ·')).toBeDefined();
  });

  it('shows a text if nothing matches, and links to all events', async () => {
    found = [];
    const { user, place } = open('/events?q=zzz');
    await screen.findByText('No events found matching your criteria.');
    await user.click(screen.getByRole('button', { name: 'Show all events' }));
    expect(place()).toBe('/events');
  });

  it.each([403, 429, 500])('shows an error in place after %s, and retries', async (status) => {
    onCall(getAllEvents, () => no(status, 'x', 'No.'));
    const { user } = open();
    await screen.findByText('The events did not load');
    onCall(getAllEvents, () => yes(getAllEvents, found, page));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('article', { name: 'Pitch in Five' });
  });

  it('shows a new event in the place that a refetch gives it', async () => {
    open();
    await screen.findByRole('article', { name: 'Pitch in Five' });
    const more = anEvent({ Title: 'Star Camp' });
    found = [more, ...found];
    arrives(eventCreated, sharedEventOf(more));
    await waitFor(() => expect(cards()).toEqual(['Star Camp', 'Line Follower Finals', 'Pitch in Five']));
  });
});

describe('the calendar of the events page', () => {
  beforeEach(() => {
    const finals = anEvent({ Title: 'Finals', Time: '17:30' });
    days = {
      '2026-11-21': { count: 1, going: false, events: [anEvent({ Title: 'Open day', Date: '2026-11-21' })] },
      '2026-11-26': { count: 5, going: true, events: [finals, anEvent({ Title: 'Two' }), anEvent({ Title: 'Three' })] },
    };
  });

  it('shows this month with today chosen, dots and the number of further events', async () => {
    open();
    await waitFor(() => day('Saturday, November 21, 1 event'));
    const today = day('Saturday, November 21, 1 event');
    expect([today.getAttribute('aria-current'), today.getAttribute('aria-pressed')]).toEqual(['date', 'true']);
    const busy = day('Thursday, November 26, 5 events, you are going');
    expect(busy.textContent).toBe('26+3');
    expect(screen.getByRole('grid', { name: 'November 2026' })).toBeDefined();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)[0]).toBe('Sun');
    const side = within(screen.getByRole('region', { name: 'Saturday, November 21' }));
    expect((await side.findByRole('link')).textContent).toBe('Sat21NovOpen day5:30 PM · Engineering Hall B');
    expect(Object.fromEntries(asked(getCalendar.path)[0]?.query ?? [])).toEqual({ from: '2026-11-01', to: '2026-12-12' });
  });

  it('shows the events of the chosen day and the number of further ones', async () => {
    const { user } = open();
    await waitFor(() => day(/November 26, 5 events/));
    await user.click(day(/November 26, 5 events/));
    const side = within(screen.getByRole('region', { name: 'Thursday, November 26' }));
    expect(side.getAllByRole('link')).toHaveLength(3);
    side.getByText('and 2 more');
    await user.click(day(/November 25/));
    screen.getByText('No events on this day.');
  });

  it('has one tab stop, and arrow keys move between days and months', async () => {
    const { user } = open();
    await waitFor(() => day('Saturday, November 21, 1 event'));
    act(() => day('Saturday, November 21, 1 event').focus());
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(day('Saturday, November 28, no events'));
    await user.keyboard('{ArrowLeft}{Home}');
    expect(document.activeElement).toBe(day(/Sunday, November 22/));
    await user.keyboard('{PageDown}');
    await waitFor(() => expect(document.activeElement).toBe(day(/Tuesday, December 22/)));
    screen.getByRole('grid', { name: 'December 2026' });
    expect(document.querySelectorAll('td [tabindex="0"]')).toHaveLength(1);
  });

  it('switches to other months and back', async () => {
    const { user } = open();
    await waitFor(() => day('Saturday, November 21, 1 event'));
    await user.click(screen.getByRole('button', { name: 'Previous month' }));
    screen.getByRole('grid', { name: 'October 2026' });
    await user.click(screen.getByRole('button', { name: 'Next month' }));
    await user.click(screen.getByRole('button', { name: 'Next month' }));
    screen.getByRole('grid', { name: 'December 2026' });
    await waitFor(() => expect(asked(getCalendar.path).at(-1)?.query.get('from')).toBe('2026-11-29'));
  });

  it('runs right to left in Arabic, with Arabic labels', async () => {
    await chooseLanguage('ar');
    const { user } = open();
    await waitFor(() => day(/السبت، 21 تشرين الثاني، فعالية واحدة/));
    act(() => day(/السبت، 21 تشرين الثاني/).focus());
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(day(/الأحد، 22 تشرين الثاني، لا فعاليات/));
  });

  it('marks a day as soon as the viewer attends an event, also from another tab', async () => {
    open();
    await waitFor(() => day('Saturday, November 21, 1 event'));
    const [event] = days['2026-11-21']?.events ?? [];
    days['2026-11-21'] = { count: 1, going: true, events: event ? [event] : [] };
    arrives(attendanceChanged, { event_id: event?.ID ?? '', attendance: 'attending', waiting_position: null, rev: 13, version: 3 });
    await waitFor(() => day('Saturday, November 21, 1 event, you are going'));
  });

  it('does not undo a new name of a society that came after its request', async () => {
    const society = aSociety();
    const event = anEvent({ Society_ID: society.ID, Society_Name: 'Robotics' });
    found = [event];
    days['2026-11-21'] = { count: 1, going: false, events: [event] };
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(getCalendar, () => answer.promise);
    open();
    expect(await screen.findByText('Robotics')).toBeDefined();
    arrives(societyUpdated, sharedSocietyOf({ ...society, Name: 'Robots and AI', version: 2 }));
    answer.give(yes(getCalendar, calendar('2026-11-01'), page));
    await waitFor(() => day('Saturday, November 21, 1 event'));
    expect(screen.getByText('Robots and AI')).toBeDefined();
  });

  it('shows its own error and retries, without affecting the list', async () => {
    onCall(getCalendar, () => no(500, 'internal', 'Boom'));
    const { user } = open();
    await screen.findByRole('article', { name: 'Pitch in Five' });
    onCall(getCalendar, ({ query }) => yes(getCalendar, calendar(query.get('from') ?? ''), page));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => day('Saturday, November 21, 1 event'));
  });

  it('names exams and holidays on their days, in each view', async () => {
    serveTermDates({ ID: newId(), Name: 'Midterm exams', From: '2026-11-20', To: '2026-11-22' });
    const { user } = open();
    await waitFor(() => day('Saturday, November 21, Midterm exams, 1 event'));
    expect(day('Monday, November 23, no events')).toBeDefined();
    expect(within(screen.getByRole('region', { name: 'Saturday, November 21' })).getByText('Midterm exams')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Week' }));
    const week = within(await screen.findByRole('region', { name: 'Calendar' }));
    await waitFor(() => expect(week.getAllByText('Midterm exams')).toHaveLength(2));
  });

  it('has a week with its seven days, by an address of its own', async () => {
    const { user, place } = open('/events?category=Workshop');
    await user.click(await screen.findByRole('button', { name: 'Week' }));
    expect(place()).toBe('/events?category=Workshop&view=week');
    const week = within(await screen.findByRole('region', { name: 'Calendar' }));
    await waitFor(() => week.getByRole('link', { name: /Open day/ }));
    expect(week.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(
      [15, 16, 17, 18, 19, 20, 21].map((date) => expect.stringContaining(`November ${date}`)),
    );
    expect(week.getAllByText('No events on this day.')).toHaveLength(6);
    await user.click(week.getByRole('button', { name: 'Next week' }));
    await waitFor(() => week.getByRole('link', { name: /Finals/ }));
    week.getByText('and 2 more');
  });

  it('has an agenda of the days with events, from today on, month by month', async () => {
    days['2026-11-03'] = { count: 1, going: false, events: [anEvent({ Title: 'Long past' })] };
    days['2026-12-05'] = { count: 1, going: false, events: [anEvent({ Title: 'In December' })] };
    const { user } = open('/events?view=agenda');
    const agenda = within(await screen.findByRole('region', { name: 'Calendar' }));
    const listed = () => agenda.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    await waitFor(() => expect(listed()).toEqual(['Saturday, November 21', 'Thursday, November 26']));
    await user.click(agenda.getByRole('button', { name: 'Next month' }));
    await waitFor(() => expect(listed()).toEqual(['Saturday, December 5']));
    await user.click(agenda.getByRole('button', { name: 'Next month' }));
    await waitFor(() => agenda.getByText('No events in the rest of this month.'));
  });

  it('claims no empty month in the agenda while it is loading', async () => {
    const { user } = open('/events?view=agenda');
    const agenda = within(await screen.findByRole('region', { name: 'Calendar' }));
    await waitFor(() => agenda.getByRole('link', { name: /Open day/ }));
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(getCalendar, () => answer.promise);
    await user.click(agenda.getByRole('button', { name: 'Next month' }));
    await waitFor(() => expect(agenda.queryByRole('link')).toBeNull());
    expect(agenda.queryByText('No events in the rest of this month.')).toBeNull();
    answer.give(yes(getCalendar, calendar('2026-11-29'), page));
    expect(await agenda.findByText('No events in the rest of this month.')).toBeDefined();
  });

  it.each(['week', 'agenda'])('has the buttons to other days beside a failure in the %s', async (view) => {
    onCall(getCalendar, () => no(500, 'internal', 'Boom'));
    const { user } = open(`/events?view=${view}`);
    await user.click(await screen.findByRole('button', { name: view === 'week' ? 'Next week' : 'Next month' }));
    onCall(getCalendar, ({ query }) => yes(getCalendar, calendar(query.get('from') ?? ''), page));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.getByRole('region', { name: 'Calendar' })).toBeDefined();
  });

  it('is collapsed behind a button on phones', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
    const { user } = open();
    await screen.findByRole('article', { name: 'Pitch in Five' });
    expect(screen.queryByRole('grid')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Calendar' }));
    await waitFor(() => day('Saturday, November 21, 1 event'));
    expect(screen.getByRole('button', { name: 'Calendar' }).getAttribute('aria-expanded')).toBe('true');
  });
});
