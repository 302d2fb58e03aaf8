import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventStats, toggleAttendance } from '#models/contract/attendance';
import { deleteEvent } from '#models/contract/event-changes';
import type { Event } from '#models/contract/events';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { describeFailures } from '@/testing/failures';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, comesIntoView, connectSocket, joined, watchView } from '@/testing/fake-socket';
import { aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { anEvent } from '@/testing/society-fixtures';
import { EventCard } from './event-card';
import { useEventsClock } from './events.clock';
import { mergeEvents } from './events.store';

const free = { attendance: 'not_attending', version: 1, bookmarked: false, bookmark_version: 0 } as const;
const standing = (attendance: 'attending' | 'waiting' | 'not_attending'): Event['Standing'] => ({ ...free, attendance });
const limited = { Max_Attendees: 50, attendees: 19, seats_left: 31 };

function Cards({ ids }: { ids: readonly string[] }) {
  useEventsClock();
  return ids.map((id) => <EventCard key={id} id={id} />);
}

let event: Event;
const opened = (fields: Partial<Event> = {}, { isVisitor = false, at = '/events' } = {}) => {
  useSession.setState(isVisitor ? { status: 'out', user: null } : { status: 'in', user: aUser() });
  event = anEvent({ Standing: isVisitor ? null : free, ...fields });
  mergeEvents([event]);
  return show(<Cards ids={[event.ID]} />, { at });
};
const card = () => within(screen.getByRole('article', { name: event.Title }));
const buttons = () => [...card().queryAllByRole('button'), ...card().queryAllByRole('link')].map(({ textContent }) => textContent);

beforeAll(async () => {
  await i18n.loadNamespaces('events');
  await connectSocket();
});
beforeEach(watchView);

describe('an event card', () => {
  it('shows day, category, title, time, place, society and seats, and links to its event', () => {
    opened(limited);
    expect(screen.getByRole('article').textContent).toBe(
      'Thu26NovCompetitionLine Follower Finals5:30 PMEngineering Hall BRobotics Society31 seats leftAttend',
    );
    expect(card().getByRole('link', { name: event.Title }).getAttribute('href')).toBe(`/events/${event.ID}`);
    expect(card().getByTitle('19/50').textContent).toBe('31 seats left');
  });

  it.each([
    ['without date, time and place', { Date: '', Time: '', Location: '' }, ['TBD', 'TBD', 'TBD']],
    ['with an invalid date', { Date: 'soon' }, ['Invalid Date', '5:30 PM', 'Engineering Hall B']],
    ['of an online event', { Is_Online: true, Location: '' }, ['Thu26Nov', '5:30 PM', 'Online']],
  ])('%s shows placeholders for date, time and place', (_name, fields, [day, time, place]) => {
    opened(fields);
    expect(screen.getByRole('article').textContent).toBe(`${day}CompetitionLine Follower Finals${time}${place}Robotics SocietyAttend`);
  });

  it.each([
    ['a visitor', { ...limited }, { isVisitor: true }, 'Login to Attend'],
    ['a viewer who may attend', { ...limited }, {}, 'Attend'],
    ['an attendee', { ...limited, Standing: standing('attending') }, {}, 'Going'],
    ['a viewer on the waiting list', { ...limited, seats_left: 0, Standing: standing('waiting') }, {}, 'On the waiting list'],
    ['a viewer of a full event', { ...limited, seats_left: 0 }, {}, 'Join list'],
    ['an attendee of a full event', { ...limited, seats_left: 0, Standing: standing('attending') }, {}, 'Going'],
  ])('offers %s the matching button', (_name, fields, who, text) => {
    opened(fields, who);
    expect(buttons()).toEqual([...(text === 'Login to Attend' ? [] : [text]), event.Title, ...(text === 'Login to Attend' ? [text] : [])]);
  });

  it.each(['completed', 'cancelled'] as const)('shows the status %s and no button', (Status) => {
    opened({ ...limited, Status });
    expect(buttons()).toEqual([event.Title]);
    expect(card().getByText(Status === 'completed' ? 'Completed' : 'Cancelled')).toBeDefined();
    expect(card().queryByText(/seats left/)).toBeNull();
  });

  it('shows why an account cannot attend', () => {
    opened({ Can: { edit: false, cancel: false, delete: false, attend: false, checkIn: false } });
    const button = card().getByRole<HTMLButtonElement>('button', { name: 'Attend' });
    expect([button.disabled, button.title]).toEqual([true, 'This account cannot attend events yet.']);
  });

  it('shows attendees whom the viewer follows, and the number of others', () => {
    opened({ attendees: 7, Faces: [1, 2].map((n) => ({ ID: `${n}`.repeat(24), Name: `Friend ${n}`, Image: '' })) });
    expect(card().getByText('+5')).toBeDefined();
  });

  it('counts attendees of an event without a seat limit', async () => {
    opened({ attendees: 3 });
    expect(screen.getByRole('article').textContent).toContain('3 going');
    await act(() => chooseLanguage('ar'));
    expect(screen.getByRole('article').textContent).toContain('سيحضر 3 أشخاص');
  });
});

describe('attending from an event card', () => {
  const counts = { attendees: 20, interested: 0, shares: 0, seats_left: 30, rev: 2 };
  const answer = {
    ...counts,
    attendance: 'attending',
    message: 'You are going to this event.',
    waiting_position: null,
    version: 2,
  } as const;

  it('takes a seat at once, and gives it up with the next press', async () => {
    const { user } = opened(limited);
    onCall(toggleAttendance, ({ body }) =>
      yes(
        toggleAttendance,
        body.status === 'attending'
          ? answer
          : { ...answer, ...limited, rev: 3, attendance: 'not_attending', message: 'You are no longer going to this event.', version: 3 },
      ),
    );
    await user.click(card().getByRole('button', { name: 'Attend' }));
    expect(card().getByTitle('20/50').textContent).toBe('30 seats left');
    await screen.findByText('You are going to this event.');
    await user.click(card().getByRole('button', { name: 'Going' }));
    await screen.findByText('You are no longer going to this event.');
    expect(card().getByTitle('19/50').textContent).toBe('31 seats left');
  });

  it('offers the waiting list if the last seat was taken meanwhile', async () => {
    const { user } = opened({ ...limited, attendees: 49, seats_left: 1 });
    const full = { ...counts, attendees: 50, seats_left: 0 };
    const waiting = { ...full, attendance: 'waiting', message: 'You are on the waiting list.', waiting_position: 1, version: 2 } as const;
    onCall(toggleAttendance, ({ body }) =>
      body.status === 'waiting' ? yes(toggleAttendance, waiting) : no(409, 'event_full', 'This event is full.'),
    );
    await user.click(card().getByRole('button', { name: 'Attend' }));
    const dialog = await screen.findByRole('dialog', { name: 'Join the waiting list?' });
    await user.click(within(dialog).getByRole('button', { name: 'Join list' }));
    await screen.findByText('You are on the waiting list.');
    expect(card().getByRole('button', { name: 'On the waiting list' })).toBeDefined();
    expect(requests.map(({ body }) => body.status)).toEqual(['attending', 'waiting']);
  });

  it('joins the waiting list of a full event', async () => {
    const { user } = opened({ ...limited, attendees: 50, seats_left: 0 });
    onCall(toggleAttendance, () => yes(toggleAttendance, { ...answer, attendance: 'waiting', message: 'You are on the waiting list.' }));
    await user.click(card().getByRole('button', { name: 'Join list' }));
    await screen.findByText('You are on the waiting list.');
    expect(requests[0]?.body).toEqual({ event_id: event.ID, status: 'waiting' });
  });

  it('sends a visitor to the login', async () => {
    const { user, place } = opened(limited, { isVisitor: true, at: '/events?category=Seminar' });
    await user.click(card().getByRole('link', { name: 'Login to Attend' }));
    expect(place()).toBe('/login');
  });
});

describe('seats taken by others', () => {
  it('are shown at once; only cards in view join their rooms', async () => {
    joined.length = 0;
    opened({ ...limited });
    expect(joined).toEqual([]);
    comesIntoView();
    await waitFor(() => expect(joined.map(({ rooms }) => rooms)).toEqual([[`event:${event.ID}`]]));
    arrives(eventStats, {
      event_id: event.ID,
      society_id: event.Society_ID,
      attendees: 38,
      interested: 0,
      shares: 0,
      seats_left: 12,
      rev: 2,
    });
    expect(card().getByTitle('38/50').textContent).toBe('12 seats left');
    vi.unstubAllGlobals();
  });
});

describe('deleting an event from its card', () => {
  const mine = { Can: { edit: true, cancel: true, delete: true, attend: true, checkIn: true } };
  const press = async (user: ReturnType<typeof show>['user']) => {
    await user.click(card().getByRole('button', { name: 'Delete Event' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Event' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete Event' }));
  };

  it('is not offered without the right', () => {
    opened();
    expect(card().queryByRole('button', { name: 'Delete Event' })).toBeNull();
  });

  it('asks for confirmation, and sends nothing on Cancel', async () => {
    const { user } = opened(mine);
    await user.click(card().getByRole('button', { name: 'Delete Event' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Event' });
    expect(dialog.textContent).toContain('Are you sure you want to delete "Line Follower Finals"? This action cannot be undone.');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(requests).toEqual([]);
  });

  it('removes the card and shows a toast', async () => {
    const { user } = opened(mine);
    onCall(deleteEvent, () => yes(deleteEvent, { event_id: event.ID, society_id: event.Society_ID, Event_Count: 2, rev: 9 }));
    await press(user);
    await screen.findByText('Event deleted successfully');
    expect(screen.queryByRole('article')).toBeNull();
  });

  describeFailures('deleting an event from its card', {
    call: deleteEvent,
    open: () => opened(mine),
    act: press,
    afterwards: () => card().getByRole('button', { name: 'Delete Event' }),
    text: ({ message }) => message || 'Nadi cannot be reached. Please check your connection.',
  });
});
