import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { logout } from '#models/contract/auth';
import { type Attendee, checkIn, eventCheckedIn, getAttendees } from '#models/contract/check-in';
import type { DataOf } from '#models/contract/define';
import { getEventInfo } from '#models/contract/events';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { onSignOut, signOut, useSession } from '@/lib/session';
import { dropToken, expireToken, saveToken } from '@/lib/token';
import { clearUserState } from '@/lib/user-change';
import CheckInPage from '@/pages/check-in-page';
import { removeQueue } from '@/sync/offline-queue-storage';
import { deferred } from '@/testing/deferred';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aUser, newId } from '@/testing/fixtures';
import { anAttendee } from '@/testing/people-fixtures';
import { show } from '@/testing/render';
import { anEvent } from '@/testing/society-fixtures';
import './resume-doors';

onSignOut(removeQueue);

const [me, somebody] = [aUser(), aUser()];
const event = anEvent({ attendees: 40, Can: { edit: true, cancel: true, delete: true, attend: true, checkIn: true } });
const code = `${'a'.repeat(24)}.${'b'.repeat(22)}`;
const another = `${'c'.repeat(24)}.${'d'.repeat(22)}`;
const lina = { ID: newId(), Name: 'Lina Haddad', Image: '' };
const attendee = anAttendee(lina);
type Checked = DataOf<typeof checkIn>;
const checked = (fields: Partial<Checked> = {}) =>
  yes(checkIn, {
    user: lina,
    Checked_In_At: new Date().toISOString(),
    Checked_In_By: me.ID,
    again: false,
    checked_in: 6,
    version: 2,
    ...fields,
  });
const badTicket = no(404, 'bad_ticket', 'This ticket is not valid for this event.');
const sent = () => requests.filter(({ path }) => path === checkIn.path).map(({ body }) => body);
const stored = () => JSON.parse(localStorage.getItem(`nadi-doors-${me.ID}`) ?? '{}')[event.ID]?.entries ?? [];
const onLine = vi.spyOn(navigator, 'onLine', 'get');
const goes = (on: boolean) => {
  onLine.mockReturnValue(on);
  if (on) act(() => void window.dispatchEvent(new Event('online')));
};

function serve(found: Attendee[] = [attendee], inside = 5): void {
  const counts = { attending: 40, waiting: 0, checked_in: inside };
  onCall(getEventInfo, () => yes(getEventInfo, event));
  onCall(getAttendees, ({ query }) => yes(getAttendees, query.get('q') === 'nobody' ? [] : found, { next: null, counts }));
}
const open = () =>
  show(
    <Routes>
      <Route path="/events/:id/check-in" element={<CheckInPage />} />
      <Route path="/events/:id" element={<p>The event</p>} />
    </Routes>,
    { at: `/events/${event.ID}/check-in` },
  );
async function opened() {
  const view = open();
  const field = await screen.findByRole('textbox', { name: 'Ticket code' });
  const scan = async (text: string) => {
    await view.user.clear(field);
    await view.user.type(field, `${text}{Enter}`);
  };
  return { ...view, scan };
}
const result = () => within(screen.getByRole('status', { name: 'Result' }));
const history = () => within(screen.getByRole('region', { name: 'At this door' }));
const lines = () =>
  history()
    .queryAllByRole('listitem')
    .map((line) => line.textContent);
const inside = () => screen.getByRole('region', { name: 'Inside' }).textContent;

beforeAll(async () => {
  await i18n.loadNamespaces(['check-in', 'events']);
  await connectSocket();
});
beforeEach(() => {
  onLine.mockReturnValue(true);
  saveToken('good', true);
  useSession.setState({ status: 'in', user: me, unreached: false });
  serve();
  onCall(logout, () => yes(logout, {}));
});

