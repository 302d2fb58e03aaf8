import { act } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { invitationNew } from '#models/contract/invitations';
import { positionHeader } from '#models/contract/live';
import { membershipChanged } from '#models/contract/members';
import { roomOf } from '#models/contract/rooms';
import { societyVisibility } from '#models/contract/societies';
import { getUserInfo, ownChanged } from '#models/contract/users';
import { onCall, yes } from '@/testing/fake-server';
import {
  answerJoinsWith,
  arrives,
  breaks,
  comesBack,
  connectSocket,
  holdJoins,
  joined,
  joinsAnswered,
  positionMoves,
  roomsLeft,
  streamLost,
  visibilities,
} from '@/testing/fake-socket';
import { aUser } from '@/testing/fixtures';
import { anInvitation } from '@/testing/people-fixtures';
import { api } from './api';
import { useConnection } from './connection';
import { joinRooms, onResync, onReturn, onRoomGap } from './live';
import { currentStreamId, resetStreamId } from './stream-id';

const post = 'post:0123456789abcdef01234567';
const state = () => useConnection.getState().state;
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const ends: (() => void)[] = [];
const hold = async (rooms: string[], since?: string) => {
  const letGo = joinRooms(rooms, since);
  ends.push(letGo);
  await wait(0);
  return letGo;
};
/** A refetch that the test resolves. */
function fetching(listen: typeof onResync) {
  const gives: (() => void)[] = [];
  const fetch = vi.fn(() => new Promise<void>((resolve) => gives.push(resolve)));
  ends.push(listen(fetch));
  const comes = () => act(async () => gives.shift()?.());
  return { fetch, comes };
}

beforeAll(connectSocket);
beforeEach(async () => {
  vi.useFakeTimers();
  joined.length = 0;
});
afterEach(async () => {
  answerJoinsWith();
  for (const end of ends.splice(0)) end();
  await wait(0);
  comesBack();
  await wait(0);
  expect(state()).toBe('online');
  vi.useRealTimers();
});

it('the app reports when its tab goes to the background and comes back', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get');
  for (const isHidden of [true, false]) {
    hidden.mockReturnValue(isHidden);
    document.dispatchEvent(new Event('visibilitychange'));
  }
  expect(visibilities).toEqual([false, true]);
  hidden.mockRestore();
});

const id = '0123456789abcdef01234567';
const counts = { Member_Count: 1, Event_Count: 0, Post_Count: 0, rev: 2 };
it.each([
  ['a membership', () => arrives(membershipChanged, { society_id: id, user_id: id, Role: 'member', ...counts })],
  ['a visibility', () => arrives(societyVisibility, { society_id: id, visibility: 'public', eventsVisible: true })],
  ['an invitation', () => arrives(invitationNew, { invitation: anInvitation() })],
  ['a block', () => arrives(ownChanged, { kind: 'block', id, on: false, version: 2 })],
  ['a block by the other side', () => arrives(ownChanged, { kind: 'privacy', id, on: true, version: 2 })],
  ['a follow', () => arrives(ownChanged, { kind: 'follow', id, on: true, version: 2 })],
])('a room that was taken away is joined again after %s, and not after a like', async (_what, change) => {
  const profile = roomOf('profile', id);
  await hold([profile]);
  roomsLeft([profile], 'not_found');
  arrives(ownChanged, { kind: 'like', id, on: true, version: 2 });
  await wait(0);
  expect(joined).toHaveLength(1);
  change();
  await wait(0);
  expect(joined.slice(1)).toMatchObject([{ rooms: [profile] }]);
});

