import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error';
import { setConnection, useConnection } from './connection';
import { isOffline, isProbablyOffline, isUnreachableError, noteCallStatus, onReachable } from './reachability';

const onLine = vi.spyOn(navigator, 'onLine', 'get');

afterEach(() => {
  onLine.mockReturnValue(true);
  noteCallStatus(200);
});

describe('the server is out of reach', () => {
  it.each([
    ['starting', 200, false],
    ['starting', 0, true],
    ['starting', 503, true],
    ['online', 0, false],
    ['offline', 200, true],
    ['catching-up', 200, true],
  ] as const)('as far as one knows, while the socket is %s and the last call was answered %i: %s', (state, status, away) => {
    useConnection.setState({ state });
    noteCallStatus(status);
    expect(isProbablyOffline()).toBe(away);
  });

  it('whatever else is so, where the browser has no network', () => {
    useConnection.setState({ state: 'online' });
    onLine.mockReturnValue(false);
    expect([isProbablyOffline(), isOffline()]).toEqual([true, true]);
  });

  it('is no failure of what was asked for while calls get through where no socket does', () => {
    useConnection.setState({ state: 'offline' });
    expect(isOffline()).toBe(false);
    noteCallStatus(0);
    expect(isOffline()).toBe(true);
  });
});

it.each([
  [0, true],
  [502, true],
  [504, true],
  [500, false],
  [404, false],
])('a call that ends with %i has not reached the server: %s', (status, unreached) => {
  expect(isUnreachableError(new ApiError(status, 'unexpected', ''))).toBe(unreached);
});

it('says when the server may be back: with the network, and with the socket', () => {
  const back = vi.fn();
  setConnection('offline');
  const stop = onReachable(back);
  window.dispatchEvent(new Event('online'));
  setConnection('catching-up');
  setConnection('online');
  expect(back).toHaveBeenCalledTimes(3);
  stop();
  window.dispatchEvent(new Event('online'));
  setConnection('offline');
  setConnection('online');
  expect(back).toHaveBeenCalledTimes(3);
});
