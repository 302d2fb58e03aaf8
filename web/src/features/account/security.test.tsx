import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteAccount, exportData } from '#models/contract/account';
import { logout, sessionEnded } from '#models/contract/auth';
import { type CalendarSubscription, getCalendarKeys, makeCalendarKey, revokeCalendarKey } from '#models/contract/calendar-feeds';
import { changePassword } from '#models/contract/credentials';
import { endSession, getSessions, type SessionWire } from '#models/contract/sessions';
import { getUserInfo } from '#models/contract/users';
import { saveFile } from '@/lib/download';
import { i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import { readToken, saveToken } from '@/lib/token';
import { describeFailures } from '@/testing/failures';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { DataTab } from './data-tab';
import { SecurityTab } from './security-tab';
import { deviceName } from './user-agent';

vi.mock('@/lib/download', () => ({ saveFile: vi.fn() }));

const me = aUser();
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const session = (id: string, fields: Partial<SessionWire> = {}): SessionWire => ({
  ID: id.repeat(64),
  Device: phone,
  CreatedAt: new Date().toISOString(),
  Seen_At: new Date().toISOString(),
  Is_Current: false,
  ...fields,
});
let sessions: SessionWire[];
const sent = (call: { path: string }) => requests.filter(({ path }) => path === call.path);

beforeAll(async () => {
  await i18n.loadNamespaces(['account', 'events', 'second-step', 'term-reports']);
  await connectSocket();
});
beforeEach(() => {
  saveToken('good', true);
  useSession.setState({ status: 'in', user: me });
  sessions = [session('a', { Device: firefox, Is_Current: true }), session('b')];
  onCall(getCalendarKeys, () => yes(getCalendarKeys, [], { next: null }));
  onCall(getSessions, () => yes(getSessions, sessions, { next: null }));
  onCall(getUserInfo, () => yes(getUserInfo, me));
  onCall(logout, () => yes(logout, {}));
});

const security = async () => {
  const opened = show(<SecurityTab societies={[{ ID: 'c1', Name: 'Robotics' }]} />);
  await screen.findByText('Firefox · Windows');
  return opened;
};

describe('the name of a user agent', () => {
  it.each([
    [firefox, 'Firefox · Windows'],
    [phone, 'Safari · iPhone'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36', 'Chrome · Linux'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0', 'Edge · Mac'],
    ['curl/8.0', ''],
  ])('%s is %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});

describe('sessions', () => {
  it('are listed with this one marked, and another one can be ended', async () => {
    onCall(endSession, ({ query }) => {
      sessions = sessions.filter(({ ID }) => ID !== query.get('session_id'));
      return yes(endSession, { ended: 1 });
    });
    const { user } = await security();
    const [here, there] = screen.getAllByRole('listitem');
    expect(within(here!).getByText('This browser')).toBeDefined();
    expect(within(here!).queryByRole('button')).toBeNull();
    await user.click(within(there!).getByRole('button', { name: 'Sign out Safari · iPhone' }));
    expect(await screen.findByText('Safari · iPhone is signed out.')).toBeDefined();
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });
  it('are refetched when one ends elsewhere', async () => {
    await security();
    sessions = sessions.slice(0, 1);
    arrives(sessionEnded, { reason: 'ended', session_ids: ['b'.repeat(64)] });
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  });
  it('all end, including this one, after a confirmation', async () => {
    onCall(endSession, () => yes(endSession, { ended: 2 }));
    const { user } = await security();
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(sent(endSession)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    await waitFor(() => expect(useSession.getState().status).toBe('out'));
    expect(sent(endSession)[0]?.query.get('session_id')).toBe('all');
    expect(readToken()).toBeNull();
  });
});

describe('the password', () => {
  const change = async (user: Awaited<ReturnType<typeof security>>['user']) => {
    await user.click(screen.getByLabelText('Current password'));
    await user.paste('old password');
    await user.click(screen.getByLabelText('New password'));
    await user.paste('a better one');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
  };
  const typed = () => ['Current password', 'New password'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);

  it('is changed with the old one, and the fields are cleared', async () => {
    onCall(changePassword, () => yes(changePassword, {}));
    const { user } = await security();
    await change(user);
    expect(
      await screen.findByText('Your password was changed. You are signed out everywhere else, and your calendar links have ended.'),
    ).toBeDefined();
    expect(sent(changePassword)[0]?.body).toEqual({ password: 'old password', new_password: 'a better one' });
    expect(typed()).toEqual(['', '']);
  });
  it('requires both fields, and 8 characters of the new one', async () => {
    const { user } = await security();
    await user.type(screen.getByLabelText('New password'), 'short');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    expect(screen.getByText('Password is required')).toBeDefined();
    expect(screen.getByText('Password must be at least 8 characters')).toBeDefined();
    expect(sent(changePassword)).toEqual([]);
  });
  it('shows a wrong old one only under its field, and does not sign out', async () => {
    onCall(changePassword, () => no(401, 'wrong_password', 'The password is incorrect.'));
    const { user } = await security();
    await change(user);
    expect(await screen.findByText('The password is incorrect.')).toBeDefined();
    expect(screen.queryByText(/log in again/)).toBeNull();
    expect(readToken()).toBe('good');
  });
  describeFailures('changing the password', {
    call: changePassword,
    open: security,
    act: change,
    afterwards: () => expect(typed()).toEqual(['old password', 'a better one']),
  });
});

describe('calendar subscriptions', () => {
  const subscription = (over: Partial<CalendarSubscription> = {}): CalendarSubscription => ({
    ID: newId(),
    Kind: 'mine',
    Society_ID: null,
    Society_Name: null,
    Category: null,
    Created_At: '2026-11-20T10:00:00.000Z',
    Used_At: null,
    ...over,
  });
  const serve = (...found: CalendarSubscription[]) => onCall(getCalendarKeys, () => yes(getCalendarKeys, found, { next: null }));

  it('have a link that is shown once, and can be copied and ended', async () => {
    const made = subscription({ Kind: 'society', Society_ID: 'c1', Society_Name: 'Robotics' });
    onCall(makeCalendarKey, () => yes(makeCalendarKey, { ID: made.ID, key: 'k', url: 'https://nadi.test/events/calendar.ics?key=k' }));
    onCall(revokeCalendarKey, () => yes(revokeCalendarKey, { revoked: true }));
    const { user } = await security();
    await user.selectOptions(screen.getByLabelText('What to subscribe to'), 'Robotics');
    serve(made);
    await user.click(screen.getByRole('button', { name: 'Create a private link' }));
    expect(await screen.findByText('https://nadi.test/events/calendar.ics?key=k')).toBeDefined();
    expect(sent(makeCalendarKey).map(({ body }) => body)).toEqual([{ kind: 'society', society_id: 'c1' }]);
    await user.click(screen.getByRole('button', { name: 'Copy Link' }));
    expect(await screen.findByText('Link copied to clipboard')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'End the link to Robotics' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End the link' }));
    expect(await screen.findByText('The link no longer works.')).toBeDefined();
    const ended = sent(revokeCalendarKey).filter(({ method }) => method === 'DELETE');
    expect(ended.map(({ query }) => query.get('subscription_id'))).toEqual([made.ID]);
    expect(screen.queryByText(/calendar\.ics/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'End the link to Robotics' })).toBeNull();
  });

  it('are listed with what they have and whether a calendar reads them', async () => {
    serve(subscription({ Used_At: '2026-11-21T10:00:00.000Z' }), subscription({ Kind: 'category', Category: 'Workshop' }));
    await security();
    expect(await screen.findByRole('button', { name: 'End the link to My events: going and saved' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'End the link to Workshop' })).toBeDefined();
    expect(screen.getByText(/not read yet/)).toBeDefined();
  });
});

describe('the data of an account', () => {
  const robotics = [{ ID: 'c1', Name: 'Robotics', Role: 'admin' as const }];
  const open = async (restorableDays?: number) => show(<DataTab societies={robotics} restorableDays={restorableDays} />);
  it('are downloaded as one file', async () => {
    const data = { exported_at: '2026-11-22T10:00:00.000Z', collections: { posts: [{ content: 'Hello' }] } };
    onCall(exportData, () => yes(exportData, data));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Download my data' }));
    expect(await screen.findByText('Your data has been downloaded.')).toBeDefined();
    const [name, type, text = ''] = vi.mocked(saveFile).mock.calls[0] ?? [];
    expect(name).toMatch(/^nadi-data-\d{4}-\d{2}-\d{2}\.json$/);
    expect([type, JSON.parse(String(text))]).toEqual(['application/json', data]);
  });
  describeFailures('downloading the own data', {
    call: exportData,
    open,
    act: (user) => user.click(screen.getByRole('button', { name: 'Download my data' })),
  });

  const asked = async () => {
    const opened = await open();
    await opened.user.click(screen.getByRole('button', { name: 'Delete my account' }));
    await opened.user.type(await screen.findByLabelText('Current password'), 'secret1');
    return opened;
  };
  const remove = (user: Awaited<ReturnType<typeof open>>['user']) => user.click(screen.getByRole('button', { name: 'Delete account' }));
  it('are deleted with the account: no password in a URL, and the user is signed out', async () => {
    onCall(deleteAccount, () => yes(deleteAccount, {}));
    const { user, place } = await asked();
    await user.click(screen.getByLabelText('Keep my posts and comments without my name'));
    await remove(user);
    expect(await screen.findByText('Your account has been deleted. Goodbye!')).toBeDefined();
    const [call] = sent(deleteAccount);
    expect([call?.body, call?.query.toString()]).toEqual([{ password: 'secret1', keep_posts: true }, '']);
    await waitFor(() => expect([place(), useSession.getState().status, readToken()]).toEqual(['/login', 'out', null]));
  });
  it('can be restored where the university sets a time for that, which the texts say', async () => {
    onCall(deleteAccount, () => yes(deleteAccount, { Restorable_Until: '2026-12-11T10:00:00.000Z' }));
    const { user } = await open(14);
    expect(screen.getByText(/^You can restore your account until /)).toBeDefined();
    expect(screen.queryByText('This action cannot be undone.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText(/you can log in and restore it/)).toBeDefined();
    await user.type(screen.getByLabelText('Current password'), 'secret1');
    await remove(user);
    expect(await screen.findByText('Your account has been deleted. You can restore it until December 11, 2026.')).toBeDefined();
  });
  it('are not deleted with a wrong password, shown under its field', async () => {
    onCall(deleteAccount, () => no(401, 'wrong_password', 'The password is incorrect.'));
    const { user } = await asked();
    await remove(user);
    expect(await screen.findByText('The password is incorrect.')).toBeDefined();
    expect([useSession.getState().status, readToken()]).toEqual(['in', 'good']);
  });
  it('are not deleted while a society has no other admin, and it is named', async () => {
    onCall(deleteAccount, () => no(409, 'only_admin', 'You are the only admin of this society. Make someone else an admin first.'));
    const { user } = await asked();
    await remove(user);
    expect((await screen.findByRole('link', { name: 'Robotics' })).getAttribute('href')).toBe('/societies/c1');
  });
  it('are not deleted without a password', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    await screen.findByLabelText('Current password');
    await remove(user);
    expect(screen.getByText('Password is required')).toBeDefined();
    expect(sent(deleteAccount)).toEqual([]);
  });
});
