import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getUserStatus } from '#models/contract/attendance';
import type { DataOf } from '#models/contract/define';
import { type Event, getEventInfo } from '#models/contract/events';
import { queryClient } from '@/lib/query';
import { deferred } from '@/testing/deferred';
import { no, onCall, yes } from '@/testing/fake-server';
import { newId } from '@/testing/fixtures';
import { anEvent } from '@/testing/society-fixtures';
import { createEntities } from './entities';
import { defineThings } from './things';

it('an answer without an id makes an entity of the thing that was asked for', async () => {
  const standings = createEntities<DataOf<typeof getUserStatus> & { event: string }>({ key: 'event' });
  const things = defineThings({
    key: (id) => ['standing', id],
    call: getUserStatus,
    input: (event_id) => ({ event_id }),
    entities: standings,
    toEntity: (data, event) => ({ event, ...data }),
  });
  const status = { attendance: 'waiting', waiting_position: 2, rev: 5, version: 3, bookmarked: false, bookmark_version: 1 } as const;
  onCall(getUserStatus, () => yes(getUserStatus, status));
  const event = newId();
  expect(await things.load(event)).toEqual({ event, ...status });
});

const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;

/** Lets each request wait until it is cancelled. */
const stubHangingServer = () =>
  vi.stubGlobal('fetch', async (_url: string, { signal }: { signal: AbortSignal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw signal.reason;
  });

describe('of an earlier visit', () => {
  const events = createEntities<Event>({});
  const oneEvent = defineThings({
    key: (id) => ['event', id],
    call: getEventInfo,
    input: (event_id) => ({ event_id }),
    entities: events,
  });
  const event = anEvent();
  beforeEach(() => {
    queryClient.clear();
    events.restore(new Map([[event.ID, event]]));
  });
  const shown = () => renderHook(() => oneEvent.useThing(event.ID), { wrapper }).result;

  it('is not shown on a later page before the answer', async () => {
    const answer = deferred<ReturnType<typeof yes>>();
    onCall(getEventInfo, () => answer.promise);
    const view = shown();
    expect(view.current).toMatchObject({ state: { is: 'loading' }, thing: undefined });
    answer.give(yes(getEventInfo, { ...event, version: 2 }));
    await waitFor(() => expect(view.current.thing?.version).toBe(2));
  });

  it('is not taken for missing on a later page while its request is replaced by a newer one', async () => {
    stubHangingServer();
    const view = shown();
    await act(() => queryClient.cancelQueries());
    await waitFor(() => expect(view.current.query.fetchStatus).toBe('idle'));
    expect(view.current.state.is).toBe('loading');
  });

  it('is shown on a later page while the server is out of reach, also while it is asked again', async () => {
    onCall(getEventInfo, () => 'offline');
    const view = shown();
    await waitFor(() => expect(view.current).toMatchObject({ state: { is: 'there' }, query: { isPending: true } }));
    await waitFor(() => expect(view.current.query.isError).toBe(true));
    onCall(getEventInfo, () => new Promise(() => {}));
    act(() => view.current.retry());
    await waitFor(() => expect(view.current.query.isPending).toBe(true));
    expect(view.current.state.is).toBe('there');
  });

  it('is shown on a later page at once without a network', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onCall(getEventInfo, () => new Promise(() => {}));
    expect(shown().current.state).toEqual({ is: 'there', thing: event });
    vi.restoreAllMocks();
  });

  it('is shown on a later page at once if it is of a rendered page', () => {
    events.setRendered();
    onCall(getEventInfo, () => new Promise(() => {}));
    expect(shown().current.state).toEqual({ is: 'there', thing: event });
  });

  it('is not shown any more after the server has failed to answer', async () => {
    onCall(getEventInfo, () => no(500, 'internal', 'No.'));
    await expect(oneEvent.load(event.ID)).rejects.toThrow();
    expect(events.get(event.ID)).toBeUndefined();
  });

  it('stays while the server is out of reach', async () => {
    onCall(getEventInfo, () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(oneEvent.load(event.ID)).rejects.toThrow();
    expect(events.get(event.ID)).toEqual(event);
  });

  it('stays after the server has failed, once an answer has brought it', async () => {
    events.merge([event], 1);
    onCall(getEventInfo, () => no(500, 'internal', 'No.'));
    await expect(oneEvent.load(event.ID)).rejects.toThrow();
    expect(events.get(event.ID)).toEqual(event);
  });

  it('stays while its request is cancelled for a newer one, or because its page is left', async () => {
    queryClient.setQueryData(oneEvent.spec.key(event.ID), event.ID);
    stubHangingServer();
    const { result, unmount } = renderHook(() => oneEvent.useThing(event.ID).state, { wrapper });
    await act(() => queryClient.cancelQueries());
    expect(result.current).toEqual({ is: 'there', thing: event });
    act(() => void oneEvent.refetch(event.ID));
    unmount();
    await act(() => queryClient.cancelQueries());
    expect(events.get(event.ID)).toEqual(event);
  });
});
