import { beforeEach, describe, expect, it } from 'vitest';
import {
  currentStreamId,
  earlier,
  initStreamIdFromDate,
  joinEnded,
  joinStarted,
  joinsAborted,
  noteStreamId,
  resetStreamId,
} from './stream-id';

beforeEach(resetStreamId);

describe('the current stream id', () => {
  it('starts a little before the first request', () => {
    initStreamIdFromDate('Sat, 21 Nov 2026 20:00:00 GMT', 500);
    expect(currentStreamId()).toBe(`${Date.UTC(2026, 10, 21, 20) - 1500}-0`);
    initStreamIdFromDate('Sat, 21 Nov 2026 21:00:00 GMT', 0);
    expect(currentStreamId()).toBe(`${Date.UTC(2026, 10, 21, 20) - 1500}-0`);
  });
  it('comes from the answer to the last join', () => {
    joinStarted();
    joinEnded('5-1');
    expect(currentStreamId()).toBe('5-1');
  });
  it('does not move while a join is pending', () => {
    noteStreamId('5-0');
    joinStarted();
    joinStarted();
    noteStreamId('6-0');
    joinEnded('7-0');
    expect(currentStreamId()).toBe('5-0');
    joinEnded('8-0');
    expect(currentStreamId()).toBe('8-0');
  });
  it('moves on after joins that were never answered', () => {
    joinStarted();
    joinsAborted();
    noteStreamId('9-0');
    expect(currentStreamId()).toBe('9-0');
  });
});

describe('the earlier of two stream ids', () => {
  it('compares by time, then by number', () => {
    expect(earlier('10-0', '9-5')).toBe('9-5');
    expect(earlier('9-10', '9-9')).toBe('9-9');
    expect(earlier(null, '9-9')).toBe('9-9');
    expect(earlier(null, null)).toBeNull();
  });
});