describe('a ticket at the door', () => {
  it('can be typed: the name appears in the result and the history, and the field is cleared', async () => {
    onCall(checkIn, () => checked());
    const { scan } = await opened();
    expect(result().getByText('Ready for the next ticket')).toBeDefined();
    await scan(`  ${code} `);
    expect(await result().findByText('Lina Haddad')).toBeDefined();
    expect(result().getByText('Checked in')).toBeDefined();
    expect(sent()).toEqual([{ event_id: event.ID, code, undo: false }]);
    expect(history().getByText('Lina Haddad')).toBeDefined();
    expect((screen.getByRole('textbox', { name: 'Ticket code' }) as HTMLInputElement).value).toBe('');
  });

  it('scanned again shows the time of the first check-in', async () => {
    onCall(checkIn, () => checked({ again: true, Checked_In_By: newId(), Checked_In_At: new Date().toISOString() }));
    const { scan } = await opened();
    await scan(code);
    expect(await result().findByText(/^Already checked in at \d+:\d\d [AP]M$/)).toBeDefined();
    expect(history().queryByRole('button', { name: /^Undo/ })).toBeNull();
  });

  it.each([
    ['not valid for this event', badTicket, 'This ticket is not valid for this event.'],
    ['of a cancelled event', no(409, 'event_cancelled', 'This event was cancelled.'), 'This event was cancelled.'],
    ['that the viewer may not check in', no(403, 'forbidden', 'You are not allowed to do this.'), 'You are not allowed to do this.'],
  ])('%s shows the server’s refusal, and its line stays until dismissed', async (_name, reply, text) => {
    onCall(checkIn, () => reply);
    const { scan, user } = await opened();
    await scan(code);
    expect(await result().findByText(text)).toBeDefined();
    expect(lines()[0]).toContain('Ticket bbbb');
    await user.click(history().getByRole('button', { name: 'Dismiss Ticket bbbb' }));
    expect(lines()).toEqual([]);
    expect(stored()).toEqual([]);
  });

  it('with a malformed code is refused at once, without a call', async () => {
    const { scan } = await opened();
    await scan('a hand of cards');
    expect(result().getByText('This ticket is not valid for this event.')).toBeDefined();
    expect(sent()).toEqual([]);
  });

  it('shows Checking... until the answer, and is sent once even if scanned twice meanwhile', async () => {
    const answer = deferred<ReturnType<typeof checked>>();
    onCall(checkIn, () => answer.promise);
    const { scan } = await opened();
    await scan(code);
    expect(result().getByText('Checking...')).toBeDefined();
    await scan(code);
    expect(result().getByText('Already scanned here')).toBeDefined();
    answer.give(checked());
    await waitFor(() => expect(lines()).toHaveLength(1));
    expect(sent()).toHaveLength(1);
  });

  it('can be undone after the check-in', async () => {
    onCall(checkIn, ({ body }) => (body.undo ? checked({ Checked_In_At: null, Checked_In_By: null }) : checked()));
    const { scan, user } = await opened();
    await scan(code);
    await user.click(await history().findByRole('button', { name: 'Undo Lina Haddad' }));
    expect(await history().findByText('Check-in undone')).toBeDefined();
    expect(sent()[1]).toEqual({ event_id: event.ID, user_id: lina.ID, undo: true });
  });

  it('undone while it is being sent is undone at the server too', async () => {
    const answer = deferred<ReturnType<typeof checked>>();
    onCall(checkIn, ({ body }) => (body.undo ? checked({ Checked_In_At: null, Checked_In_By: null }) : answer.promise));
    const { scan, user } = await opened();
    await scan(code);
    await user.click(history().getByRole('button', { name: 'Undo Ticket bbbb' }));
    expect(lines()).toEqual([]);
    answer.give(checked());
    expect(await history().findByText('Check-in undone')).toBeDefined();
    expect(sent()[1]).toEqual({ event_id: event.ID, user_id: lina.ID, undo: true });
  });
});

