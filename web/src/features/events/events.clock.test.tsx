import { act, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getMyTicket } from '#models/contract/check-in';
import { eventUpdated } from '#models/contract/event-changes';
import { eventAsOf } from '#models/contract/event-phase';
import { type Event, getAllEvents, getEventInfo, getEventsBySociety, getRelatedEvents } from '#models/contract/events';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import EventPage from '@/pages/event-page';
import { serveSeries } from '@/testing/fake-series';
import { no, onCall, yes } from '@/testing/fake-server';
import { arrives, connectSocket, watchView } from '@/testing/fake-socket';
import { aSociety, aUser } from '@/testing/fixtures';
import { refetchAll } from '@/testing/refetch';
import { show } from '@/testing/render';
import { subject, text } from '@/testing/rows/shared';
import { anEvent, asMember, sharedEventOf } from '@/testing/society-fixtures';
import { EventCard } from './event-card';
import { noFilter } from './event-filter';
import { EventList } from './event-list';
import { useEventsClock } from './events.clock';
import { mergeEvents } from './events.store';
import { SocietyEvents } from './society-events';
import { UpcomingCard } from './upcoming-card';
import { UpcomingEvents } from './upcoming-events';

const at = (time: string): Date => new Date(`2026-11-26T${time}`);
const toMinute = async (time: string): Promise<void> => {
  await act(() => vi.advanceTimersByTimeAsync(at(time).getTime() - Date.now()));
};

const society = asMember(aSociety());
const planned = (fields: Partial<Event>, from: Date, to: Date): Event =>
  anEvent({
    Standing: { attendance: 'not_attending', version: 1, bookmarked: false, bookmark_version: 0 },
    Society_ID: society.ID,
    Can: { edit: true, cancel: true, delete: false, attend: true, checkIn: true },
    Max_Attendees: 50,
    attendees: 12,
    seats_left: 38,
    Starts_At: from.toISOString(),
    Ends_At: to.toISOString(),
    ...fields,
  });
const noon = planned({ Title: 'Form to Database', Time: '12:00', End_Time: '14:00' }, at('12:00'), at('14:00'));
const evening = planned({ Title: 'Solder a Board', Time: '17:30', End_Time: '18:30' }, at('17:30'), at('18:30'));

/** Answers like the server: phases by the clock, ended events last. */
function serve(): void {
  const now = () => [noon, evening].map((event) => eventAsOf(event, Date.now()));
  const list = () => now().toSorted((a, b) => Number(a.Phase === 'ended') - Number(b.Phase === 'ended'));
  const counts = () => {
    const completed = now().filter(({ Phase }) => Phase === 'ended').length;
    return { upcoming: 2 - completed, completed };
  };
  onCall(getAllEvents, () => yes(getAllEvents, list(), { next: null }));
  onCall(getEventsBySociety, () => yes(getEventsBySociety, list(), { next: null, counts: counts() }));
  onCall(getEventInfo, () => yes(getEventInfo, now()[0] as Event));
  const others = () => now().filter(({ ID, Phase }) => ID !== noon.ID && Phase !== 'ended');
  onCall(getRelatedEvents, () => yes(getRelatedEvents, others(), { next: null }));
  serveSeries();
  onCall(getMyTicket, () => no(404, 'not_found', 'Not found.'));
}

const page = (
  <Routes>
    <Route path="/events/:id" element={<EventPage />} />
  </Routes>
);
const screens: [name: string, children: ReactNode, path: string][] = [
  ['the list of all events', <EventList key="all" filter={noFilter} onChange={() => {}} />, '/events'],
  ['the card of the home page', <UpcomingCard key="home" />, '/'],
  ['the card of a society', <UpcomingEvents key="card" societyId={society.ID} />, '/'],
  ['the events of a society', <SocietyEvents key="society" society={society} />, '/'],
  ['the page of an event', page, `/events/${noon.ID}`],
];
const cards = ['the card of the home page', 'the card of a society'];

beforeAll(async () => {
  await i18n.loadNamespaces(['events', 'event', 'check-in']);
  await connectSocket();
});
beforeEach(() => {
  watchView();
  useSession.setState({ status: 'in', user: aUser() });
  vi.useFakeTimers({ shouldAdvanceTime: true, now: at('11:58:30') });
  serve();
});
afterEach(async () => {
  // Let delayed refetches run, so that they do not reach the next test.
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  vi.useRealTimers();
});

