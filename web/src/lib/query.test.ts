import { QueryObserver } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAllPosts } from '#models/contract/posts';
import { onCall, requests } from '@/testing/fake-server';
import { answerJoinsWith, breaks, comesBack, connectSocket, streamLost } from '@/testing/fake-socket';
import { api } from './api';
import { useConnection } from './connection';
import { joinRooms } from './live';
import { queryClient, refetchAfterGaps } from './query';

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const state = () => useConnection.getState().state;
let fetchSomething = vi.fn(async () => 'something');
let ends: (() => void)[] = [];

/** Rejects when the signal aborts, like the browser. The fake clock does not move `AbortSignal.timeout`. */
function hangingFetch(answer: typeof fetch): typeof fetch {
  return (url, init) =>
    Promise.race([
      answer(url, init),
      new Promise<never>((_answered, fail) => init?.signal?.addEventListener('abort', () => fail(init.signal?.reason))),
    ]);
}

beforeAll(async () => {
  refetchAfterGaps();
  await connectSocket();
});
beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((after) => {
    const timer = new AbortController();
    setTimeout(() => timer.abort(new DOMException('Too late', 'TimeoutError')), after);
    return timer.signal;
  });
  queryClient.clear();
  fetchSomething = vi.fn(async () => 'something');
  const observer = new QueryObserver(queryClient, { queryKey: ['something'], queryFn: () => fetchSomething() });
  ends = [observer.subscribe(() => {}), joinRooms(['feed'])];
  await wait(0);
  expect([state(), fetchSomething.mock.calls.length]).toEqual(['online', 1]);
});
afterEach(async () => {
  answerJoinsWith();
  await wait(10_000);
  for (const end of ends) end();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a call that hangs', () => {
  it('times out after ten seconds, including retries', async () => {
    onCall(getAllPosts, () => (requests.length === 1 ? 'offline' : new Promise(() => {})));
    vi.stubGlobal('fetch', hangingFetch(globalThis.fetch));
    const query = new QueryObserver(queryClient, {
      queryKey: ['hanging'],
      queryFn: ({ signal }) => api(getAllPosts, {}, { signal }),
    });
    ends.push(query.subscribe(() => {}));
    await wait(9900);
    expect(query.getCurrentResult().status).toBe('pending');
    await wait(200);
    expect(query.getCurrentResult().error).toMatchObject({ status: 0, code: 'timeout' });
    await wait(30_000);
    expect(requests).toHaveLength(2);
  });
});

describe('a gap that cannot be replayed', () => {
  it.each([
    [0, 0],
    [0.5, 2000],
    [0.999, 3996],
  ])('is refetched within four seconds with jitter (%d)', async (chance, after) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    streamLost();
    await wait(Math.max(0, after - 1));
    expect(fetchSomething).toHaveBeenCalledTimes(after ? 1 : 2);
    await wait(2);
    expect(fetchSomething).toHaveBeenCalledTimes(2);
  });

  it('shares one refetch with later gaps', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    streamLost();
    await wait(500);
    streamLost();
    answerJoinsWith({ resync: true });
    breaks();
    comesBack();
    await wait(10_000);
    expect(fetchSomething).toHaveBeenCalledTimes(2);
  });

  it('during a refetch causes another one', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    fetchSomething.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, 1000, 'old')));
    streamLost();
    await wait(1);
    streamLost();
    await wait(1);
    expect(fetchSomething).toHaveBeenCalledTimes(3);
    await wait(2000);
    expect(queryClient.getQueryData(['something'])).toBe('something');
  });

  it('ends catching up only after the answers', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.25);
    fetchSomething.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, 500, 'new')));
    streamLost();
    await wait(1499);
    expect(state()).toBe('catching-up');
    await wait(2);
    expect([state(), queryClient.getQueryData(['something'])]).toEqual(['online', 'new']);
  });
});

describe('queries that failed while offline', () => {
  it('are refetched when the server is back, and no others', async () => {
    fetchSomething.mockRejectedValueOnce(new Error('away'));
    breaks();
    await wait(2000);
    expect(state()).toBe('offline');
    void queryClient.refetchQueries();
    fetchSomething.mockRejectedValue(new Error('away'));
    await wait(10_000);
    const before = fetchSomething.mock.calls.length;
    fetchSomething.mockReset().mockResolvedValue('again');
    comesBack();
    await wait(0);
    expect(before).toBeGreaterThan(1);
    expect([state(), queryClient.getQueryData(['something'])]).toEqual(['online', 'again']);
    breaks();
    await wait(2000);
    comesBack();
    await wait(0);
    expect(fetchSomething).toHaveBeenCalledTimes(1);
  });
});
