import { waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { logout } from '#models/contract/auth';
import { getUserInfo } from '#models/contract/users';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { aUser } from '@/testing/fixtures';
import { setConnection } from './connection';
import { checkSession, signIn, signOut, startSession, useSession } from './session';
import { connectToasts, type ToastRequest } from './toasts';
import { readToken, saveToken } from './token';

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
  it('outlives the tab if the user wants to be remembered', () => {
    saveToken('good', true);
    expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual(['good', null]);
  });
  it('stays with the tab otherwise', () => {
    saveToken('good', false);
    expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual([null, 'good']);
  });
  it('is read from localStorage first', () => {
    sessionStorage.setItem('token', 'tab');
    localStorage.setItem('token', 'lasting');
    expect(readToken()).toBe('lasting');
  });
});

describe('the session', () => {
  it("loads the token's user", async () => {
    saveToken('good', true);
    await checkSession();
    expect(useSession.getState()).toEqual({ status: 'in', user: layla, unreached: false });
  });
  it('keeps the same user object while nothing about the user has changed', async () => {
    saveToken('good', true);
    await checkSession();
    const { user } = useSession.getState();
    await checkSession();
    expect(useSession.getState().user).toBe(user);
    onCall(getUserInfo, () => yes(getUserInfo, { ...layla, Name: 'Layla H.' }));
    await checkSession();
    expect(useSession.getState().user?.Name).toBe('Layla H.');
  });
  it('is out without a token, and makes no call', async () => {
    await checkSession();
    expect(useSession.getState().status).toBe('out');
    expect(requests).toEqual([]);
  });
  it('is out with an invalid token, and drops it', async () => {
    saveToken('bad', true);
    await checkSession();
    expect(useSession.getState()).toMatchObject({ status: 'out', unreached: false });
    expect(readToken()).toBeNull();
  });
  it('shows one toast at start if the stored token has expired', async () => {
    const toasts: ToastRequest[] = [];
    const end = connectToasts({ show: (request) => toasts.push(request), drop: () => {} });
    toasts.length = 0;
    saveToken('bad', true);
    await checkSession();
    end();
    expect(toasts).toMatchObject([{ kind: 'warning', text: 'Unauthorized - please log in again.', link: { to: '/login' } }]);
  });
  it('is out and unconfirmed if the server is unreachable and no user is stored, but keeps the token', async () => {
    onCall(getUserInfo, () => 'offline');
    saveToken('good', true);
    await checkSession();
    expect(useSession.getState()).toMatchObject({ status: 'out', user: null, unreached: true });
    expect(readToken()).toBe('good');
    serveLayla();
    await checkSession();
    expect(useSession.getState()).toMatchObject({ status: 'in', unreached: false });
  });

  describe('of a returning user', () => {
    const named = async (remember = true) => {
      saveToken('good', remember);
      await checkSession();
    };
    /** Loads the page anew: only the browser's storage is left. */
    const reload = async () => {
      useSession.setState({ status: 'checking', user: null, unreached: false });
      await checkSession();
      return useSession.getState();
    };

    it.each([[true], [false]])('goes on offline after a reload (remembered: %s)', async (remember) => {
      await named(remember);
      onCall(getUserInfo, () => 'offline');
      expect(await reload()).toEqual({ status: 'in', user: layla, unreached: true });
    });

    it.each([502, 503, 504])('goes on if a proxy answers %i', async (status) => {
      await named();
      onCall(getUserInfo, () => no(status, 'unavailable', 'Away'));
      expect(await reload()).toEqual({ status: 'in', user: layla, unreached: true });
    });

    it.each([
      [401, 'unauthorized'],
      [403, 'suspended'],
      [500, 'internal'],
    ] as const)('ends with any other answer (%i), also for the next offline visit', async (status, code) => {
      await named();
      onCall(getUserInfo, () => no(status, code, 'No'));
      expect(await reload()).toEqual({ status: 'out', user: null, unreached: false });
      onCall(getUserInfo, () => 'offline');
      expect(await reload()).toMatchObject({ status: 'out', user: null });
    });

    it('is checked again when the server is back, and ended if refused', async () => {
      await named();
      onCall(getUserInfo, () => 'offline');
      await reload();
      onCall(getUserInfo, () => no(401, 'unauthorized', 'Please log in.'));
      window.dispatchEvent(new Event('online'));
      await waitFor(() => expect(useSession.getState().status).toBe('out'));
      expect(readToken()).toBeNull();
    });

    it('goes on without waiting for a hanging server', async () => {
      await named();
      vi.useFakeTimers();
      onCall(getUserInfo, () => new Promise(() => {}));
      useSession.setState({ status: 'checking', user: null });
      void checkSession();
      await vi.advanceTimersByTimeAsync(3000);
      vi.useRealTimers();
      expect(useSession.getState()).toEqual({ status: 'in', user: layla, unreached: true });
    });

    it('is not restored after signing out, or for another token', async () => {
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

  it('signs out here and on the server', async () => {
    onCall(logout, () => yes(logout, {}));
    await signIn('good', true);
    signOut();
    expect(useSession.getState()).toEqual({ status: 'out', user: null, unreached: false });
    expect(readToken()).toBeNull();
    expect(requests.at(-1)).toMatchObject({ path: '/auth/logout', authorization: 'Bearer good' });
  });
  it('retries the logout when the server is back, and only once', async () => {
    const logoutTokens = () => requests.filter(({ path }) => path === logout.path).map(({ authorization }) => authorization);
    onCall(logout, () => 'offline');
    await signIn('good', true);
    signOut();
    await waitFor(() => expect(logoutTokens()).toEqual(['Bearer good']));
    onCall(logout, () => yes(logout, {}));
    for (const nth of [1, 2]) {
      setConnection('offline');
      await new Promise((resolve) => setTimeout(resolve, 0));
      setConnection('online');
      await waitFor(() => expect(logoutTokens().length, String(nth)).toBe(2));
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    expect(logoutTokens()).toEqual(['Bearer good', 'Bearer good']);
  });
});