describe('while a screen is open', () => {
  it.each(screens)('an event begins and ends on time on %s, with the same state as a refetch', async (name, children, path) => {
    show(subject(children), { at: path });
    await waitFor(() => expect(text()).toContain('Form to Database'));
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(text()).not.toMatch(/Now|Ended/);

    await toMinute('12:00:01');
    await waitFor(() => expect(text()).toContain('Now'));

    await toMinute('13:59:59');
    expect(text()).not.toContain('Ended');
    await toMinute('14:00:01');
    if (cards.includes(name)) await waitFor(() => expect(text()).not.toContain('Form to Database'));
    else {
      await waitFor(() => expect(text()).toContain('Ended 2:00 PM'));
      expect(text()!.split('38 seats left').length).toBeLessThanOrEqual(2);
    }

    await toMinute('14:00:30');
    const byItself = text();
    await refetchAll();
    expect(text()).toBe(byItself);
  });

  it('an ended event cannot be attended, and its page shows that it is over', async () => {
    show(page, { at: `/events/${noon.ID}` });
    await screen.findByRole('button', { name: 'Attend' });
    expect(screen.getByRole('button', { name: 'Cancel event' })).toBeDefined();
    await toMinute('14:00:01');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Attend' })).toBeNull());
    expect(screen.queryByRole('button', { name: 'Cancel event' })).toBeNull();
    expect(screen.getByText('This event is over.')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Who attended' })).toBeDefined();
    expect(screen.queryByText('38 seats left')).toBeNull();
  });

  it('the counters of upcoming and completed events change when an event ends', async () => {
    show(<SocietyEvents society={society} />);
    const counters = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);
    await waitFor(() => expect(counters()).toEqual(['2', '0']));
    await toMinute('14:00:30');
    await waitFor(() => expect(counters()).toEqual(['1', '1']));
  });
});

function Cards({ ids }: { ids: readonly string[] }) {
  useEventsClock();
  return ids.map((id) => <EventCard key={id} id={id} />);
}

describe('an event card over time', () => {
  const opened = (event: Event) => show(<Cards ids={mergeEvents([event])} />);
  const card = () => screen.getByRole('article').textContent;
  const foot = () => screen.getByRole('article').querySelector('footer')?.textContent;

  it.each([
    ['11:59', { End_Time: '14:00' }, '38 seats leftAttend'],
    ['12:00', { End_Time: '14:00' }, '38 seats leftAttend'],
    ['14:00', { End_Time: '14:00' }, '12 attendedEnded 2:00 PM'],
    ['14:00', { End_Time: null }, '12 attendedEnded'],
    ['14:00', { End_Time: '14:00', Date: '2026-11-25', End_Date: '2026-11-25' }, '12 attendedEnded'],
    ['14:00', { End_Time: '14:00', Status: 'cancelled' }, '12 attendedCancelled'],
  ] as const)('at %s for an event with %j shows "%s"', (time, fields, words) => {
    vi.setSystemTime(at(time));
    opened({ ...noon, ...fields });
    expect(foot()).toBe(words);
  });

  it('shows an event of several days as current on its second day', () => {
    const fair = planned(
      { End_Date: '2026-11-28', End_Time: '18:00', Status: 'completed', Phase: 'now' },
      at('09:00'),
      new Date('2026-11-28T18:00'),
    );
    vi.setSystemTime(new Date('2026-11-27T15:00'));
    opened(fair);
    expect(card()).toMatch(/Now.*38 seats leftAttend$/);
  });

  it('shows current and ended in Arabic', async () => {
    await chooseLanguage('ar');
    vi.setSystemTime(at('12:30'));
    opened(noon);
    expect(card()).toContain('جارية الآن');
    await toMinute('14:00:01');
    expect(foot()).toMatch(/انتهت/);
  });

  it('stays ended after an older message, and is current again after a message with a later end', () => {
    vi.setSystemTime(at('14:00:01'));
    opened(noon);
    arrives(eventUpdated, { ...sharedEventOf(noon), Phase: 'now', version: 2 });
    expect(foot()).toContain('Ended');
    const longer = { End_Time: '16:00', Ends_At: at('16:00').toISOString() };
    arrives(eventUpdated, { ...sharedEventOf(noon), ...longer, Phase: 'now', version: 3 });
    expect(card()).toContain('Now');
  });

  it('stays ended on a device with a slow clock', () => {
    vi.setSystemTime(at('13:55'));
    opened({ ...noon, Phase: 'ended', Can: { ...noon.Can, attend: false } });
    expect(foot()).toContain('Ended');
  });
});
