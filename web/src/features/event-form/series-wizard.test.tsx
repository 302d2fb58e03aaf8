import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEvent } from '#models/contract/event-changes';
import { getOverlappingEvents } from '#models/contract/event-overlaps';
import { createSeries } from '#models/contract/event-series';
import { getEventInfo } from '#models/contract/events';
import { getSocietyInfo } from '#models/contract/societies';
import { getContact } from '#models/contract/support';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import NewEventPage from '@/pages/new-event-page';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { connectSocket } from '@/testing/fake-socket';
import { aSociety, aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { anEvent, asMember } from '@/testing/society-fixtures';

const areas = ['societies', 'events', 'event-form'];
const year = new Date().getFullYear() + 1;
const society = asMember(aSociety(), 'moderator');
/** The first Tuesday of next October: the clocks of many zones change within the weeks after it. */
const first = (() => {
  for (let day = 1; ; day++) {
    const date = `${year}-10-0${day}`;
    if (new Date(`${date}T12:00`).getDay() === 2) return date;
  }
})();
const weekday = { friday: 5, saturday: 6 };
const nextOf = (day: number): string => {
  const date = new Date(`${first}T12:00`);
  date.setDate(date.getDate() + ((day - date.getDay() + 7) % 7));
  return date.toISOString().slice(0, 10);
};

beforeAll(async () => {
  await i18n.loadNamespaces(areas);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  onCall(getContact, () => yes(getContact, { email: 'help@uni.example', time_zone: 'Asia/Amman' }));
  onCall(getSocietyInfo, () => yes(getSocietyInfo, { ...society, Can: { ...society.Can, createEvents: true } }));
  serveOverlaps([]);
});

function serveOverlaps(events: ReturnType<typeof anEvent>[], all = events.length): void {
  onCall(getOverlappingEvents, () => yes(getOverlappingEvents, events, { next: null, counts: { events: all } }));
}
async function open(search = '') {
  const view = show(
    <Routes>
      <Route path="/societies/:id/events/new" element={<NewEventPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { at: `/societies/${society.ID}/events/new${search}` },
  );
  await screen.findByRole('button', { name: 'Next Step' });
  return view;
}
type User = Awaited<ReturnType<typeof open>>['user'];
const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }));
const change = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const sent = (path: string) => requests.filter((asked) => asked.path === path).map(({ body }) => body);

async function openDateStep() {
  const view = await open();
  change(/Event title/, 'Kite evening');
  change(/Description/, 'Paper, string and a good wind.');
  await view.user.click(screen.getByRole('radio', { name: 'Social' }));
  await press(view.user, 'Next Step');
  change(/^Date/, first);
  change(/^Start time/, '17:00');
  change(/Location/, 'The hill');
  return view;
}
const repeat = (every: string) => change(/^Repeats/, every);
const preview = () => screen.findByRole('region', { name: 'Dates of the meetings' });
const dates = async () => within(await preview()).getAllByRole('button');

