import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { attendanceChanged } from '#models/contract/attendance';
import { getMyTicket } from '#models/contract/check-in';
import type { DataOf } from '#models/contract/define';
import { cancelEvent, eventUpdated } from '#models/contract/event-changes';
import { attendSeries, cancelSeries } from '#models/contract/event-series';
import { type Event, getEventInfo, getRelatedEvents } from '#models/contract/events';
import { setConnection } from '@/lib/connection';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { saveToken } from '@/lib/token';
import { clearUserState } from '@/lib/user-change';
import EventPage from '@/pages/event-page';
import { queueKey } from '@/sync/offline-queue-storage';
import { deferred } from '@/testing/deferred';
import { testFailures } from '@/testing/failures';
import { aSeries, eventOf, type Meeting, serveSeries } from '@/testing/fake-series';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { sharedEventOf } from '@/testing/society-fixtures';

const me = aUser();
const none = { attendance: 'not_attending', version: 0, bookmarked: false, bookmark_version: 0 } as const;
const seats = { Max_Attendees: 10, seats_left: 3, attendees: 7, rev: 5 };
const mine = { edit: true, cancel: true, delete: true, attend: true, checkIn: true };
const waitingWords = 'Will be sent when you are back online';
const onLine = vi.spyOn(navigator, 'onLine', 'get');

beforeAll(async () => {
  await Promise.all([import('./later-cards'), import('./organiser-links')]);
  await i18n.loadNamespaces(['events', 'event']);
  await connectSocket();
});
beforeEach(() => {
  onLine.mockReturnValue(true);
  setConnection('online');
  saveToken('good', true);
  useSession.setState({ status: 'in', user: { ...me } });
  onCall(getRelatedEvents, () => yes(getRelatedEvents, [], { next: null }));
  onCall(getMyTicket, () => no(404, 'not_found', 'Not found.'));
});

function visit({ ID }: Pick<Meeting, 'ID'>) {
  return show(
    <Routes>
      <Route path="/events/:id" element={<EventPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { at: `/events/${ID}` },
  );
}
/** Opens the page of a meeting, the third unless another is named, and waits for the series. */
async function open(meetings: Meeting[], place = 2) {
  const here = meetings[place] as Meeting;
  onCall(getEventInfo, ({ query }) => yes(getEventInfo, eventOf(meetings.find(({ ID }) => ID === query.get('event_id')) as Meeting)));
  serveSeries(meetings);
  const view = visit(here);
  await screen.findByRole('region', { name: /^Meeting \d+ of \d+$/ });
  return { ...view, here };
}
const series = (size: number, fields: Partial<Event> = {}, past = 0): Meeting[] =>
  aSeries(size, { Standing: none, ...seats, ...fields }, past);
const card = () => within(screen.getByRole('region', { name: /^Meeting/ }));
const lines = () => within(card().getByRole('list', { name: 'Meetings of this series' })).getAllByRole('listitem');
/** Words of each shown meeting of the viewer or its seats. */
const states = () =>
  lines().map((line) => /(Going|Waiting list|Full.*|\d+ seats left|Completed|Cancelled)$/.exec(line.textContent ?? '')?.[0]);
const button = (name: string) => screen.getByRole('button', { name });
const sent = (path: string) => requests.filter((asked) => asked.path === path).map(({ body }) => body);

type Results = DataOf<typeof attendSeries>['meetings'];
/** The answer: a seat at each meeting, but a place on the waiting list at those that are full. */
const answerFor = (meetings: readonly Meeting[]): Results =>
  meetings.map(({ ID, seats_left }) => ({
    event_id: ID,
    attendance: seats_left === 0 ? 'waiting' : 'attending',
    waiting_position: seats_left === 0 ? 4 : null,
    version: 1,
    attendees: seats_left === 0 ? 10 : 8,
    interested: 0,
    shares: 0,
    seats_left: seats_left === 0 ? 0 : 2,
    rev: 6,
  }));

describe('the series on the event page', () => {
  it('has the place of this meeting, and links to the others', async () => {
    const meetings = series(15);
    const { user, here, place } = await open(meetings);
    expect(card().getByRole('heading', { name: 'Meeting 3 of 15' })).toBeDefined();
    expect(card().getByText('Every week')).toBeDefined();
    expect(lines()).toHaveLength(5);
    expect(card().getByRole('link', { current: 'page' }).getAttribute('href')).toBe(`/events/${here.ID}`);
    await user.click(button('Show all 15 meetings'));
    expect(lines()).toHaveLength(15);
    await user.click(within(lines()[14] as HTMLElement).getByRole('link'));
    expect(place()).toBe(`/events/${meetings[14]?.ID}`);
    expect(await screen.findByRole('heading', { name: 'Meeting 15 of 15' })).toBeDefined();
  });

  it('is not there for a single event, and asks the server once', async () => {
    const [only] = series(1);
    onCall(getEventInfo, () => yes(getEventInfo, eventOf(only as Meeting)));
    serveSeries();
    visit(only as Meeting);
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(requests.filter(({ path }) => path.endsWith('/get_series'))).toHaveLength(1));
    expect(screen.queryByRole('region', { name: /^Meeting/ })).toBeNull();
  });

  it('shows at once that another meeting was moved before this one, and that one was cancelled', async () => {
    const meetings = series(4);
    await open(meetings);
    const [first, second, , last] = meetings as [Meeting, Meeting, Meeting, Meeting];
    const moved = { ...eventOf(last), Starts_At: new Date(Date.parse(first.Starts_At) - 3_600_000).toISOString(), version: 2 };
    arrives(eventUpdated, sharedEventOf(moved));
    expect(await screen.findByRole('heading', { name: 'Meeting 4 of 4' })).toBeDefined();
    arrives(eventUpdated, sharedEventOf({ ...eventOf(second), Status: 'cancelled', version: 2 }));
    expect(states().filter((state) => state === 'Cancelled')).toHaveLength(1);
  });

  it('says nothing of attending to a visitor, or once all meetings are over', async () => {
    useSession.setState({ status: 'out', user: null });
    const { unmount } = await open(series(3, { Standing: null }));
    expect(screen.queryByRole('button', { name: 'Attend all remaining' })).toBeNull();
    unmount();
    useSession.setState({ status: 'in', user: { ...me } });
    await open(series(3, {}, 3));
    expect(screen.queryByRole('button', { name: 'Attend all remaining' })).toBeNull();
  });

  it('is shown in Arabic', async () => {
    await i18n.loadLanguages('ar');
    await chooseLanguage('ar');
    await i18n.loadNamespaces(['events', 'event']);
    const meetings = series(6);
    onCall(getEventInfo, () => yes(getEventInfo, eventOf(meetings[2] as Meeting)));
    serveSeries(meetings);
    visit(meetings[2] as Meeting);
    expect(await screen.findByRole('heading', { name: 'اللقاء 3 من 6' })).toBeDefined();
    expect(button('حضور كل اللقاءات المتبقية')).toBeDefined();
  });
});

