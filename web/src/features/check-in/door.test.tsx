import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { logout } from '#models/contract/auth';
import { type Attendee, checkIn, eventCheckedIn, getAttendees } from '#models/contract/check-in';
import type { DataOf } from '#models/contract/define';
import { getEventInfo } from '#models/contract/events';
import { clearEntities } from '@/lib/entities';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { signOut, useSession } from '@/lib/session';
import { expireToken, saveToken } from '@/lib/token';
import CheckInPage from '@/pages/check-in-page';
import { deferred } from '@/testing/deferred';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aUser, newId } from '@/testing/fixtures';
import { anAttendee } from '@/testing/people-fixtures';
import { show } from '@/testing/render';
import { anEvent } from '@/testing/society-fixtures';
import './resume-doors';

const me = aUser();
const event = anEvent({ attendees: 40, Can: { edit: true, cancel: true, delete: true, attend: true } });
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

describe('a ticket', () => {
  it('is typed: who it is stands there large, and in the list; the field is free for the next', async () => {
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

  it('shown again says since when they are in', async () => {
    onCall(checkIn, () => checked({ again: true, Checked_In_By: newId(), Checked_In_At: new Date().toISOString() }));
    const { scan } = await opened();
    await scan(code);
    expect(await result().findByText(/^Already in since \d+:\d\d [AP]M$/)).toBeDefined();
    expect(history().queryByRole('button', { name: /^Undo/ })).toBeNull();
  });

  it.each([
    ['is not valid for this event', badTicket, 'This ticket is not valid for this event.'],
    ['is of an event that was cancelled', no(409, 'event_cancelled', 'This event was cancelled.'), 'This event was cancelled.'],
    ['may not be read by who is here', no(403, 'forbidden', 'You are not allowed to do this.'), 'You are not allowed to do this.'],
  ])('%s: the server says so, and the line stays until it is dismissed', async (_name, reply, text) => {
    onCall(checkIn, () => reply);
    const { scan, user } = await opened();
    await scan(code);
    expect(await result().findByText(text)).toBeDefined();
    expect(lines()[0]).toContain('Ticket bbbb');
    await user.click(history().getByRole('button', { name: 'Dismiss Ticket bbbb' }));
    expect(lines()).toEqual([]);
    expect(stored()).toEqual([]);
  });

  it('that is none is refused at once, and nobody is asked', async () => {
    const { scan } = await opened();
    await scan('a hand of cards');
    expect(result().getByText('This ticket is not valid for this event.')).toBeDefined();
    expect(sent()).toEqual([]);
  });

  it('is being checked while the answer is on its way, and shown twice meanwhile is one', async () => {
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

  it('is taken back', async () => {
    onCall(checkIn, ({ body }) => (body.undo ? checked({ Checked_In_At: null, Checked_In_By: null }) : checked()));
    const { scan, user } = await opened();
    await scan(code);
    await user.click(await history().findByRole('button', { name: 'Undo Lina Haddad' }));
    expect(await history().findByText('Taken back')).toBeDefined();
    expect(sent()[1]).toEqual({ event_id: event.ID, user_id: lina.ID, undo: true });
  });
});

describe('without a network', () => {
  it('is let in here, counted, and told in order with the time it was done when the network is back', async () => {
    const { scan } = await opened();
    expect(await screen.findByText('of 40 attending')).toBeDefined();
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

  it('one ticket twice is one, and says so', async () => {
    const { scan } = await opened();
    goes(false);
    await scan(code);
    await scan(code);
    expect(result().getByText('Already scanned here')).toBeDefined();
    expect(lines()).toHaveLength(1);
  });

  it('what another door had in before is not counted again, and its time stands beside it', async () => {
    const { scan } = await opened();
    goes(false);
    await scan(code);
    onCall(checkIn, () => checked({ again: true, Checked_In_By: newId() }));
    goes(true);
    expect(await history().findByText(/^Already in since/)).toBeDefined();
    expect(inside()).toContain('5');
  });

  it('what the server took although its answer was lost is this door’s own', async () => {
    onCall(checkIn, () => 'offline');
    const { scan } = await opened();
    await scan(code);
    expect(await result().findByText('Waiting to be sent')).toBeDefined();
    onCall(checkIn, () => checked({ again: true, Checked_In_By: me.ID }));
    goes(true);
    expect(await result().findByText('Checked in')).toBeDefined();
  });

  it.each([401, 408, 429, 502, 503, 504])('waits where the answer is %s', async (status) => {
    onCall(checkIn, () => ({ status, body: null }));
    const { scan } = await opened();
    await scan(code);
    expect(await result().findByText('Waiting to be sent')).toBeDefined();
    expect(stored()).toHaveLength(1);
  });

  it('a ticket that turns out to be none is marked, and stays', async () => {
    const { scan } = await opened();
    goes(false);
    await scan(code);
    onCall(checkIn, () => badTicket);
    goes(true);
    expect(await history().findByText('This ticket is not valid for this event.')).toBeDefined();
    expect(stored()[0].state).toBe('refused');
  });

  it('what was not sent is taken back as if it had never been', async () => {
    const { scan, user } = await opened();
    goes(false);
    await scan(code);
    await user.click(history().getByRole('button', { name: 'Undo Ticket bbbb' }));
    expect([lines(), stored()]).toEqual([[], []]);
    goes(true);
    await act(async () => {});
    expect(sent()).toEqual([]);
  });

  it('outlives a reload, and the door opens though the server cannot be asked whose the session is', async () => {
    const { scan } = await opened();
    await screen.findByText('of 40 attending');
    goes(false);
    await scan(code);
    cleanup();
    clearEntities();
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

describe('what is kept', () => {
  const waitingOne = async () => {
    const { scan } = await opened();
    onCall(checkIn, () => checked());
    await scan(code);
    await result().findByText('Checked in');
    goes(false);
    await scan(another);
  };

  it('is gone when its keeper signs out', async () => {
    await waitingOne();
    act(() => signOut());
    expect(localStorage.getItem(`nadi-doors-${me.ID}`)).toBeNull();
  });

  it('loses its names when the session ends, but not what is still to be sent', async () => {
    await waitingOne();
    act(() => expireToken());
    expect(stored().map(({ code: each }: { code: string }) => each)).toEqual([another]);
  });
});

describe('by name', () => {
  it('somebody is found, and let in', async () => {
    const now = new Date().toISOString();
    onCall(checkIn, () => checked({ Checked_In_At: now }));
    const { user } = await opened();
    await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'lina');
    await user.click(await screen.findByRole('button', { name: 'Check in Lina Haddad' }));
    expect(await screen.findByRole('button', { name: 'Undo the check-in of Lina Haddad' })).toBeDefined();
    expect(sent()).toEqual([{ event_id: event.ID, user_id: lina.ID, undo: false }]);
  });

  it('nobody is found', async () => {
    const { user } = await opened();
    await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'nobody');
    expect(await screen.findByText('Nobody by that name')).toBeDefined();
  });
});

it('counts who comes in through the other doors', async () => {
  await opened();
  await waitFor(() => expect(inside()).toContain('5'));
  serve([attendee], 6);
  arrives(eventCheckedIn, { event_id: event.ID, user_id: lina.ID, at: new Date().toISOString(), by: newId(), checked_in: 6, version: 2 });
  await waitFor(() => expect(inside()).toContain('6'));
});

describe('the page', () => {
  it('tells who is no organiser, and asks for nobody’s name', async () => {
    onCall(getEventInfo, () => yes(getEventInfo, anEvent({ ID: event.ID })));
    open();
    expect(await screen.findByText('Only the organisers see who comes.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to the event' }).getAttribute('href')).toBe(`/events/${event.ID}`);
    expect(requests.some(({ path }) => path === getAttendees.path)).toBe(false);
  });

  it('says where no event is', async () => {
    onCall(getEventInfo, () => no(404, 'not_found', 'Not found.'));
    open();
    expect(await screen.findByRole('heading', { name: 'Event not found.' })).toBeDefined();
  });

  it('that did not load is tried again', async () => {
    onCall(getEventInfo, () => no(500, 'internal', 'Boom'));
    const { user } = open();
    expect(await screen.findByRole('heading', { name: 'The event did not load' })).toBeDefined();
    serve();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('textbox', { name: 'Ticket code' })).toBeDefined();
  });

  it('says in Arabic how many wait', async () => {
    await chooseLanguage('ar');
    const { user } = open();
    const field = await screen.findByRole('textbox', { name: 'رمز التذكرة' });
    goes(false);
    for (const each of [code, another]) await user.type(field, `${each}{Enter}`);
    expect(screen.getByText('تسجيلان ينتظران الإرسال')).toBeDefined();
  });
});