describe('a series in the wizard', () => {
  it('previews each date at the same hour, and is sent with its repetition', async () => {
    const { user, place } = await openDateStep();
    repeat('week');
    change(/^Number of meetings/, '15');
    expect(await screen.findByText('15 meetings, all at the same local time')).toBeDefined();
    const shown = await dates();
    expect(shown).toHaveLength(15);
    expect(shown.every(({ textContent }) => textContent?.includes('5:00 PM'))).toBe(true);
    expect(shown[1]?.textContent).toContain('Tue, Oct');
    expect(shown[14]?.textContent).toContain(String(year + 1));
    await press(user, 'Next Step');
    onCall(createSeries, () => yes(createSeries, { series_id: newId(), event_ids: Array.from({ length: 15 }, newId) }));
    await press(user, 'Create Event');
    expect(await screen.findByText('15 meetings have been created')).toBeDefined();
    await waitFor(() => expect(place()).toBe(`/societies/${society.ID}/events`));
    expect(sent(createSeries.path)).toMatchObject([{ title: 'Kite evening', date: first, repeat: { every: 'week', count: 15 } }]);
    expect(sent(createEvent.path)).toEqual([]);
  });

  it('ends on a date, every two weeks or every month', async () => {
    const { user } = await openDateStep();
    repeat('month');
    change(/^Ends$/, 'until');
    change(/^Last possible day/, `${year}-12-31`);
    expect(await dates()).toHaveLength(3);
    repeat('fortnight');
    await waitFor(async () => expect((await dates()).length).toBeGreaterThan(5));
    await press(user, 'Next Step');
    onCall(createSeries, () => yes(createSeries, { series_id: newId(), event_ids: [newId(), newId()] }));
    await press(user, 'Create Event');
    await screen.findByText('2 meetings have been created');
    expect(sent(createSeries.path)).toMatchObject([{ repeat: { every: 'fortnight', until: `${year}-12-31` } }]);
  });

  it.each([
    ['no number', '', 'Choose how many meetings there are, or the last day'],
    ['one meeting', '1', 'A series has 2 to 52 meetings'],
    ['too many', '53', 'A series has 2 to 52 meetings'],
    ['half a meeting', '2.5', 'A series has 2 to 52 meetings'],
    ['a word', 'many', 'A series has 2 to 52 meetings'],
  ])('refuses %s with a clear error, and stays', async (_name, count, text) => {
    const { user } = await openDateStep();
    repeat('week');
    change(/^Number of meetings/, count);
    await press(user, 'Next Step');
    expect(screen.getByText(text)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText(/^Number of meetings/));
    expect(screen.queryByRole('region', { name: 'Dates of the meetings' })).toBeNull();
  });

  it.each([
    ['no last day', '', 'Choose how many meetings there are, or the last day'],
    ['a last day before the second meeting', first, 'A series has 2 to 52 meetings'],
    ['a last day with too many meetings', `${year + 1}-12-31`, 'A series has 2 to 52 meetings'],
  ])('refuses %s', async (_name, day, text) => {
    const { user } = await openDateStep();
    repeat('week');
    change(/^Ends$/, 'until');
    change(/^Last possible day/, `${year}-12-31`);
    await preview();
    change(/^Last possible day/, day);
    await press(user, 'Next Step');
    expect(screen.getByText(text)).toBeDefined();
  });

  it('refuses a last meeting that is too far ahead', async () => {
    const { user } = await openDateStep();
    repeat('month');
    change(/^Number of meetings/, '40');
    await preview();
    await press(user, 'Next Step');
    expect(screen.getByText('An event can be planned up to two years ahead')).toBeDefined();
  });

  it('shows an error of the server under its field', async () => {
    const { user } = await openDateStep();
    repeat('week');
    change(/^Number of meetings/, '3');
    await press(user, 'Next Step');
    onCall(createSeries, () =>
      no(400, 'validation_failed', 'Some fields are not valid.', { 'repeat.count': 'A series has 2 to 52 meetings' }),
    );
    await press(user, 'Create Event');
    expect(await screen.findByText('A series has 2 to 52 meetings')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText(/^Number of meetings/));
  });

  it('survives a reload like the other fields', async () => {
    const { user } = await openDateStep();
    repeat('fortnight');
    change(/^Number of meetings/, '٦');
    expect(await dates()).toHaveLength(6);
    cleanup();
    await open();
    await press(user, 'Next Step');
    expect(screen.getByLabelText(/^Repeats/)).toHaveProperty('value', 'fortnight');
    expect(await dates()).toHaveLength(6);
  });

  it('is shown in Arabic', async () => {
    await chooseLanguage('ar');
    await i18n.loadNamespaces(areas);
    show(
      <Routes>
        <Route path="/societies/:id/events/new" element={<NewEventPage />} />
      </Routes>,
      { at: `/societies/${society.ID}/events/new` },
    );
    await screen.findByRole('button', { name: 'الخطوة التالية' });
    expect(i18n.t('event-form:repeat.meetings', { count: 15, n: '15' })).toBe('15 لقاءً، كلها في الساعة المحلية نفسها');
  });
});

