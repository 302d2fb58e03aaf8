import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { toggleAttendance, toggleBookmark } from '#models/contract/attendance';
import type { Event as PlannedEvent } from '#models/contract/events';
import { setConnection } from '@/lib/connection';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { saveToken } from '@/lib/token';
import { clearUserState } from '@/lib/user-change';
import { queueKey } from '@/sync/offline-queue-storage';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aUser } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { anEvent } from '@/testing/society-fixtures';
import { AttendButton } from './attend-button';
import { bookmark } from './attendance';
import { events, mergeEvents, standings } from './events.store';

const me = aUser();
const waitingWords = 'Will be sent when you are back online';
const onLine = vi.spyOn(navigator, 'onLine', 'get');
const standing = { attendance: 'not_attending', version: 1, bookmarked: false, bookmark_version: 1 } as const;
const counts = { attendees: 8, interested: 2, shares: 0, seats_left: 2, rev: 6 };
let event: PlannedEvent;

const goesOffline = () =>
  act(() => {
    onLine.mockReturnValue(false);
    setConnection('offline');
  });
const comesBack = () =>
  act(async () => {
    onLine.mockReturnValue(true);
    setConnection('online');
    window.dispatchEvent(new Event('online'));
  });

function Shown() {
  const shown = events.useOne(event.ID);
  return shown ? <AttendButton event={shown} /> : null;
}
function open() {
  mergeEvents([event]);
  return show(<Shown />);
}
const button = () => screen.getByRole('button', { name: /Attend|Going/ });
const stored = () => localStorage.getItem(queueKey(me.ID));

beforeAll(() => i18n.loadNamespaces(['events']));
beforeEach(() => {
  onLine.mockReturnValue(true);
  setConnection('online');
  saveToken('good', true);
  useSession.setState({ status: 'in', user: { ...me } });
  event = anEvent({ attendees: 7, seats_left: 3, Max_Attendees: 10, interested: 2, rev: 5, Standing: standing });
  event.Can = { ...event.Can, attend: true };
});

it('attending offline is shown as waiting, survives a reload, and is sent once when online', async () => {
  onCall(toggleAttendance, () =>
    yes(toggleAttendance, { ...counts, attendance: 'attending', message: 'You are attending.', waiting_position: null, version: 2 }),
  );
  const { user } = open();
  goesOffline();
  await user.click(button());
  expect([button().textContent, button().title]).toEqual(['Going', waitingWords]);
  expect(await screen.findByText(waitingWords)).toBeDefined();
  cleanup();
  useSession.setState({ status: 'checking', user: null });
  clearUserState();
  useSession.setState({ status: 'in', user: { ...me } });
  open();
  expect(button().title).toBe(waitingWords);
  await comesBack();
  await waitFor(() => expect(stored()).toBeNull());
  expect(requests.map(({ body }) => body)).toEqual([{ event_id: event.ID, status: 'attending' }]);
  expect(standings.get(event.ID)?.attendance).toBe('attending');
});

it('attending offline and undoing it sends nothing', async () => {
  const { user } = open();
  goesOffline();
  await user.click(button());
  await user.click(button());
  expect([button().textContent, stored()]).toEqual(['Attend', null]);
  await comesBack();
  expect(requests).toEqual([]);
});

it('a queued attendance refused as full is rolled back with a toast', async () => {
  onCall(toggleAttendance, () => no(409, 'event_full', 'This event is full.'));
  const { user } = open();
  goesOffline();
  await user.click(button());
  await comesBack();
  expect(await screen.findByText('This event is full.')).toBeDefined();
  expect([button().textContent, stored()]).toEqual(['Attend', null]);
});

it('bookmarking an event offline is shown at once and sent when online', async () => {
  onCall(toggleBookmark, () => yes(toggleBookmark, { ...counts, interested: 3, bookmarked: true, message: 'Event saved.', version: 2 }));
  open();
  goesOffline();
  await act(async () => void (await bookmark(event, true)));
  expect([standings.get(event.ID)?.bookmarked, requests.length]).toEqual([true, 0]);
  await comesBack();
  await waitFor(() => expect(stored()).toBeNull());
  expect(requests.map(({ body }) => body)).toEqual([{ event_id: event.ID, bookmarked: true }]);
});
