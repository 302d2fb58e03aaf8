import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEvent } from '#models/contract/event-changes';
import { getOverlappingEvents } from '#models/contract/event-overlaps';
import { getSocietyInfo, type Society } from '#models/contract/societies';
import { getContact } from '#models/contract/support';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import NewEventPage from '@/pages/new-event-page';
import { deferred } from '@/testing/deferred';
import { describeFailures } from '@/testing/failures';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { connectSocket } from '@/testing/fake-socket';
import { aSociety, aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { asMember } from '@/testing/society-fixtures';

const areas = ['societies', 'events', 'event-form'];
const year = new Date().getFullYear() + 1;
const day = `${year}-03-12`;
const title = 'Line Follower Finals';
const description = 'Eight robots, one black line, fourteen laps.';

beforeAll(async () => {
  await i18n.loadNamespaces(areas);
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  onCall(getContact, () => yes(getContact, { email: 'help@uni.example', time_zone: 'Asia/Amman' }));
  onCall(getOverlappingEvents, () => yes(getOverlappingEvents, [], { next: null, counts: { events: 0 } }));
});

async function open(change: (society: Society) => Society = (society) => society) {
  const member = asMember(aSociety(), 'moderator');
  const society = change({ ...member, Can: { ...member.Can, createEvents: true } });
  onCall(getSocietyInfo, () => yes(getSocietyInfo, society));
  const view = show(
    <Routes>
      <Route path="/societies/:id/events/new" element={<NewEventPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { at: `/societies/${society.ID}/events/new` },
  );
  await screen.findByRole('heading', { level: 1 });
  return { ...view, society };
}
type User = Awaited<ReturnType<typeof open>>['user'];

const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const labelled = (name: string | RegExp) => screen.getByLabelText(name);
const press = (user: User, name: string) => user.click(screen.getByRole('button', { name }));
const isOpen = (name: string) => screen.queryByRole('heading', { level: 2, name }) !== null;
const sent = () => requests.filter((asked) => asked.path === createEvent.path);

async function fillDetails(user: User) {
  await user.type(field(/Event title/), title);
  fireEvent.change(field(/Description/), { target: { value: description } });
  await user.click(screen.getByRole('radio', { name: 'Competition' }));
  await press(user, 'Next Step');
}
async function fillPlace(user: User) {
  fireEvent.change(labelled(/^Date/), { target: { value: day } });
  fireEvent.change(labelled(/^Start time/), { target: { value: '17:30' } });
  await user.type(field(/Location/), 'Engineering Hall B');
  await press(user, 'Next Step');
}
async function openFilled() {
  const view = await open();
  await fillDetails(view.user);
  await fillPlace(view.user);
  return view;
}

describe('the wizard of a new event', () => {
  it('shows the card of what was typed so far beside the form', async () => {
    const { user } = await open();
    const preview = within(screen.getByRole('region', { name: 'Card preview' }));
    expect(preview.getByText('Your event')).toBeDefined();
    expect(preview.getByText('No limit on seats')).toBeDefined();
    await fillDetails(user);
    expect(preview.getByText(title)).toBeDefined();
    expect(preview.getByText('Competition')).toBeDefined();
    await fillPlace(user);
    expect(preview.getByText('5:30 PM')).toBeDefined();
    expect(preview.getByText('Engineering Hall B')).toBeDefined();
    await user.type(field(/Maximum attendees/), '50');
    expect(preview.getByText('50 seats')).toBeDefined();
  });

  it('sends all steps’ values, shows a toast, and navigates to the society’s events', async () => {
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(createEvent, () => answer.promise);
    const { user, society, place } = await openFilled();
    await user.type(field(/Maximum attendees/), '150');
    await user.click(screen.getByRole('switch', { name: /Registration required/ }));
    await user.click(screen.getByRole('button', { name: 'Beginner-friendly' }));
    await press(user, 'Create Event');
    expect(screen.getByRole('button', { name: 'Creating Event...' }).getAttribute('aria-disabled')).toBe('true');
    expect(await screen.findByText('Creating new event...')).toBeDefined();
    answer.give(yes(createEvent, newId()));
    expect(await screen.findByText('event has been created')).toBeDefined();
    expect(screen.queryByText('Creating new event...')).toBeNull();
    await waitFor(() => expect(place()).toBe(`/societies/${society.ID}/events`));
    expect(sent().map(({ body }) => body)).toEqual([
      {
        society_id: society.ID,
        title,
        description,
        category: 'Competition',
        date: day,
        time: '17:30',
        end_date: null,
        end_time: null,
        location: 'Engineering Hall B',
        is_online: false,
        online_link: '',
        image: '',
        max_attendees: 150,
        registration_required: true,
        offer_seats: false,
        tags: ['Beginner-friendly'],
      },
    ]);
  });

  it('shows errors of the first step, and clears them as a field is edited', async () => {
    const { user } = await open();
    await press(user, 'Next Step');
    for (const text of ['Event title is required', 'Description is required', 'Category is required']) {
      expect(screen.getByText(text)).toBeDefined();
    }
    expect(document.activeElement).toBe(field(/Event title/));
    await user.type(field(/Event title/), 'Hi');
    expect(screen.queryByText('Event title is required')).toBeNull();
    await user.type(field(/Description/), 'A night of dabke.');
    await press(user, 'Next Step');
    expect(screen.getByText('Event title must be at least 3 characters')).toBeDefined();
    expect(screen.getByText('Description must be at least 20 characters')).toBeDefined();
    expect(isOpen('Event Details')).toBe(true);
  });

  it('shows errors of the second step, for a place and for a link', async () => {
    const { user } = await open();
    await fillDetails(user);
    await press(user, 'Next Step');
    for (const text of ['Event date is required', 'Start time is required', 'Location is required for in-person events']) {
      expect(screen.getByText(text)).toBeDefined();
    }
    await user.click(screen.getByRole('switch', { name: /Online event/ }));
    fireEvent.change(labelled(/^Date/), { target: { value: day } });
    fireEvent.change(labelled(/^Start time/), { target: { value: '17:30' } });
    fireEvent.change(labelled(/^End time/), { target: { value: '17:00' } });
    await press(user, 'Next Step');
    expect(screen.getByText('End time must be after start time')).toBeDefined();
    expect(screen.getByText('Online meeting link is required for virtual events')).toBeDefined();
    expect(labelled(/^Date/).getAttribute('min')).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('retains typed values when going back', async () => {
    const { user } = await openFilled();
    await press(user, 'Previous');
    await press(user, 'Previous');
    expect(field(/Event title/)).toHaveProperty('value', title);
    expect(screen.getByRole('radio', { name: 'Competition' })).toHaveProperty('checked', true);
  });

  it('counts the description, which may exceed the recommended length', async () => {
    await open();
    fireEvent.change(field(/Description/), { target: { value: 'x'.repeat(501) } });
    expect(screen.getByText('501/500').hasAttribute('data-long')).toBe(true);
  });

  it('opens the step of a field that the server rejects', async () => {
    onCall(createEvent, () =>
      no(400, 'validation_failed', 'Some fields are not valid.', { date: 'An event can be planned up to two years ahead' }),
    );
    const { user } = await openFilled();
    await press(user, 'Create Event');
    expect(await screen.findByText('An event can be planned up to two years ahead')).toBeDefined();
    expect(isOpen('Date & Location')).toBe(true);
    expect(document.activeElement).toBe(labelled(/^Date/));
    expect(await screen.findByText('Something went wrong while creating the event')).toBeDefined();
  });

  it('reuses the idempotency key after an unanswered call', async () => {
    onCall(createEvent, () => 'offline');
    const { user } = await openFilled();
    await press(user, 'Create Event');
    expect(await screen.findByText('Something went wrong while creating the event')).toBeDefined();
    onCall(createEvent, () => yes(createEvent, newId()));
    await press(user, 'Create Event');
    expect(await screen.findByText('event has been created')).toBeDefined();
    const keys = sent().map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it('asks before discarding typed values', async () => {
    const { user, society, place } = await open();
    await user.type(field(/Event title/), 'Finals');
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    const question = within(await screen.findByRole('dialog', { name: 'Discard this event?' }));
    await user.click(question.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(place()).toBe(`/societies/${society.ID}/events`));
  });

  describeFailures('creating an event', {
    call: createEvent,
    open: openFilled,
    act: (user) => press(user, 'Create Event'),
    afterwards: () => expect(screen.getByRole('button', { name: 'Create Event' })).toBeDefined(),
    text: 'Something went wrong while creating the event',
  });

  it('is shown in Arabic', async () => {
    await chooseLanguage('ar');
    await i18n.loadNamespaces(areas);
    const { user } = await open();
    expect(screen.getByRole('heading', { level: 1, name: 'إنشاء فعالية جديدة' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'الخطوة التالية' }));
    expect(screen.getByRole('radio', { name: 'مسابقة' })).toBeDefined();
  });
});

describe('the page of a new event without the right', () => {
  it.each([
    ['admins', 'Only admins can create events in this society.'],
    ['moderators', 'Only moderators and admins can create events in this society.'],
    ['all-members', 'Only members can create events in this society.'],
  ] as const)('explains that only %s may create events', async (who, text) => {
    await open((society) => ({
      ...society,
      Can: { ...society.Can, createEvents: false },
      Permissions: { whoCanPost: 'admins', whoCanInvite: 'admins', whoCanCreateEvents: who },
    }));
    expect(screen.getByText(text)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Next Step' })).toBeNull();
  });
});
