import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getUserStatus } from '#models/contract/attendance';
import type { DataOf } from '#models/contract/define';
import { type Event, getEventInfo } from '#models/contract/events';
import { queryClient } from '@/lib/query';
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

describe('of an earlier visit', () => {
  const events = createEntities<Event>({});
  const oneEvent = defineThings({
    key: (id) => ['event', id],
    call: getEventInfo,
    input: (event_id) => ({ event_id }),
    entities: events,
  });
  const event = anEvent();
  beforeEach(() => events.restore(new Map([[event.ID, event]])));

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
    vi.stubGlobal('fetch', async (_url: string, { signal }: { signal: AbortSignal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw signal.reason;
    });
    const { result, unmount } = renderHook(() => oneEvent.useThing(event.ID).state, { wrapper });
    await act(() => queryClient.cancelQueries());
    expect(result.current).toEqual({ is: 'there', thing: event });
    act(() => void oneEvent.refetch(event.ID));
    unmount();
    await act(() => queryClient.cancelQueries());
    expect(events.get(event.ID)).toEqual(event);
  });
});
