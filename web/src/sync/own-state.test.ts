import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attendance } from '#models/contract/attendance';
import { ApiError } from '@/lib/api-error';
import { setConnection } from '@/lib/connection';
import { useSession } from '@/lib/session';
import { saveToken } from '@/lib/token';
import { aUser } from '@/testing/fixtures';
import { createEntities } from './entities';
import { queuedOf } from './offline-queue';
import { defineOwnState } from './own-state';

interface Seat {
  ID: string;
  want: Attendance;
}
/** A call under way. */
interface Sent {
  want: Attendance;
  answer: () => Promise<void>;
  fail: (error: ApiError) => Promise<void>;
}

const onLine = vi.spyOn(navigator, 'onLine', 'get');
const seats = createEntities<Seat>({});
const [discard, onQueued] = [vi.fn(), vi.fn()];
let sent: Sent[] = [];

/** Sends a state: the test answers or fails the call. */
const send = (ID: string, want: Attendance): Promise<string> =>
  new Promise((resolve, reject) => {
    sent.push({
      want,
      answer: () =>
        act(async () => {
          seats.patch(ID, { want });
          resolve(`saved ${want}`);
        }),
      fail: (error) => act(async () => reject(error)),
    });
  });

const seat = defineOwnState({
  kind: 'attendance',
  toAction: (event, want: Attendance) => ({ event, want }),
  fromAction: ({ event, want }) => ({ of: event, want }),
  current: (id) => seats.get(id)?.want ?? 'not_attending',
  show: (id, want) => [seats.applyOptimistic(id, (own) => ({ ...own, want }))],
  send,
  discard,
  onQueued,
});

const unreachable = () => new ApiError(0, 'offline', '');
const refused = () => new ApiError(409, 'event_full', 'This event is full.');
const shown = () => seats.get('a')?.want;
const queued = () => queuedOf('attendance').map(({ want }) => want);
const wants = () => sent.map(({ want }) => want);
const last = () => sent.at(-1) as Sent;

/** Presses for a state; the outcome is its answer, null if it was queued, or its error. */
const press = (want: Attendance) => act(async () => ({ outcome: seat.set('a', want).catch((error: unknown) => error) }));
const goOffline = () =>
  act(async () => {
    onLine.mockReturnValue(false);
    setConnection('offline');
  });
const comeBack = () =>
  act(async () => {
    onLine.mockReturnValue(true);
    setConnection('online');
    window.dispatchEvent(new Event('online'));
  });

beforeEach(() => {
  onLine.mockReturnValue(true);
  setConnection('online');
  saveToken('good', true);
  useSession.setState({ status: 'in', user: aUser() });
  seats.merge([{ ID: 'a', want: 'not_attending' }]);
  sent = [];
  discard.mockClear();
  onQueued.mockClear();
});

describe('while the server is in reach', () => {
  it('is shown at once, and resolves to the answer', async () => {
    const { outcome } = await press('attending');
    expect(shown()).toBe('attending');
    await last().answer();
    expect([await outcome, shown()]).toEqual(['saved attending', 'attending']);
  });

  it('sends one call at a time, and the last press wins', async () => {
    const outcomes = [await press('attending'), await press('not_attending'), await press('waiting')];
    expect([wants(), shown()]).toEqual([['attending'], 'waiting']);
    await last().answer();
    expect([wants(), shown()]).toEqual([['attending', 'waiting'], 'waiting']);
    await last().answer();
    expect(await Promise.all(outcomes.map(({ outcome }) => outcome))).toEqual(Array(3).fill('saved waiting'));
    expect(shown()).toBe('waiting');
  });

  it('sends nothing more if the last press wants what is being sent', async () => {
    await press('attending');
    await press('not_attending');
    await press('attending');
    await last().answer();
    expect([wants(), shown()]).toEqual([['attending'], 'attending']);
  });

  it('is rolled back when the server refuses it, and throws', async () => {
    const { outcome } = await press('attending');
    await last().fail(refused());
    expect(await outcome).toMatchObject({ code: 'event_full' });
    expect([shown(), queued()]).toEqual(['not_attending', []]);
  });

  it('is not queued if only this call found the server out of reach', async () => {
    const { outcome } = await press('attending');
    await last().fail(unreachable());
    expect(await outcome).toMatchObject({ code: 'offline' });
    expect([shown(), queued()]).toEqual(['not_attending', []]);
  });
});

