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
import { useEventsLive } from './events.live';
import { rememberEvents } from './events.store';

const free = { attendance: 'not_attending', version: 1, bookmarked: false, bookmark_version: 0 } as const;
const standing = (attendance: 'attending' | 'waiting' | 'not_attending'): Event['Standing'] => ({ ...free, attendance });
const limited = { Max_Attendees: 50, attendees: 19, seats_left: 31 };

function Cards({ ids }: { ids: readonly string[] }) {
  useEventsLive();
  return ids.map((id) => <EventCard key={id} id={id} />);
}

let event: Event;
const opened = (fields: Partial<Event> = {}, { isVisitor = false, at = '/events' } = {}) => {
  useSession.setState(isVisitor ? { status: 'out', user: null } : { status: 'in', user: aUser() });
  event = anEvent({ Standing: isVisitor ? null : free, ...fields });
  rememberEvents([event]);
  return show(<Cards ids={[event.ID]} />, { at });
};
const card = () => within(screen.getByRole('article', { name: event.Title }));
const buttons = () => [...card().queryAllByRole('button'), ...card().queryAllByRole('link')].map(({ textContent }) => textContent);

beforeAll(async () => {
  await i18n.loadNamespaces('events');
  await connectSocket();
});
beforeEach(watchView);

describe('a ticket', () => {
  it('has day, category, title, time, place, society and seats, and leads to its event', () => {
    opened(limited);
    expect(screen.getByRole('article').textContent).toBe(
      'Thu26NovCompetitionLine Follower Finals5:30 PMEngineering Hall BRobotics Society31 seats leftAttend',
    );
    expect(card().getByRole('link', { name: event.Title }).getAttribute('href')).toBe(`/events/${event.ID}`);
    expect(card().getByTitle('19/50').textContent).toBe('31 seats left');
  });

  it.each([
    ['nobody decided when and where', { Date: '', Time: '', Location: '' }, ['TBD', 'TBD', 'TBD']],
    ['the day cannot be read', { Date: 'soon' }, ['Invalid Date', '5:30 PM', 'Engineering Hall B']],
    ['it is online', { Is_Online: true, Location: '' }, ['Thu26Nov', '5:30 PM', 'Online']],
  ])('says where %s', (_name, fields, [day, time, place]) => {
    opened(fields);
    expect(screen.getByRole('article').textContent).toBe(`${day}CompetitionLine Follower Finals${time}${place}Robotics SocietyAttend`);
  });

  it.each([
    ['to a visitor', { ...limited }, { isVisitor: true }, 'Login to Attend'],
    ['to who may come', { ...limited }, {}, 'Attend'],
    ['to who goes', { ...limited, Standing: standing('attending') }, {}, 'Going'],
    ['to who waits', { ...limited, seats_left: 0, Standing: standing('waiting') }, {}, 'On the waiting list'],
    ['when it is full', { ...limited, seats_left: 0 }, {}, 'Join list'],
    ['to who has a seat of a full one', { ...limited, seats_left: 0, Standing: standing('attending') }, {}, 'Going'],
  ])('%s offers what one may do', (_name, fields, who, text) => {
    opened(fields, who);
    expect(buttons()).toEqual([...(text === 'Login to Attend' ? [] : [text]), event.Title, ...(text === 'Login to Attend' ? [text] : [])]);
  });

  it.each(['completed', 'cancelled'] as const)('%s says so and offers nothing', (Status) => {
    opened({ ...limited, Status });
    expect(buttons()).toEqual([event.Title]);
    expect(card().getByText(Status === 'completed' ? 'Completed' : 'Cancelled')).toBeDefined();
    expect(card().queryByText(/seats left/)).toBeNull();
  });

  it('says why an account cannot come', () => {
    opened({ Can: { edit: false, cancel: false, delete: false, attend: false } });
    const button = card().getByRole<HTMLButtonElement>('button', { name: 'Attend' });
    expect([button.disabled, button.title]).toEqual([true, 'This account cannot attend events yet.']);
  });

  it('shows whom one follows of those who go, and how many more', () => {
    opened({ attendees: 7, Faces: [1, 2].map((n) => ({ ID: `${n}`.repeat(24), Name: `Friend ${n}`, Image: '' })) });
    expect(card().getByText('+5')).toBeDefined();
  });

  it('counts who goes where seats are not limited', async () => {
    opened({ attendees: 3 });
    expect(screen.getByRole('article').textContent).toContain('3 going');
    await act(() => chooseLanguage('ar'));
    expect(screen.getByRole('article').textContent).toContain('3 حاضرين');
  });
});

