import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { logout } from '#models/contract/auth';
import { getUserInfo } from '#models/contract/users';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aUser } from '@/testing/fixtures';
import { setConnection } from './connection';
import { createEntities } from './entities';
import { checkSession, signIn, signOut, startSession, useSession } from './session';
import { connectToasts, type ToastRequest } from './toasts';
import { readToken, saveToken } from './token';
import { setUnread, useUnread } from './unread';

const layla = aUser();
const serveLayla = () =>
  onCall(getUserInfo, ({ authorization }) =>
    authorization === 'Bearer good' ? yes(getUserInfo, layla) : no(401, 'unauthorized', 'Please log in.'),
  );

beforeAll(() => startSession());
beforeEach(() => {
  useSession.setState({ status: 'out', user: null });
  serveLayla();
});

describe('the token', () => {
  it('outlives the tab when the person asked to be remembered', () => {
    saveToken('good', true);
    expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual(['good', null]);
  });
  it('stays with the tab otherwise', () => {
    saveToken('good', false);
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
    saveToken('good', true);
    await checkSession();
    expect(useSession.getState()).toEqual({ status: 'in', user: layla, unreached: false });
  });
  it('is out without a token, and asks nobody', async () => {
    await checkSession();
    expect(useSession.getState().status).toBe('out');
    expect(requests).toEqual([]);
  });
  it('is out with a token that nobody knows, and forgets it', async () => {
    saveToken('bad', true);
    await checkSession();
    expect(useSession.getState()).toMatchObject({ status: 'out', unreached: false });
    expect(readToken()).toBeNull();
  });
  it('says that the kept token is dead as the app starts, once', async () => {
    const toasts: ToastRequest[] = [];
    const end = connectToasts({ show: (request) => toasts.push(request), drop: () => {} });
    toasts.length = 0;
    saveToken('bad', true);
    await checkSession();
    end();
    expect(toasts).toMatchObject([{ kind: 'warning', text: 'Unauthorized - please log in again.', link: { to: '/login' } }]);
  });
  it('is out when the server cannot be reached and nobody was ever named, but keeps the token, and says so until it was asked', async () => {
    onCall(getUserInfo, () => 'offline');
    saveToken('good', true);
    await checkSession();
    expect(useSession.getState()).toMatchObject({ status: 'out', user: null, unreached: true });
    expect(readToken()).toBe('good');
    serveLayla();
    await checkSession();
    expect(useSession.getState()).toMatchObject({ status: 'in', unreached: false });
  });

  describe('of a person whom the server has named before', () => {
    const named = async (remember = true) => {
      saveToken('good', remember);
      await checkSession();
    };
    /** The page is loaded anew: only what the browser keeps is left. */
    const reload = async () => {
      useSession.setState({ status: 'checking', user: null, unreached: false });
      await checkSession();
      return useSession.getState();
    };

    it.each([[true], [false]])('goes on after a reload without a network (remembered: %s)', async (remember) => {
      await named(remember);
      onCall(getUserInfo, () => 'offline');
      expect(await reload()).toEqual({ status: 'in', user: layla, unreached: true });
    });

    it.each([502, 503, 504])('goes on where a proxy answers %i for a server that is away', async (status) => {
      await named();
      onCall(getUserInfo, () => no(status, 'unavailable', 'Away'));
      expect(await reload()).toEqual({ status: 'in', user: layla, unreached: true });
    });

    it.each([
      [401, 'unauthorized'],
      [403, 'suspended'],
      [500, 'internal'],
    ] as const)('ends with any other answer than the person: %i, also for the next visit without a network', async (status, code) => {
      await named();
      onCall(getUserInfo, () => no(status, code, 'No'));
      expect(await reload()).toEqual({ status: 'out', user: null, unreached: false });
      onCall(getUserInfo, () => 'offline');
      expect(await reload()).toMatchObject({ status: 'out', user: null });
    });

    it('is asked about again when the server is back, and ended where it says so', async () => {
      await named();
      onCall(getUserInfo, () => 'offline');
      await reload();
      onCall(getUserInfo, () => no(401, 'unauthorized', 'Please log in.'));
      window.dispatchEvent(new Event('online'));
      await vi.waitFor(() => expect(useSession.getState().status).toBe('out'));
      expect(readToken()).toBeNull();
    });

    it('does not wait for a server that gives no answer', async () => {
      await named();
      vi.useFakeTimers();
      onCall(getUserInfo, () => new Promise(() => {}));
      useSession.setState({ status: 'checking', user: null });
      void checkSession();
      await vi.advanceTimersByTimeAsync(3000);
      vi.useRealTimers();
      expect(useSession.getState()).toEqual({ status: 'in', user: layla, unreached: true });
    });

    it('is nobody else’s: neither after signing out, nor for another token', async () => {
      onCall(logout, () => yes(logout, {}));
      await named();
      signOut();
      expect(JSON.stringify(localStorage)).not.toContain(layla.ID);
      await named();
      localStorage.setItem('token', 'of-another-tab');
      onCall(getUserInfo, () => 'offline');
      expect(await reload()).toMatchObject({ status: 'out', user: null });
    });
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
    const logoutTokens = () => requests.filter(({ path }) => path === logout.path).map(({ authorization }) => authorization);
    onCall(logout, () => 'offline');
    await signIn('good', true);
    signOut();
    await vi.waitFor(() => expect(logoutTokens()).toEqual(['Bearer good']));
    onCall(logout, () => yes(logout, {}));
    for (const nth of [1, 2]) {
      setConnection('offline');
      await new Promise((resolve) => setTimeout(resolve, 0));
      setConnection('online');
      await vi.waitFor(() => expect(logoutTokens().length, String(nth)).toBe(2));
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    expect(logoutTokens()).toEqual(['Bearer good', 'Bearer good']);
  });
});