describe('attending all remaining meetings', () => {
  it('shows seats and places on waiting lists at once, then the result of each meeting', async () => {
    const meetings = series(4, {}, 1).map((meeting, i) => (i === 2 ? { ...meeting, seats_left: 0, attendees: 10 } : meeting));
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(attendSeries, () => answer.promise);
    const { user } = await open(meetings, 1);
    await user.click(button('Attend all remaining'));
    expect(states()).toEqual(['Completed', 'Going', 'Waiting list', 'Going']);
    expect(sent(attendSeries.path)).toEqual([{ event_id: meetings[1]?.ID, status: 'attending' }]);
    const results = answerFor(meetings.slice(1));
    const full = results.map((each, i) =>
      i === 2 ? { ...each, attendance: 'waiting' as const, waiting_position: 1, seats_left: 0 } : each,
    );
    await act(async () => answer.give(yes(attendSeries, { meetings: full })));
    expect(states()).toEqual(['Completed', 'Going', 'Waiting list', 'Waiting list']);
    const words = 'You are going to 1 meeting. You are on the waiting list for 2 meetings.';
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    expect(button('Give up all remaining seats')).toBeDefined();
  });

  it('leaves those alone that the viewer goes to or waits for already', async () => {
    const meetings = series(3).map((meeting, i) =>
      i === 0 ? { ...meeting, Standing: { ...none, attendance: 'waiting' as const } } : meeting,
    );
    onCall(attendSeries, () => deferred<ReturnType<typeof yes>>().promise);
    const { user } = await open(meetings);
    await user.click(button('Attend all remaining'));
    expect(states()).toEqual(['Waiting list', 'Going', 'Going']);
  });

  testFailures('is rolled back after %s, with the text of attendance', async (name, reply, global) => {
    onCall(attendSeries, () => reply);
    const { user } = await open(series(3));
    await user.click(button('Attend all remaining'));
    await screen.findByText(name === '401' ? global : 'Failed to update attendance');
    expect(states()).toEqual(['3 seats left', '3 seats left', '3 seats left']);
    expect(button('Attend all remaining')).toBeDefined();
  });

  it('is undone after a question, and a seat given from a waiting list is shown at once', async () => {
    const meetings = series(2, { Standing: { ...none, attendance: 'attending' } });
    onCall(attendSeries, () =>
      yes(attendSeries, {
        meetings: answerFor(meetings).map((each) => ({ ...each, attendance: 'not_attending' as const, seats_left: 4, attendees: 6 })),
      }),
    );
    const { user } = await open(meetings, 0);
    await user.click(button('Give up all remaining seats'));
    const question = within(await screen.findByRole('dialog', { name: 'Give up all remaining seats?' }));
    await user.click(question.getByRole('button', { name: 'Give up all remaining seats' }));
    expect(await screen.findByText('You are no longer going to the remaining meetings.')).toBeDefined();
    expect(states()).toEqual(['4 seats left', '4 seats left']);
    expect(sent(attendSeries.path)).toMatchObject([{ status: 'not_attending' }]);
    arrives(attendanceChanged, {
      event_id: meetings[1]?.ID as string,
      attendance: 'attending',
      waiting_position: null,
      rev: 9,
      version: 9,
    });
    expect(states()[1]).toBe('Going');
  });

  it('offline is shown as waiting, survives a reload, and is sent once when online', async () => {
    const meetings = series(3);
    onCall(attendSeries, () => yes(attendSeries, { meetings: answerFor(meetings) }));
    const { user } = await open(meetings);
    act(() => {
      onLine.mockReturnValue(false);
      setConnection('offline');
    });
    await user.click(button('Attend all remaining'));
    expect(states()).toEqual(['Going', 'Going', 'Going']);
    expect(button('Give up all remaining seats').title).toBe(waitingWords);
    expect(requests.filter(({ path }) => path === attendSeries.path)).toEqual([]);
    cleanup();
    useSession.setState({ status: 'checking', user: null });
    clearUserState();
    useSession.setState({ status: 'in', user: { ...me } });
    await open(meetings);
    expect(states()).toEqual(['Going', 'Going', 'Going']);
    await act(async () => {
      onLine.mockReturnValue(true);
      setConnection('online');
      window.dispatchEvent(new Event('online'));
    });
    await waitFor(() => expect(localStorage.getItem(queueKey(me.ID))).toBeNull());
    expect(sent(attendSeries.path)).toEqual([{ event_id: meetings[0]?.ID, status: 'attending' }]);
    expect(states()).toEqual(['Going', 'Going', 'Going']);
  });
});