describe('a door without a network', () => {
  it('queues and counts check-ins, and sends them in order with their times once online', async () => {
    const { scan } = await opened();
    expect(await screen.findByText('of 40 going')).toBeDefined();
    await waitFor(() => expect(inside()).toContain('5'));
    goes(false);
    await scan(code);
    expect(result().getByText('Waiting to be sent')).toBeDefined();
    await scan(another);
    expect(screen.getByText('2 check-ins are waiting to be sent')).toBeDefined();
    expect(inside()).toContain('7');
    expect(sent()).toEqual([]);
    const done: string[] = stored().map(({ at }: { at: string }) => at);
    onCall(checkIn, ({ body }) => checked(body.code === another ? { user: { ID: newId(), Name: 'Rand', Image: '' } } : {}));
    goes(true);
    await waitFor(() => expect(lines().join()).not.toContain('Waiting'));
    expect(sent()).toEqual([
      { event_id: event.ID, code, undo: false, at: done[1] },
      { event_id: event.ID, code: another, undo: false, at: done[0] },
    ]);
    expect(screen.queryByText(/waiting to be sent/)).toBeNull();
  });

  it('queues one entry for a ticket scanned twice, and shows that it was scanned', async () => {
    const { scan } = await opened();
    goes(false);
    await scan(code);
    await scan(code);
    expect(result().getByText('Already scanned here')).toBeDefined();
    expect(lines()).toHaveLength(1);
  });

  it('shows the first check-in time of an attendee whom another door checked in before, and does not count them twice', async () => {
    const { scan } = await opened();
    goes(false);
    await scan(code);
    onCall(checkIn, () => checked({ again: true, Checked_In_By: newId() }));
    goes(true);
    expect(await history().findByText(/^Already checked in at/)).toBeDefined();
    expect(inside()).toContain('5');
  });

  it('shows a check-in as its own if the server stored it but the answer was lost', async () => {
    onCall(checkIn, () => 'offline');
    const { scan } = await opened();
    await scan(code);
    expect(await result().findByText('Waiting to be sent')).toBeDefined();
    onCall(checkIn, () => checked({ again: true, Checked_In_By: me.ID }));
    goes(true);
    expect(await result().findByText('Checked in')).toBeDefined();
  });

  const expectQueued = async (status: number): Promise<void> => {
    onCall(checkIn, () => ({ status, body: null }));
    const { scan } = await opened();
    await scan(code);
    expect(await result().findByText('Waiting to be sent')).toBeDefined();
    expect(stored()).toHaveLength(1);
  };
  it.each([401, 503])('queues a check-in answered with %s', expectQueued);
  it.each([408, 429, 502, 504])('queues a check-in answered with %s', { tags: ['long'] }, expectQueued);

  it('marks a queued ticket that the server refuses, and does not drop it', async () => {
    const { scan } = await opened();
    goes(false);
    await scan(code);
    onCall(checkIn, () => badTicket);
    goes(true);
    expect(await history().findByText('This ticket is not valid for this event.')).toBeDefined();
    expect(stored()[0].state).toBe('refused');
  });

  it('removes an undone check-in that was not sent, without a call', async () => {
    const { scan, user } = await opened();
    goes(false);
    await scan(code);
    await user.click(history().getByRole('button', { name: 'Undo Ticket bbbb' }));
    expect([lines(), stored()]).toEqual([[], []]);
    goes(true);
    await act(async () => {});
    expect(sent()).toEqual([]);
  });

  it('opens with its queue after a reload, though the session cannot be confirmed', async () => {
    const { scan } = await opened();
    await screen.findByText('of 40 going');
    goes(false);
    await scan(code);
    cleanup();
    clearUserState();
    onCall(getEventInfo, () => 'offline');
    onCall(getAttendees, () => 'offline');
    useSession.setState({ status: 'in', user: me, unreached: true });
    open();
    expect(await screen.findByRole('link', { name: event.Title })).toBeDefined();
    expect(screen.getByText('1 check-in is waiting to be sent')).toBeDefined();
    expect(lines()).toHaveLength(1);
    onCall(checkIn, () => checked());
    goes(true);
    expect(await history().findByText('Lina Haddad')).toBeDefined();
  });
});

describe('the stored doors of a user', () => {
  const queueOne = async () => {
    const { scan } = await opened();
    onCall(checkIn, () => checked());
    await scan(code);
    await result().findByText('Checked in');
    goes(false);
    await scan(another);
  };

  it('are erased at sign-out', async () => {
    await queueOne();
    act(() => signOut());
    expect(localStorage.getItem(`nadi-doors-${me.ID}`)).toBeNull();
  });

  it('lose no queued check-in at sign-out: it is sent after the next sign-in', async () => {
    await queueOne();
    act(() => signOut());
    cleanup();
    saveToken('better', true);
    act(() => useSession.setState({ status: 'in', user: me, unreached: false }));
    await opened();
    expect(lines()).toEqual([expect.stringContaining('Ticket dddd')]);
    onCall(checkIn, () => checked());
    goes(true);
    expect(await history().findByText('Lina Haddad')).toBeDefined();
    expect(sent().filter((body) => body.code === another)).toHaveLength(1);
  });

  it('are sent if an earlier version of the app left them waiting, with their times', async () => {
    const entry = { code, person: null, undo: false, state: 'waiting', isLate: true, since: null, failure: null };
    const [first, second] = ['2026-01-01T10:00:00.000Z', '2026-01-01T10:01:00.000Z'];
    const entries = [
      { ...entry, id: newId(), code: another, at: second },
      { ...entry, id: newId(), at: first },
    ];
    act(() => clearUserState());
    localStorage.setItem(`nadi-doors-${me.ID}`, JSON.stringify({ [event.ID]: { facts: null, entries, used: Date.now() } }));
    onCall(checkIn, ({ body }) => checked(body.code === code ? {} : { user: { ID: newId(), Name: 'Rand', Image: '' } }));
    act(() => useSession.setState({ status: 'in', user: { ...me }, unreached: false }));
    await waitFor(() => expect(stored().map(({ state }: { state: string }) => state)).toEqual(['in', 'in']));
    expect(sent()).toEqual([
      { event_id: event.ID, code, undo: false, at: first },
      { event_id: event.ID, code: another, undo: false, at: second },
    ]);
  });

  it('lose names when the session expires, but not queued check-ins', async () => {
    await queueOne();
    act(() => expireToken());
    expect(stored().map(({ code: each }: { code: string }) => each)).toEqual([another]);
  });
});