describe('hints at the date step', () => {
  it('mark Friday and Saturday as the weekend', async () => {
    await openDateStep();
    expect(screen.queryByText(/is a weekend day/)).toBeNull();
    for (const day of Object.values(weekday)) {
      change(/^Date/, nextOf(day));
      expect(screen.getByText(/^(Friday|Saturday), .* is a weekend day\.$/)).toBeDefined();
    }
    repeat('week');
    change(/^Number of meetings/, '4');
    expect(await screen.findByText(/4 on a weekend/)).toBeDefined();
    expect(within(await preview()).getAllByText('Weekend')).toHaveLength(4);
  });

  it('show what else is on at that time: the society’s own events and public ones', async () => {
    serveOverlaps(
      [
        anEvent({ Title: 'Board games', Society_ID: society.ID, Time: '16:00' }),
        anEvent({ Title: 'Open lecture', Society_Name: 'Chess Circle', Time: '18:00' }),
      ],
      7,
    );
    await openDateStep();
    const hint = within(await screen.findByRole('region', { name: 'Also on at that time' }));
    expect(await hint.findByText('and 5 more')).toBeDefined();
    expect(hint.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Board games .* · 4:00 PM · This society$/),
      expect.stringMatching(/^Open lecture .* · 6:00 PM · Chess Circle$/),
    ]);
    const asked = requests.findLast(({ path }) => path === getOverlappingEvents.path)?.query;
    expect(Object.fromEntries(asked ?? [])).toEqual({ society_id: society.ID, date: first, time: '17:00' });
  });

  it('of a series are those of the date that is pressed', async () => {
    const { user } = await openDateStep();
    repeat('week');
    change(/^Number of meetings/, '3');
    const [, second] = await dates();
    await user.click(second as HTMLElement);
    expect(second?.getAttribute('aria-pressed')).toBe('true');
    await waitFor(() => expect(requests.findLast(({ path }) => path === getOverlappingEvents.path)?.query.get('date')).not.toBe(first));
    expect(await screen.findByText('Nothing else is on at that time.')).toBeDefined();
  });

  it('that do not load are left out', async () => {
    onCall(getOverlappingEvents, () => no(403, 'forbidden', 'You do not have permission to do this.'));
    await openDateStep();
    await waitFor(() => expect(requests.some(({ path }) => path === getOverlappingEvents.path)).toBe(true));
    expect(screen.queryByRole('region', { name: 'Also on at that time' })).toBeNull();
  });
});

describe('a copy of an event', () => {
  const other = anEvent({
    Title: 'Line Follower Finals',
    Description: 'Eight robots, one black line, fourteen laps.',
    Society_ID: society.ID,
    End_Time: '19:30',
    Max_Attendees: 40,
    attendees: 12,
    Tags: ['Free'],
    End_Date: '2026-11-28',
  });

  it('begins with the fields of the event, without its day', async () => {
    onCall(getEventInfo, () => yes(getEventInfo, other));
    const { user } = await open(`?copy=${other.ID}`);
    expect(screen.getByLabelText(/Event title/)).toHaveProperty('value', other.Title);
    await press(user, 'Next Step');
    expect(screen.getByLabelText(/^Date/)).toHaveProperty('value', '');
    expect(screen.queryByLabelText(/^Last day/)).toBeNull();
    expect(screen.getByLabelText(/^Start time/)).toHaveProperty('value', '17:30');
    change(/^Date/, first);
    await press(user, 'Next Step');
    expect(screen.getByLabelText(/^Maximum attendees/)).toHaveProperty('value', '40');
    onCall(createEvent, () => yes(createEvent, newId()));
    await press(user, 'Create Event');
    await screen.findByText('event has been created');
    expect(sent(createEvent.path)).toMatchObject([{ title: other.Title, date: first, end_date: null, end_time: '19:30', tags: ['Free'] }]);
  });

  it('begins blank if the event cannot be loaded', async () => {
    onCall(getEventInfo, () => no(404, 'not_found', 'Not found.'));
    await open(`?copy=${newId()}`);
    expect(screen.getByLabelText(/Event title/)).toHaveProperty('value', '');
  });
});
