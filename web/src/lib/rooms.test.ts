import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '#models/contract/live';
import { connectRooms, denyRooms, disconnectRooms, joinRooms, retryDeniedRooms, roomStreamId } from './rooms';
import { currentStreamId, noteStreamId, resetStreamId } from './stream-id';

type Answered = (answer: Answer | null) => void;
const joins: { rooms: string[]; since?: string; answered: Answered }[] = [];
const left: string[][] = [];
const callbacks = { onResync: vi.fn(), onSettled: vi.fn() };
const connect = () =>
  connectRooms({ join: (ask, answered) => joins.push({ ...ask, answered }), leave: (rooms) => left.push(rooms) }, callbacks);
const tick = () => Promise.resolve();
const holds: (() => void)[] = [];
const hold = (rooms: string[], since?: string) => {
  const letGo = joinRooms(rooms, since);
  holds.push(letGo);
  return letGo;
};

beforeEach(async () => {
  for (const letGo of holds.splice(0)) letGo();
  disconnectRooms();
  await tick();
  resetStreamId();
  joins.length = 0;
  left.length = 0;
  vi.clearAllMocks();
});

describe('rooms', () => {
  it('held within one tick are joined in one call', async () => {
    connect();
    hold(['feed', 'mine']);
    hold(['post:1']);
    await tick();
    expect(joins).toMatchObject([{ rooms: ['feed', 'mine', 'post:1'] }]);
  });
  it('are joined once and left with the last release', async () => {
    connect();
    const first = hold(['feed']);
    const second = hold(['feed']);
    await tick();
    first();
    await tick();
    expect(left).toEqual([]);
    second();
    second();
    await tick();
    expect(joins).toHaveLength(1);
    expect(left).toEqual([['feed']]);
  });
  it('released and held again within one tick are not joined again', async () => {
    connect();
    const letGo = hold(['feed']);
    await tick();
    letGo();
    hold(['feed']);
    await tick();
    expect(joins).toHaveLength(1);
    expect(left).toEqual([]);
  });
  it('are joined from the current stream id, or from that of the data on the screen', async () => {
    connect();
    noteStreamId('20-0');
    hold(['feed']);
    await tick();
    joins[0]?.answered({ ok: true, at: '30-0' });
    hold(['post:1'], '25-0');
    await tick();
    expect(joins.map(({ since }) => since)).toEqual(['20-0', '25-0']);
    expect(currentStreamId()).toBe('30-0');
  });
  it('are joined again on a new connection, from the stream id at which the old one ended', async () => {
    connect();
    hold(['feed', 'mine']);
    await tick();
    joins[0]?.answered({ ok: true, at: '40-0' });
    disconnectRooms();
    connect();
    expect(joins[1]).toMatchObject({ rooms: ['feed', 'mine'], since: '40-0' });
  });
  it('cause a resync when too much was missed', async () => {
    connect();
    hold(['feed']);
    await tick();
    joins[0]?.answered({ ok: true, at: '50-0', resync: true });
    expect(callbacks.onResync.mock.calls).toEqual([[[]]]);
    expect(callbacks.onSettled).toHaveBeenCalled();
  });
  it('cause a resync of themselves alone if the others miss nothing', async () => {
    connect();
    hold(['feed', 'post:1']);
    await tick();
    joins[0]?.answered({ ok: true, at: '50-0' });
    hold(['post:2'], '9-0');
    hold(['post:3'], '50-0');
    await tick();
    joins[1]?.answered({ ok: true, at: '60-0', resync: true });
    expect(callbacks.onResync.mock.calls).toEqual([[['post:2']]]);
  });
  it('cause no resync if the room with the gap is released by then', async () => {
    connect();
    hold(['feed']);
    await tick();
    joins[0]?.answered({ ok: true, at: '50-0' });
    const letGo = hold(['post:2'], '9-0');
    await tick();
    letGo();
    joins[1]?.answered({ ok: true, at: '60-0', resync: true });
    expect(callbacks.onResync).not.toHaveBeenCalled();
  });
  it('cause a full resync after a disconnect, whatever single rooms missed before', async () => {
    connect();
    hold(['feed']);
    await tick();
    joins[0]?.answered({ ok: true, at: '50-0' });
    disconnectRooms();
    hold(['post:2'], '9-0');
    connect();
    expect(joins[1]).toMatchObject({ rooms: ['feed', 'post:2'], since: '9-0' });
    joins[1]?.answered({ ok: true, at: '60-0', resync: true });
    expect(callbacks.onResync.mock.calls).toEqual([[[]]]);
  });
  it('that are not there are reported at their first refusal, since what is shown of them may be from before', async () => {
    connect();
    hold(['event:1', 'society:1']);
    await tick();
    const refused: [string, 'not_found' | 'forbidden'][] = [
      ['event:1', 'not_found'],
      ['society:1', 'forbidden'],
    ];
    joins[0]?.answered({ ok: true, at: '1-0', refused: refused.map(([room, code]) => ({ room, code })) });
    expect(callbacks.onResync.mock.calls).toEqual([[['event:1']]]);
    connect();
    await tick();
    joins[1]?.answered({ ok: true, at: '2-0', refused: [{ room: 'event:1', code: 'not_found' }] });
    expect(callbacks.onResync).toHaveBeenCalledTimes(2);
  });
  it('that are refused again and again are reported once', async () => {
    vi.useFakeTimers();
    connect();
    hold(['event:1']);
    await tick();
    joins[0]?.answered({ ok: true, at: '1-0', refused: [{ room: 'event:1', code: 'not_found' }] });
    await vi.advanceTimersByTimeAsync(5000);
    joins[1]?.answered({ ok: true, at: '2-0', refused: [{ room: 'event:1', code: 'not_found' }] });
    expect(callbacks.onResync).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });
  it('that were refused or taken are requested again at once when a right may be back', async () => {
    connect();
    hold(['feed', 'society:1']);
    await tick();
    joins[0]?.answered({ ok: true, at: '1-0', refused: [{ room: 'society:1', code: 'forbidden' }] });
    denyRooms(['feed']);
    hold(['mine']);
    await tick();
    expect(joins[1]?.rooms).toEqual(['mine']);
    retryDeniedRooms();
    await tick();
    expect(joins[2]?.rooms).toEqual(['feed', 'society:1']);
  });
  it('that were taken while they are held are requested again after some seconds, less and less often, from where they were taken', async () => {
    vi.useFakeTimers();
    connect();
    noteStreamId('20-0');
    hold(['societyPublic:1']);
    await tick();
    joins[0]?.answered({ ok: true, at: '30-0' });
    denyRooms(['societyPublic:1']);
    noteStreamId('40-0');
    await vi.advanceTimersByTimeAsync(3000);
    expect(joins[1]).toMatchObject({ rooms: ['societyPublic:1'], since: '30-0' });
    joins[1]?.answered({ ok: true, at: '40-0', refused: [{ room: 'societyPublic:1', code: 'forbidden' }] });
    await vi.advanceTimersByTimeAsync(3900);
    expect(joins).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2100);
    expect(joins).toHaveLength(3);
    joins[2]?.answered({ ok: true, at: '50-0' });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(joins).toHaveLength(3);
    vi.useRealTimers();
  });
  it('that were taken when nobody held them are joined when they are held again', async () => {
    connect();
    denyRooms(['post:1']);
    hold(['post:1']);
    await tick();
    expect(joins).toMatchObject([{ rooms: ['post:1'] }]);
  });
  it('are requested again at once if a right came back before the refusal arrived, without a gap', async () => {
    connect();
    noteStreamId('5-0');
    hold(['event:1', 'feed']);
    await tick();
    retryDeniedRooms();
    joins[0]?.answered({ ok: true, at: '9-0', refused: [{ room: 'event:1', code: 'forbidden' }] });
    await tick();
    expect(joins).toMatchObject([{ rooms: ['event:1', 'feed'] }, { rooms: ['event:1'], since: '5-0' }]);
    joins[1]?.answered({ ok: true, at: '9-1', refused: [{ room: 'event:1', code: 'forbidden' }] });
    await tick();
    expect(joins).toHaveLength(2);
  });
  it('are requested again later if the server was busy', async () => {
    vi.useFakeTimers();
    connect();
    hold(['feed']);
    await tick();
    joins[0]?.answered({ ok: false, code: 'too_many_requests', error_message: '' });
    await vi.advanceTimersByTimeAsync(3000);
    expect(joins[1]?.rooms).toEqual(['feed']);
    vi.useRealTimers();
  });
});