const leftBySomebody = (kind: 'doors' | 'tickets') => localStorage.getItem(`nadi-${kind}-${somebody.ID}`);

describe('what a session that ended with its tab has left', () => {
  const entry = { id: newId(), code, person: lina, undo: false, at: '2026-01-01T10:00:00.000Z', state: 'in', isLate: false };
  const waiting = { ...entry, id: newId(), code: another, person: null, state: 'waiting' };
  const isLeft = () => {
    const doors = {
      [event.ID]: { facts: null, entries: [waiting, entry], used: 1 },
      [newId()]: { facts: null, entries: [entry], used: 1 },
    };
    localStorage.setItem(`nadi-doors-${somebody.ID}`, JSON.stringify(doors));
    localStorage.setItem(`nadi-tickets-${somebody.ID}`, JSON.stringify({ [event.ID]: { code } }));
  };
  const expectNoNames = () => {
    expect(leftBySomebody('tickets')).toBeNull();
    expect(JSON.parse(leftBySomebody('doors') ?? '')).toEqual({ [event.ID]: { facts: null, entries: [waiting], used: 1 } });
  };

  it('is without names and tickets once a visitor opens Nadi', async () => {
    isLeft();
    dropToken();
    vi.resetModules();
    await import('./resume-doors');
    expectNoNames();
  });

  it('is without names and tickets once another user is signed in', () => {
    isLeft();
    act(() => useSession.setState({ status: 'in', user: aUser(), unreached: false }));
    expectNoNames();
  });
});

describe('the search by name at the door', () => {
  it('finds an attendee and checks them in', async () => {
    const now = new Date().toISOString();
    onCall(checkIn, () => checked({ Checked_In_At: now }));
    const { user } = await opened();
    await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'lina');
    await user.click(await screen.findByRole('button', { name: 'Check in Lina Haddad' }));
    expect(await screen.findByRole('button', { name: 'Undo the check-in of Lina Haddad' })).toBeDefined();
    expect(sent()).toEqual([{ event_id: event.ID, user_id: lina.ID, undo: false }]);
  });

  it('shows a text when nobody matches', async () => {
    const { user } = await opened();
    await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'nobody');
    expect(await screen.findByText('Nobody found by this name')).toBeDefined();
  });
});

it('counts check-ins made at other doors', async () => {
  await opened();
  await waitFor(() => expect(inside()).toContain('5'));
  serve([attendee], 6);
  arrives(eventCheckedIn, {
    event_id: event.ID,
    user_id: lina.ID,
    at: new Date().toISOString(),
    by: newId(),
    claimed_at: null,
    checked_in: 6,
    version: 2,
  });
  await waitFor(() => expect(inside()).toContain('6'));
});

describe('the check-in page', () => {
  it('shows an explanation to viewers who are not organisers, and loads no attendees', async () => {
    onCall(getEventInfo, () => yes(getEventInfo, anEvent({ ID: event.ID })));
    open();
    expect(await screen.findByText('Only organizers see the attendee list')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to the event' }).getAttribute('href')).toBe(`/events/${event.ID}`);
    expect(requests.some(({ path }) => path === getAttendees.path)).toBe(false);
  });

  it('shows a text for a missing event', async () => {
    onCall(getEventInfo, () => no(404, 'not_found', 'Not found.'));
    open();
    expect(await screen.findByRole('heading', { name: 'Event not found.' })).toBeDefined();
  });

  it('offers a retry after the event failed to load', async () => {
    onCall(getEventInfo, () => no(500, 'internal', 'Boom'));
    const { user } = open();
    expect(await screen.findByRole('heading', { name: 'The event did not load' })).toBeDefined();
    serve();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('textbox', { name: 'Ticket code' })).toBeDefined();
  });

  it('shows the number of queued check-ins in Arabic', async () => {
    await chooseLanguage('ar');
    const { user } = open();
    const field = await screen.findByRole('textbox', { name: 'رمز التذكرة' });
    goes(false);
    for (const each of [code, another]) await user.type(field, `${each}{Enter}`);
    expect(screen.getByText('تسجيلان ينتظران الإرسال')).toBeDefined();
  });
});
