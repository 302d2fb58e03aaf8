import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error';
import { setConnection, useConnection } from './connection';
import { isOffline, isProbablyOffline, isUnreachableError, noteCallStatus, onReachable } from './reachability';

const onLine = vi.spyOn(navigator, 'onLine', 'get');

afterEach(() => {
  onLine.mockReturnValue(true);
  noteCallStatus(200);
});

describe('isProbablyOffline', () => {
  it.each([
    ['starting', 200, false],
    ['starting', 0, true],
    ['starting', 503, true],
    ['online', 0, false],
    ['offline', 200, true],
    ['catching-up', 200, true],
  ] as const)('with the socket %s and the last call answered %i is %s', (state, status, away) => {
    useConnection.setState({ state });
    noteCallStatus(status);
    expect(isProbablyOffline()).toBe(away);
  });

  it('is always true without a network', () => {
    useConnection.setState({ state: 'online' });
    onLine.mockReturnValue(false);
    expect([isProbablyOffline(), isOffline()]).toEqual([true, true]);
  });

  it('does not make failures "offline" while calls work without a socket', () => {
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
])('isUnreachableError of status %i is %s', (status, unreached) => {
  expect(isUnreachableError(new ApiError(status, 'unexpected', ''))).toBe(unreached);
});

it('onReachable fires when the network or the socket is back', () => {
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
