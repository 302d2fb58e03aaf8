import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { updateEvent } from '#models/contract/event-changes';
import { type Event, getEventInfo } from '#models/contract/events';
import { getContact } from '#models/contract/support';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import EditEventPage from '@/pages/edit-event-page';
import { describeFailures } from '@/testing/failures';
import { serveSeries } from '@/testing/fake-series';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { connectSocket } from '@/testing/fake-socket';
import { aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { anEvent } from '@/testing/society-fixtures';

const mine = { edit: true, cancel: true, delete: true, attend: true, checkIn: true };

beforeAll(async () => {
  await i18n.loadNamespaces(['events', 'event', 'event-form']);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  onCall(getContact, () => yes(getContact, { email: 'help@uni.example', time_zone: 'Asia/Amman' }));
  serveSeries();
});

async function open(fields: Partial<Event> = {}) {
  const event = anEvent({ Description: 'Eight robots, one black line.', Date: '2026-01-20', Status: 'completed', Can: mine, ...fields });
  onCall(getEventInfo, () => yes(getEventInfo, event));
  const view = show(
    <Routes>
      <Route path="/events/:id/edit" element={<EditEventPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { at: `/events/${event.ID}/edit` },
  );
  await screen.findByRole('heading', { level: 1 });
  return { ...view, event };
}
type User = Awaited<ReturnType<typeof open>>['user'];
const field = (name: RegExp) => screen.getByRole('textbox', { name });
const save = (user: User) => user.click(screen.getByRole('button', { name: 'Save Changes' }));
const rename = async (user: User) => {
  fireEvent.change(field(/Event title/), { target: { value: 'Grand Finals' } });
  await save(user);
};

describe('the edit form of an event', () => {
  it('opens with the event’s values, sends only changes, shows a toast and navigates back', async () => {
    const { user, event, place } = await open();
    expect(field(/Location/)).toHaveProperty('value', 'Engineering Hall B');
    onCall(updateEvent, () => yes(updateEvent, { ...event, Title: 'Grand Finals', version: 2 }));
    await rename(user);
    expect(await screen.findByText('Event updated')).toBeDefined();
    await waitFor(() => expect(place()).toBe(`/events/${event.ID}`));
    expect(requests.filter(({ path }) => path === updateEvent.path).map(({ body }) => body)).toEqual([
      { event_id: event.ID, title: 'Grand Finals' },
    ]);
  });

  it('navigates back without a call if nothing changed', async () => {
    const { user, event, place } = await open();
    await save(user);
    await waitFor(() => expect(place()).toBe(`/events/${event.ID}`));
    expect(requests.filter(({ path }) => path === updateEvent.path)).toHaveLength(0);
  });

  it('shows its own errors before sending, and the server’s errors', async () => {
    const { user } = await open();
    fireEvent.change(field(/Event title/), { target: { value: 'Hi' } });
    await save(user);
    expect(screen.getByText('Event title must be at least 3 characters')).toBeDefined();
    onCall(updateEvent, () => no(400, 'validation_failed', 'Some fields are not valid.', { title: 'This is too long' }));
    await rename(user);
    expect(await screen.findByText('This is too long')).toBeDefined();
    expect(document.activeElement).toBe(field(/Event title/));
  });

  it('warns if the limit is below the number of attendees', async () => {
    await open({ attendees: 40 });
    fireEvent.change(field(/Maximum attendees/), { target: { value: '30' } });
    expect(screen.getByText(/40 people are already going/)).toBeDefined();
  });

  it('asks before discarding changes', async () => {
    const { user, event, place } = await open();
    fireEvent.change(field(/Event title/), { target: { value: 'Grand Finals' } });
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    const question = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }));
    await user.click(question.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(place()).toBe(`/events/${event.ID}`));
  });

  it('is closed without the right to edit', async () => {
    await open({ Can: { ...mine, edit: false } });
    expect(screen.getByRole('heading', { level: 1, name: 'You cannot edit this event' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
  });

  describeFailures('saving an event', {
    call: updateEvent,
    open,
    act: rename,
    afterwards: () => expect(field(/Event title/)).toHaveProperty('value', 'Grand Finals'),
    text: 'Failed to update event',
  });
});
