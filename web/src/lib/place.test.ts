import { beforeEach, describe, expect, it } from 'vitest';
import { currentPlace, earlier, joinBegan, joinEnded, joinsLost, resetPlace, seenAnswer, seenPosition } from './place';

beforeEach(resetPlace);

describe('the place in the stream', () => {
  it('begins a little before the first answer was asked for', () => {
    seenAnswer('Sat, 21 Nov 2026 20:00:00 GMT', 500);
    expect(currentPlace()).toBe(`${Date.UTC(2026, 10, 21, 20) - 1500}-0`);
    seenAnswer('Sat, 21 Nov 2026 21:00:00 GMT', 0);
    expect(currentPlace()).toBe(`${Date.UTC(2026, 10, 21, 20) - 1500}-0`);
  });
  it('is what the answer to the last join told', () => {
    joinBegan();
    joinEnded('5-1');
    expect(currentPlace()).toBe('5-1');
  });
  it('stands still while a join is unanswered', () => {
    seenPosition('5-0');
    joinBegan();
    joinBegan();
    seenPosition('6-0');
    joinEnded('7-0');
    expect(currentPlace()).toBe('5-0');
    joinEnded('8-0');
    expect(currentPlace()).toBe('8-0');
  });
  it('moves on after joins that never were answered', () => {
    joinBegan();
    joinsLost();
    seenPosition('9-0');
    expect(currentPlace()).toBe('9-0');
  });
});

describe('the earlier of two places', () => {
  it('compares by time, then by number', () => {
    expect(earlier('10-0', '9-5')).toBe('9-5');
    expect(earlier('9-10', '9-9')).toBe('9-9');
    expect(earlier(null, '9-9')).toBe('9-9');
    expect(earlier(null, null)).toBeNull();
  });
});