describe('a gap', () => {
  it('lasts until its join is answered: a disconnect right after a reconnect loses nothing', async () => {
    connect();
    hold(['feed']);
    await tick();
    joins[0]?.answered({ ok: true, at: '40-0' });
    hold(['post:1'], '25-0');
    await tick();
    disconnectRooms();
    connect();
    expect(joins[2]).toMatchObject({ rooms: ['feed', 'post:1'], since: '25-0' });
    disconnectRooms();
    connect();
    expect(joins[3]?.since).toBe('25-0');
    joins[3]?.answered({ ok: true, at: '60-0' });
    disconnectRooms();
    connect();
    expect(joins[4]?.since).toBe('60-0');
  });
  it('does not end with the answer to an earlier join of the same room', async () => {
    connect();
    hold(['feed']);
    await tick();
    joins[0]?.answered({ ok: true, at: '40-0' });
    const letGo = hold(['post:1'], '30-0');
    await tick();
    letGo();
    await tick();
    hold(['post:1'], '25-0');
    await tick();
    joins[1]?.answered({ ok: true, at: '50-0' });
    disconnectRooms();
    connect();
    expect(joins[3]?.since).toBe('25-0');
  });
  it('is resumed by a card that left the view before the answer', async () => {
    connect();
    hold(['feed']);
    await tick();
    joins[0]?.answered({ ok: true, at: '40-0' });
    hold(['post:1'], '25-0');
    await tick();
    expect([roomStreamId('post:1'), roomStreamId('feed')]).toEqual(['25-0', '40-0']);
    joins[1]?.answered({ ok: true, at: '50-0' });
    expect(roomStreamId('post:1')).toBe('50-0');
  });
  it('is dropped when the room is released', async () => {
    connect();
    hold(['post:1'], '25-0')();
    await tick();
    hold(['post:1'], '30-0');
    await tick();
    expect(joins[0]?.since).toBe('30-0');
  });
});