describe('attending from a ticket', () => {
  const counts = { attendees: 20, interested: 0, shares: 0, seats_left: 30, rev: 2 };
  const answer = {
    ...counts,
    attendance: 'attending',
    message: 'You are attending this event.',
    waiting_position: null,
    version: 2,
  } as const;

  it('takes a seat at once, and gives it back with the next press', async () => {
    const { user } = opened(limited);
    onCall(toggleAttendance, ({ body }) =>
      yes(
        toggleAttendance,
        body.status === 'attending'
          ? answer
          : { ...answer, ...limited, rev: 3, attendance: 'not_attending', message: 'You are no longer attending this event.', version: 3 },
      ),
    );
    await user.click(card().getByRole('button', { name: 'Attend' }));
    expect(card().getByTitle('20/50').textContent).toBe('30 seats left');
    await screen.findByText('You are attending this event.');
    await user.click(card().getByRole('button', { name: 'Going' }));
    await screen.findByText('You are no longer attending this event.');
    expect(card().getByTitle('19/50').textContent).toBe('31 seats left');
  });

  it('offers the waiting list where the last seat went meanwhile', async () => {
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

  it('of a full event joins its list', async () => {
    const { user } = opened({ ...limited, attendees: 50, seats_left: 0 });
    onCall(toggleAttendance, () => yes(toggleAttendance, { ...answer, attendance: 'waiting', message: 'You are on the waiting list.' }));
    await user.click(card().getByRole('button', { name: 'Join list' }));
    await screen.findByText('You are on the waiting list.');
    expect(requests[0]?.body).toEqual({ event_id: event.ID, status: 'waiting' });
  });

  it('begins for a visitor with the login, which leads back', async () => {
    const { user, place } = opened(limited, { isVisitor: true, at: '/events?category=Seminar' });
    await user.click(card().getByRole('link', { name: 'Login to Attend' }));
    expect(place()).toBe('/login');
  });
});

describe('seats taken elsewhere', () => {
  it('are seen at once, in the rooms of what is in view only', async () => {
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

describe('deleting an event', () => {
  const mine = { Can: { edit: true, cancel: true, delete: true, attend: true } };
  const press = async (user: ReturnType<typeof show>['user']) => {
    await user.click(card().getByRole('button', { name: 'Delete Event' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Event' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete Event' }));
  };

  it('is for who may', () => {
    opened();
    expect(card().queryByRole('button', { name: 'Delete Event' })).toBeNull();
  });

  it('asks first, and changes nothing on a no', async () => {
    const { user } = opened(mine);
    await user.click(card().getByRole('button', { name: 'Delete Event' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Event' });
    expect(dialog.textContent).toContain('Are you sure you want to delete "Line Follower Finals"? This action cannot be undone.');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(requests).toEqual([]);
  });

  it('takes the card away and says so', async () => {
    const { user } = opened(mine);
    onCall(deleteEvent, () => yes(deleteEvent, { event_id: event.ID, society_id: event.Society_ID, Event_Count: 2, rev: 9 }));
    await press(user);
    await screen.findByText('Event deleted successfully');
    expect(screen.queryByRole('article')).toBeNull();
  });

  describeFailures('an event that is deleted', {
    call: deleteEvent,
    open: () => opened(mine),
    act: press,
    afterwards: () => card().getByRole('button', { name: 'Delete Event' }),
    text: ({ message }) => message || 'Nadi cannot be reached. Please check your connection.',
  });
});