describe('while the server is out of reach', () => {
  it('is queued and shown, and sent when the server is back', async () => {
    await goOffline();
    const isQueued = renderHook(() => seat.useIsQueued('a')).result;
    expect(await (await press('attending')).outcome).toBeNull();
    expect([shown(), queued(), wants(), isQueued.current]).toEqual(['attending', ['attending'], [], true]);
    expect(onQueued.mock.calls).toEqual([['a']]);
    await comeBack();
    await last().answer();
    await waitFor(() => expect(queued()).toEqual([]));
    expect([wants(), shown(), isQueued.current]).toEqual([['attending'], 'attending', false]);
  });

  it('replaces an earlier queued state', async () => {
    await goOffline();
    await press('attending');
    await press('waiting');
    expect([queued(), shown()]).toEqual([['waiting'], 'waiting']);
    await comeBack();
    await last().answer();
    expect(wants()).toEqual(['waiting']);
  });

  it('leaves the queue if it is the current state again', async () => {
    await goOffline();
    await press('attending');
    await press('not_attending');
    expect([queued(), shown()]).toEqual([[], 'not_attending']);
    await comeBack();
    expect(wants()).toEqual([]);
  });

  it('is rolled back and discarded when the server refuses it later', async () => {
    await goOffline();
    await press('attending');
    await comeBack();
    await last().fail(refused());
    await waitFor(() => expect(queued()).toEqual([]));
    expect([shown(), discard.mock.calls]).toEqual(['not_attending', [['a']]]);
  });

  it('is sent after the queued state that is under way', async () => {
    await goOffline();
    await press('attending');
    await comeBack();
    expect(await (await press('waiting')).outcome).toBeNull();
    expect([wants(), shown()]).toEqual([['attending'], 'waiting']);
    await last().answer();
    expect(wants()).toEqual(['attending', 'waiting']);
    await last().answer();
    await waitFor(() => expect(queued()).toEqual([]));
    expect(shown()).toBe('waiting');
  });

  it('is sent after the queued state that is under way, also if it undoes that', async () => {
    await goOffline();
    await press('attending');
    await comeBack();
    expect(await (await press('not_attending')).outcome).toBeNull();
    expect([queued(), shown()]).toEqual([['attending', 'not_attending'], 'not_attending']);
    await last().answer();
    await last().answer();
    await waitFor(() => expect(queued()).toEqual([]));
    expect([wants(), shown()]).toEqual([['attending', 'not_attending'], 'not_attending']);
  });

  it('stays queued if the call under way fails after two presses that undo each other', async () => {
    await goOffline();
    await press('attending');
    await comeBack();
    await press('not_attending');
    await press('attending');
    await last().fail(unreachable());
    expect([queued(), shown()]).toEqual([['attending'], 'attending']);
  });
});

describe('when the connection is lost during a call', () => {
  it('is queued', async () => {
    const { outcome } = await press('attending');
    await goOffline();
    await last().fail(unreachable());
    expect([await outcome, queued(), shown()]).toEqual([null, ['attending'], 'attending']);
  });

  it('queues the last of the presses that waited for the call', async () => {
    await press('attending');
    await press('waiting');
    await goOffline();
    await last().fail(unreachable());
    expect([queued(), shown()]).toEqual([['waiting'], 'waiting']);
  });

  it('does not replace what was queued after it', async () => {
    await press('attending');
    await goOffline();
    await press('waiting');
    await last().fail(unreachable());
    expect([queued(), shown()]).toEqual([['waiting'], 'waiting']);
  });
});

it('is queued where it is declared so, if only this call found the server out of reach', async () => {
  const mark = defineOwnState({
    kind: 'bookmark',
    toAction: (event, on: boolean) => ({ event, on }),
    fromAction: ({ event, on }) => ({ of: event, want: on }),
    current: () => false,
    show: () => [],
    send: () => Promise.reject(unreachable()),
    queuesUnanswered: true,
  });
  const outcome = await act(() => mark.set('a', true));
  expect([outcome, queuedOf('bookmark').map(({ on }) => on)]).toEqual([null, [true]]);
});
