import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { updateEvent } from '#models/contract/event-changes';
import { getOverlappingEvents } from '#models/contract/event-overlaps';
import { updateSeries } from '#models/contract/event-series';
import { type Event, getEventInfo } from '#models/contract/events';
import { getContact } from '#models/contract/support';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import EditEventPage from '@/pages/edit-event-page';
import { aSeries, eventOf, type Meeting, serveSeries } from '@/testing/fake-series';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { connectSocket } from '@/testing/fake-socket';
import { aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';

const mine = { edit: true, cancel: true, delete: true, attend: true, checkIn: true };
const Description = 'Paper, string and a good wind.';

beforeAll(async () => {
  await i18n.loadNamespaces(['events', 'event', 'event-form']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  onCall(getContact, () => yes(getContact, { email: 'help@uni.example', time_zone: 'Asia/Amman' }));
  onCall(getOverlappingEvents, () => yes(getOverlappingEvents, [], { next: null, counts: { events: 0 } }));
});

/** Opens the second of five meetings to edit, of which the last was changed on its own. */
async function open(meetings: Meeting[] = aSeries(5, { Can: mine, Description })) {
  const all = meetings.map((each, i) => (i === 4 ? { ...each, Series: { ...each.Series, Changed: true } } : each));
  const here = all[1] as Meeting;
  onCall(getEventInfo, () => yes(getEventInfo, eventOf(here)));
  serveSeries(all);
  const view = show(
    <Routes>
      <Route path="/events/:id/edit" element={<EditEventPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { at: `/events/${here.ID}/edit` },
  );
  await screen.findByRole('heading', { level: 1 });
  fireEvent.change(screen.getByRole('textbox', { name: /Location/ }), { target: { value: 'The beach' } });
  await view.user.click(screen.getByRole('button', { name: 'Save Changes' }));
  return { ...view, all, here };
}
const question = async () => within(await screen.findByRole('dialog', { name: 'Which meetings do you want to change?' }));
const sent = (path: string) => requests.filter((asked) => asked.path === path).map(({ body }) => body);
const moved = (meeting: Meeting): Event => ({ ...eventOf(meeting), Location: 'The beach', version: 2 });

describe('saving a meeting of a series', () => {
  it('asks which meetings; only this one is changed by default', async () => {
    const { user, here, place } = await open();
    onCall(updateEvent, () => yes(updateEvent, moved(here)));
    await user.click((await question()).getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Event updated')).toBeDefined();
    await waitFor(() => expect(place()).toBe(`/events/${here.ID}`));
    expect(sent(updateEvent.path)).toEqual([{ event_id: here.ID, location: 'The beach' }]);
  });

  it('changes this and the following ones, and says how many were left', async () => {
    const { user, all, here } = await open();
    onCall(updateSeries, () => yes(updateSeries, { meetings: all.slice(1, 4).map(moved), left: [all[4]?.ID as string] }));
    const dialog = await question();
    expect(dialog.getByText('A new date moves each meeting by the same number of days.')).toBeDefined();
    await user.click(dialog.getByRole('radio', { name: 'This and the following (3)' }));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('3 meetings updated. 1 meeting that was changed separately stays as it is.')).toBeDefined();
    expect(sent(updateSeries.path)).toEqual([{ event_id: here.ID, scope: 'following', location: 'The beach' }]);
  });

  it('changes all that are to come', async () => {
    const { user, all, here } = await open();
    onCall(updateSeries, () => yes(updateSeries, { meetings: all.slice(0, 4).map(moved), left: [] }));
    const dialog = await question();
    await user.click(dialog.getByRole('radio', { name: 'All upcoming meetings (4)' }));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('4 meetings updated')).toBeDefined();
    expect(sent(updateSeries.path)).toMatchObject([{ event_id: here.ID, scope: 'all' }]);
  });

  it('saves nothing if the question is closed', async () => {
    const { user, here, place } = await open();
    await user.click((await question()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(place()).toBe(`/events/${here.ID}/edit`);
    expect([sent(updateEvent.path), sent(updateSeries.path)]).toEqual([[], []]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save Changes' })).toBeDefined());
  });

  it('does not ask where no other meeting is to come', async () => {
    const meetings = aSeries(2, { Can: mine, Description }, 1);
    const here = meetings[1] as Meeting;
    onCall(updateEvent, () => yes(updateEvent, moved(here)));
    await open(meetings);
    expect(await screen.findByText('Event updated')).toBeDefined();
    expect(sent(updateEvent.path)).toHaveLength(1);
  });

  it('shows an error of one meeting under its field', async () => {
    const { user } = await open();
    onCall(updateSeries, () => no(400, 'validation_failed', 'Some fields are not valid.', { date: 'An event cannot begin in the past' }));
    const dialog = await question();
    await user.click(dialog.getByRole('radio', { name: /^All/ }));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('An event cannot begin in the past')).toBeDefined();
    expect(screen.getByRole('textbox', { name: /Location/ })).toHaveProperty('value', 'The beach');
  });
});
