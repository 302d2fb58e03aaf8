import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Attendance, attendanceChanged, eventStats, toggleAttendance, toggleBookmark } from '#models/contract/attendance';
import type { Event } from '#models/contract/events';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { deferred } from '@/testing/deferred';
import { testFailures } from '@/testing/failures';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { anEvent } from '@/testing/society-fixtures';
import { attend, bookmark, useLoginLink, useViewerStanding } from './attendance';
import { events, mergeEvents } from './events.store';

const standing = { attendance: 'not_attending', version: 1, bookmarked: false, bookmark_version: 1 } as const;
let event: Event;
const counts = { attendees: 8, interested: 2, shares: 0, seats_left: 2, rev: 6 };
const attending = {
  ...counts,
  attendance: 'attending',
  message: 'You are going to this event.',
  waiting_position: null,
  version: 2,
} as const;
const bookmarkAnswer = { ...counts, interested: 3, bookmarked: true, message: 'Event saved.', version: 2 };

function Harness() {
  const shown = events.useOne(event.ID);
  const { attendance, isBookmarked } = useViewerStanding(event);
  const [outcome, setOutcome] = useState('');
  const { go } = useLoginLink();
  const want = (to: Attendance) => void attend(event, to).then(setOutcome);
  return (
    <>
      <p data-testid="own">{`${attendance} ${isBookmarked ? 'bookmarked' : 'not bookmarked'} ${outcome}`.trim()}</p>
      <p data-testid="counts">{[shown?.attendees, shown?.seats_left, shown?.interested].join(' ')}</p>
      {(['attending', 'not_attending', 'waiting'] as const).map((to) => (
        <button key={to} type="button" onClick={() => want(to)}>
          {to}
        </button>
      ))}
      <button type="button" onClick={() => void bookmark(event, !isBookmarked)}>
        bookmark
      </button>
      <button type="button" onClick={go}>
        login
      </button>
    </>
  );
}

const own = () => screen.getByTestId('own').textContent;
const counted = () => screen.getByTestId('counts').textContent;
const opened = (at = '/events') => {
  mergeEvents([event]);
  const { user, place } = show(<Harness />, { at });
  return { place, press: (name: string) => user.click(screen.getByRole('button', { name })) };
};

beforeAll(async () => {
  await i18n.loadNamespaces('events');
  await connectSocket();
});
beforeEach(() => {
  useSession.setState({ status: 'in', user: aUser() });
  event = anEvent({ attendees: 7, seats_left: 3, Max_Attendees: 10, interested: 2, rev: 5, Standing: standing });
});

describe('setting the attendance', () => {
  it('shows the change and its seat at once, then the server’s answer', async () => {
    const { promise, give } = deferred<{ status: number; body: unknown }>();
    onCall(toggleAttendance, () => promise);
    const { press } = opened();
    expect([own(), counted()]).toEqual(['not_attending not bookmarked', '7 3 2']);
    await press('attending');
    expect([own(), counted()]).toEqual(['attending not bookmarked', '8 2 2']);
    await act(async () => give(yes(toggleAttendance, { ...attending, attendees: 9, seats_left: 1 })));
    await screen.findByText('You are going to this event.');
    expect([own(), counted()]).toEqual(['attending not bookmarked done', '9 1 2']);
    expect(requests.map(({ body }) => body)).toEqual([{ event_id: event.ID, status: 'attending' }]);
  });

  it('shows its toast in Arabic', async () => {
    await chooseLanguage('ar');
    onCall(toggleAttendance, () => yes(toggleAttendance, attending));
    const { press } = opened();
    await press('attending');
    await screen.findByText('حضورك مؤكد.');
  });

  testFailures('is rolled back after %s, with the specification’s text', async (name, reply, global) => {
    onCall(toggleAttendance, () => reply);
    const { press } = opened();
    await press('attending');
    await screen.findByText(name === '401' ? global : 'Failed to update attendance');
    expect([own(), counted()]).toEqual(['not_attending not bookmarked failed', '7 3 2']);
  });

  it('shows no toast for a full event, so that the waiting list can be offered', async () => {
    onCall(toggleAttendance, () => no(409, 'event_full', 'This event is full.'));
    const { press } = opened();
    await press('attending');
    expect([own(), counted()]).toEqual(['not_attending not bookmarked full', '7 3 2']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('never shows fewer than 0 attendees', async () => {
    event = { ...event, attendees: 0, seats_left: null, Max_Attendees: null, Standing: { ...standing, attendance: 'attending' } };
    onCall(toggleAttendance, () => deferred<{ status: number; body: unknown }>().promise);
    const { press } = opened();
    await press('not_attending');
    expect([own(), counted()]).toEqual(['not_attending not bookmarked', '0  2']);
  });

  it('makes one call at a time, and the last press wins', async () => {
    const first = deferred<{ status: number; body: unknown }>();
    const gone = {
      ...attending,
      attendance: 'not_attending',
      message: 'You are no longer going to this event.',
      version: 3,
      rev: 7,
    } as const;
    onCall(toggleAttendance, ({ body }) =>
      body.status === 'attending' ? first.promise : yes(toggleAttendance, { ...gone, attendees: 7, seats_left: 3 }),
    );
    const { press } = opened();
    await press('attending');
    await press('not_attending');
    expect([own(), counted(), requests.length]).toEqual(['not_attending not bookmarked', '7 3 2', 1]);
    await act(async () => first.give(yes(toggleAttendance, attending)));
    await screen.findByText('You are no longer going to this event.');
    expect([own(), counted(), requests.length]).toEqual(['not_attending not bookmarked done', '7 3 2', 2]);
  });

  it('in another tab is shown here, and not undone by an older answer', () => {
    opened();
    arrives(attendanceChanged, { event_id: event.ID, attendance: 'waiting', waiting_position: 2, rev: 14, version: 4 });
    expect(own()).toBe('waiting not bookmarked');
    act(() => void mergeEvents([event]));
    expect(own()).toBe('waiting not bookmarked');
  });

  it('counts the own change once if a message already includes it', async () => {
    const { promise, give } = deferred<{ status: number; body: unknown }>();
    onCall(toggleAttendance, () => promise);
    const { press } = opened();
    await press('attending');
    arrives(eventStats, { event_id: event.ID, society_id: event.Society_ID, ...counts });
    expect(counted()).toBe('8 2 2');
    await act(async () => give(yes(toggleAttendance, attending)));
    expect(counted()).toBe('8 2 2');
  });
});

describe('bookmarking an event', () => {
  it('shows the bookmark at once, then the server’s message', async () => {
    onCall(toggleBookmark, () => yes(toggleBookmark, bookmarkAnswer));
    const { press } = opened();
    await press('bookmark');
    expect([own(), counted()]).toEqual(['not_attending bookmarked', '8 2 3']);
    await screen.findByText('Event saved.');
    expect(requests[0]?.body).toEqual({ event_id: event.ID, bookmarked: true });
  });

  testFailures('is rolled back after %s', async (name, reply, global) => {
    onCall(toggleBookmark, () => reply);
    const { press } = opened();
    await press('bookmark');
    await screen.findByText(name === '401' ? global : 'Failed to update bookmark');
    expect([own(), counted()]).toEqual(['not_attending not bookmarked', '7 3 2']);
  });
});

it('the login link opens the login', async () => {
  const { press, place } = opened('/events?category=Seminar');
  await press('login');
  expect(place()).toBe('/login');
});
