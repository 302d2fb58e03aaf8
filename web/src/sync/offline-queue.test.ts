import { act } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/lib/api-error';
import { useSession } from '@/lib/session';
import { expireToken, saveToken } from '@/lib/token';
import { clearUserState } from '@/lib/user-change';
import { aUser } from '@/testing/fixtures';
import { dequeue, enqueue, queuedOf, registerQueueHandler } from './offline-queue';
import { type QueuedAction, queueKey, readQueue, removeQueue, writeQueue } from './offline-queue-storage';

const [layla, omar] = [aUser(), aUser()];
const storage = localStorage;
const day = 24 * 60 * 60_000;
const onLine = vi.spyOn(navigator, 'onLine', 'get');
const sent: string[] = [];
const discarded: string[] = [];
let send: (action: QueuedAction) => Promise<void>;

for (const kind of ['like', 'check-in'] as const)
  registerQueueHandler(kind, {
    show: () => () => {},
    send: (action) => send(action),
    discard: ({ id }) => void discarded.push(id),
  });

const like = (id: string, at = Date.now()): QueuedAction => ({ kind: 'like', id, at, post: 'p', on: true });
const checkIn = (id: string, at = Date.now()): QueuedAction => ({ kind: 'check-in', id, at, event: 'e', code: 'c', undoOf: null });
const stored = (user = layla) => readQueue(user.ID).map(({ id }) => id);
const signedIn = (user: typeof layla | null) => {
  clearUserState();
  useSession.setState(user ? { status: 'in', user: { ...user } } : { status: 'out', user: null });
};
const comesOnline = () =>
  act(async () => {
    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
  });

beforeEach(() => {
  onLine.mockReturnValue(false);
  for (const seen of [sent, discarded]) seen.length = 0;
  send = async ({ id }) => void sent.push(id);
  saveToken('good', true);
  signedIn(layla);
});

describe('the queue', () => {
  it('sends all kinds in the order in which they were queued, each once', async () => {
    for (const action of [like('1'), checkIn('2'), like('3'), checkIn('2')]) enqueue(action);
    await comesOnline();
    await comesOnline();
    expect([sent, stored()]).toEqual([['1', '2', '3'], []]);
  });

  it('keeps what another tab has just queued, and sends it too', async () => {
    enqueue(checkIn('1'));
    writeQueue(layla.ID, [...readQueue(layla.ID), checkIn('2')]);
    enqueue(checkIn('3'));
    expect(stored()).toEqual(['1', '2', '3']);
    await comesOnline();
    expect(sent).toEqual(['1', '2', '3']);
  });

  it('does not send what another tab has just sent', async () => {
    enqueue(checkIn('1'));
    enqueue(checkIn('2'));
    writeQueue(layla.ID, [checkIn('2')]);
    await comesOnline();
    expect(sent).toEqual(['2']);
  });

  it('lasts as long as the page where the browser refuses storage', async () => {
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: (key: string) => storage.getItem(key), removeItem: () => {}, setItem: full });
    enqueue(checkIn('1'));
    enqueue(checkIn('2'));
    dequeue('1');
    expect(stored()).toEqual([]);
    vi.stubGlobal('localStorage', storage);
    await comesOnline();
    expect(sent).toEqual(['2']);
  });

  it('stops at an action that did not reach the server', async () => {
    send = async () => {
      throw new ApiError(503, 'unavailable', '');
    };
    enqueue(checkIn('1'));
    enqueue(checkIn('2'));
    await comesOnline();
    expect([stored(), discarded]).toEqual([['1', '2'], []]);
  });
});

describe('a check-in outlives', () => {
  it('the day after which other actions expire', async () => {
    writeQueue(layla.ID, [like('1', Date.now() - 2 * day), checkIn('2', Date.now() - 29 * day)]);
    signedIn(layla);
    await comesOnline();
    expect([sent, discarded]).toEqual([['2'], ['1']]);
  });

  it('the session: it is sent after the next sign-in', async () => {
    enqueue(like('1'));
    enqueue(checkIn('2'));
    expireToken();
    expect([stored(), discarded, queuedOf('check-in')]).toEqual([['2'], ['1'], [expect.objectContaining({ id: '2' })]]);
    await comesOnline();
    expect(sent).toEqual([]);
    saveToken('better', true);
    signedIn(layla);
    await act(async () => {});
    expect(sent).toEqual(['2']);
  });

  it('a sign-out, and the stay of another user', async () => {
    enqueue(like('1'));
    enqueue(checkIn('2', Date.now() - 2 * day));
    signedIn(null);
    removeQueue(layla.ID);
    signedIn(omar);
    await comesOnline();
    expect([stored(), sent]).toEqual([['2'], []]);
    signedIn(layla);
    await act(async () => {});
    expect([sent, localStorage.getItem(queueKey(layla.ID))]).toEqual([['2'], null]);
  });
});