describe('a call', () => {
  const change = { kind: 'like', id, on: true, version: 2 } as const;
  /** The position that a call sends. */
  const sentPosition = async () => {
    const sent = vi.spyOn(globalThis, 'fetch');
    onCall(getUserInfo, () => yes(getUserInfo, aUser()));
    await api(getUserInfo, {});
    return new Headers(sent.mock.lastCall?.[1]?.headers).get(positionHeader);
  };
  beforeEach(() => resetStreamId());

  it('names the newest message received, also after older ones of a replay', async () => {
    expect(await sentPosition()).toBeNull();
    for (const [received, newest] of [
      ['1700000000009-1', '1700000000009-1'],
      ['1700000000009-0', '1700000000009-1'],
      ['1700000000010-0', '1700000000010-0'],
    ]) {
      arrives(ownChanged, change, received);
      expect(await sentPosition()).toBe(newest);
    }
  });

  it.each([
    ['the gateway has lost the stream', () => streamLost()],
    [
      'a reconnect without a replay',
      () => {
        answerJoinsWith({ resync: true });
        breaks();
        comesBack();
      },
    ],
  ])('names the end of the gap after %s', async (_what, resync) => {
    await hold(['feed']);
    arrives(ownChanged, change, '5-0');
    resync();
    await wait(0);
    expect(currentStreamId()).toMatch(/^17/);
    expect(await sentPosition()).toBe(currentStreamId());
  });
});

describe('the connection', () => {
  it('replays from the stream id of the first disconnect, however many joins stayed unanswered', async () => {
    await hold(['feed']);
    const place = positionMoves();
    breaks();
    holdJoins();
    comesBack();
    breaks();
    holdJoins();
    comesBack();
    breaks();
    comesBack();
    expect(joined.slice(1)).toEqual([1, 2, 3].map(() => ({ rooms: ['feed'], since: place })));
    await wait(0);
  });

  it('is offline after a moment, as of the last message from the server', async () => {
    await hold(['feed']);
    positionMoves();
    const lastReceivedAt = Date.now();
    await wait(60_000);
    breaks();
    await wait(1000);
    expect(state()).toBe('online');
    await wait(1000);
    expect(useConnection.getState()).toMatchObject({ state: 'offline', asOf: lastReceivedAt });
    comesBack();
    await wait(0);
    expect(useConnection.getState()).toMatchObject({ state: 'online', asOf: Date.now() });
  });

  it('catches up until its joins are answered and failed queries are refetched', async () => {
    await hold(['feed']);
    const { fetch, comes } = fetching(onReturn);
    breaks();
    await wait(2000);
    holdJoins();
    comesBack();
    await wait(0);
    expect([state(), fetch.mock.calls.length]).toEqual(['catching-up', 0]);
    joinsAnswered();
    await wait(0);
    expect([state(), fetch.mock.calls.length]).toEqual(['catching-up', 1]);
    await comes();
    expect(state()).toBe('online');
  });

  it('catches up until everything that cannot be replayed is refetched', async () => {
    await hold(['feed']);
    const { fetch, comes } = fetching(onResync);
    breaks();
    await wait(2000);
    answerJoinsWith({ resync: true });
    comesBack();
    await wait(60_000);
    expect([state(), fetch.mock.calls.length]).toEqual(['catching-up', 1]);
    await comes();
    expect(state()).toBe('online');
  });

  it('does not go online because of a refetch that ends after a second disconnect', async () => {
    await hold(['feed']);
    const { comes } = fetching(onResync);
    breaks();
    await wait(2000);
    answerJoinsWith({ resync: true });
    comesBack();
    breaks();
    await comes();
    expect(state()).toBe('catching-up');
    await wait(2000);
    expect(state()).toBe('offline');
  });

  it('catches up when the gateway loses the stream while online', async () => {
    await hold(['feed']);
    const { comes } = fetching(onResync);
    streamLost();
    expect(state()).toBe('catching-up');
    await comes();
    expect(state()).toBe('online');
  });
});

describe('a gap in a single room', () => {
  it("refetches only that room's data", async () => {
    const { fetch } = fetching(onResync);
    const mend = vi.fn(async () => {});
    onRoomGap('post', mend);
    await hold(['feed']);
    positionMoves();
    answerJoinsWith({ resync: true });
    await hold([post], '5-0');
    expect(mend.mock.calls).toEqual([['0123456789abcdef01234567']]);
    expect([state(), fetch.mock.calls.length]).toEqual(['online', 0]);
  });

  it('refetches everything if the room has no gap handler', async () => {
    const { fetch, comes } = fetching(onResync);
    await hold(['feed']);
    positionMoves();
    answerJoinsWith({ resync: true });
    await hold(['event:0123456789abcdef01234567'], '5-0');
    expect(fetch).toHaveBeenCalledOnce();
    await comes();
  });
});
