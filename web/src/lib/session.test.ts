import { beforeEach, describe, expect, it, vi } from 'vitest';
import { logout } from '#models/contract/auth';
import { getUserInfo } from '#models/contract/users';
import { no, onCall, requests, yes } from '@/testing/server';
import { aUser } from '@/testing/things';
import { setConnection } from './connection';
import { createEntities } from './entities';
import { checkSession, signIn, signOut, startSession, useSession } from './session';
import { connectToasts, type ToastRequest } from './toasts';
import { keepToken, readToken } from './token';
import { setUnread, useUnread } from './unread';

const layla = aUser();
const known = () =>
  onCall(getUserInfo, ({ authorization }) =>
    authorization === 'Bearer good' ? yes(getUserInfo, layla) : no(401, 'unauthorized', 'Please log in.'),
  );

beforeEach(() => {
  useSession.setState({ status: 'out', user: null });
  known();
});

describe('the token', () => {
  it('outlives the tab when the person asked to be remembered', () => {
    keepToken('good', true);
    expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual(['good', null]);
  });
  it('stays with the tab otherwise', () => {
    keepToken('good', false);
    expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual([null, 'good']);
  });
  it('is read from the lasting store first', () => {
    sessionStorage.setItem('token', 'tab');
    localStorage.setItem('token', 'lasting');
    expect(readToken()).toBe('lasting');
  });
});

describe('the session', () => {
  it('knows who the token belongs to', async () => {
    keepToken('good', true);
    await checkSession();
    expect(useSession.getState()).toEqual({ status: 'in', user: layla, unreached: false });
  });
  it('is out without a token, and asks nobody', async () => {
    await checkSession();
    expect(useSession.getState().status).toBe('out');
    expect(requests).toEqual([]);
  });
  it('is out with a token that nobody knows, and forgets it', async () => {
    keepToken('bad', true);
    await checkSession();
    expect(useSession.getState()).toMatchObject({ status: 'out', unreached: false });
    expect(readToken()).toBeNull();
  });
  it('says that the kept token is dead as the app starts, once', async () => {
    const said: ToastRequest[] = [];
    const end = connectToasts({ show: (request) => said.push(request), drop: () => {} });
    said.length = 0;
    keepToken('bad', true);
    await checkSession();
    end();
    expect(said).toMatchObject([{ kind: 'warning', text: 'Unauthorized - please log in again.', link: { to: '/login' } }]);
  });
  it('is out when the server cannot be reached, but keeps the token, and says so until it was asked', async () => {
    onCall(getUserInfo, () => 'offline');
    keepToken('good', true);
    await checkSession();
    expect(useSession.getState()).toMatchObject({ status: 'out', user: null, unreached: true });
    expect(readToken()).toBe('good');
    known();
    await checkSession();
    expect(useSession.getState()).toMatchObject({ status: 'in', unreached: false });
  });
  it('leaves nothing of one person for the next', async () => {
    const posts = createEntities<{ ID: string }>({});
    posts.merge([{ ID: 'p' }]);
    setUnread(4);
    await signIn('good', false);
    expect(useSession.getState().user).toEqual(layla);
    expect(posts.all()).toEqual([]);
    expect(useUnread.getState().count).toBe(0);
  });
  it('signs out here and on the server', async () => {
    onCall(logout, () => yes(logout, {}));
    await signIn('good', true);
    signOut();
    expect(useSession.getState()).toEqual({ status: 'out', user: null, unreached: false });
    expect(readToken()).toBeNull();
    expect(requests.at(-1)).toMatchObject({ path: '/auth/logout', authorization: 'Bearer good' });
  });
  it('tells the server again that it ended, when it was away, and then no more', async () => {
    const told = () => requests.filter(({ path }) => path === logout.path).map(({ authorization }) => authorization);
    await startSession();
    onCall(logout, () => 'offline');
    await signIn('good', true);
    signOut();
    await vi.waitFor(() => expect(told()).toEqual(['Bearer good']));
    onCall(logout, () => yes(logout, {}));
    for (const nth of [1, 2]) {
      setConnection('offline');
      await new Promise((resolve) => setTimeout(resolve, 0));
      setConnection('online');
      await vi.waitFor(() => expect(told().length, String(nth)).toBe(2));
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    expect(told()).toEqual(['Bearer good', 'Bearer good']);
  });
});
