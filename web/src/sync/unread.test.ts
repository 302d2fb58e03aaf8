import { beforeEach, expect, it } from 'vitest';
import { deferred } from '@/testing/deferred';
import { resetUnread, setUnread, useUnread, withUnread } from './unread';

const count = () => useUnread.getState().count;
beforeEach(resetUnread);

const fail = (): never => {
  throw new Error('Boom');
};

it('an answer does not undo the count of a message that came after the request', async () => {
  const answer = deferred<number>();
  const asked = withUnread(() => answer.promise, Number);
  setUnread(3);
  answer.give(5);
  await asked;
  expect(count()).toBe(3);
});

it('a call lowers the count until its answer, or until it fails', async () => {
  setUnread(3);
  const answered = withUnread(async () => 1, Number, 1);
  expect(count()).toBe(2);
  await answered;
  expect(count()).toBe(1);
  const failed = withUnread(() => Promise.reject(new Error('Boom')), Number, Number.POSITIVE_INFINITY);
  expect(count()).toBe(0);
  await expect(failed).rejects.toThrow('Boom');
  expect(count()).toBe(1);
});

it('the count is as before once all of several calls under way have failed', async () => {
  setUnread(5);
  const fails = [1, 1, Number.POSITIVE_INFINITY].map((by) => {
    const answer = deferred<number>();
    return { answer, asked: withUnread(() => answer.promise.then(fail), Number, by) };
  });
  expect(count()).toBe(0);
  for (const { answer, asked } of fails) {
    answer.give(0);
    await expect(asked).rejects.toThrow('Boom');
  }
  expect(count()).toBe(5);
});

it("a call that fails does not raise the count of another one's answer", async () => {
  setUnread(5);
  const [first, second] = [deferred<number>(), deferred<number>()];
  const answered = withUnread(() => first.promise, Number, 1);
  const failed = withUnread(() => second.promise.then(fail), Number, 1);
  first.give(4);
  await answered;
  second.give(0);
  await expect(failed).rejects.toThrow('Boom');
  expect(count()).toBe(4);
});

it('the next user does not see an answer to the last one', async () => {
  const answer = deferred<number>();
  const asked = withUnread(() => answer.promise, Number);
  resetUnread();
  answer.give(5);
  await asked;
  expect(useUnread.getState()).toEqual({ count: 0, isLoaded: false });
});