describe('cancelling a meeting of a series', () => {
  const organised = (): Meeting[] => series(5, { Can: mine });
  async function ask(meetings: Meeting[]) {
    const view = await open(meetings);
    await view.user.click(await screen.findByRole('button', { name: 'Cancel event' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel event' }));
    const confirmed = () => view.user.click(dialog.getByRole('button', { name: 'Cancel event' }));
    return { ...view, dialog, confirmed };
  }

  it('asks which meetings, and cancels only this one by default', async () => {
    const meetings = organised();
    const { here, dialog, confirmed } = await ask(meetings);
    onCall(cancelEvent, () => yes(cancelEvent, { ...eventOf(here), Status: 'cancelled', version: 2 }));
    expect(dialog.getAllByRole('radio').map((radio) => [(radio as HTMLInputElement).checked])).toEqual([[true], [false], [false]]);
    await confirmed();
    expect(await screen.findByText('Event cancelled. Everyone who was going will be notified.')).toBeDefined();
    expect(sent(cancelEvent.path)).toEqual([{ event_id: here.ID, reason: '' }]);
  });

  it('cancels this and the following ones, with their number, and leaves those changed on their own', async () => {
    const meetings = organised().map((each, i) => (i === 4 ? { ...each, Series: { ...each.Series, Changed: true } } : each));
    const { user, here, dialog, confirmed } = await ask(meetings);
    const off = meetings.slice(2, 4).map((each) => ({ ...eventOf(each), Status: 'cancelled' as const, version: 2 }));
    onCall(cancelSeries, () => yes(cancelSeries, { meetings: off, left: [meetings[4]?.ID as string] }));
    expect(dialog.getByRole('radio', { name: 'All upcoming meetings (4)' })).toBeDefined();
    await user.click(dialog.getByRole('radio', { name: 'This and the following (2)' }));
    expect(dialog.getByText('1 meeting that was changed separately stays as it is.')).toBeDefined();
    expect(dialog.getByText(/^2 meetings will be cancelled/)).toBeDefined();
    await confirmed();
    expect(await screen.findByText('2 meetings cancelled. Everyone who was going will be notified.')).toBeDefined();
    expect(sent(cancelSeries.path)).toEqual([{ event_id: here.ID, scope: 'following', reason: '' }]);
    expect(states()).toEqual(['3 seats left', '3 seats left', 'Cancelled', 'Cancelled', '3 seats left']);
  });

  it('does not ask for the last one to come', async () => {
    const meetings = series(3, { Can: mine }, 2);
    const { dialog } = await ask(meetings);
    expect(dialog.queryByRole('radio')).toBeNull();
  });
});
