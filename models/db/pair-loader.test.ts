import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testStores } from '#models/testing/stores';
import { Attendances } from './attendances.js';
import { loadAttendances, loadGoing } from './attendances.loaders.js';
import { Follows } from './follows.js';
import { loadFollowed, loadTies } from './follows.loaders.js';
import { JoinRequests } from './join-requests.js';
import { newestRequests } from './join-requests.loaders.js';
import { newId, toId } from './model.js';

beforeAll(async () => {
  await mongoose.connect((await testStores()).mongoUri);
  await Attendances.createIndexes();
});
afterAll(() => mongoose.disconnect());

const ids = (count: number): string[] => Array.from({ length: count }, () => String(newId()));
const going = (user: string, event: string, state = 'going') => ({
  _id: newId(),
  event: toId(event),
  user: toId(user),
  state,
  version: 3,
  at: new Date(),
});

test('readers of one moment share a query of attendances, each with the people whom they follow', async () => {
  const [anna = '', bert = '', friend = ''] = ids(3);
  const [first = '', second = ''] = ids(2);
  await Attendances.collection.insertMany([going(anna, first), going(friend, second), going(bert, second, 'none')] as never[]);
  const find = vi.spyOn(Attendances, 'find');
  const [forAnna, forBert, ofAnna, ofBert] = await Promise.all([
    loadAttendances([anna, friend], [first, second]),
    loadAttendances([bert], [second]),
    loadGoing(anna),
    loadGoing(bert),
  ]);
  expect(find).toHaveBeenCalledTimes(2);
  find.mockRestore();
  expect(forAnna(anna)?.get(first)).toEqual({ state: 'going', version: 3 });
  expect(forAnna(friend)?.get(second)).toEqual({ state: 'going', version: 3 });
  expect(forBert(bert)?.get(second)).toEqual({ state: 'none', version: 3 });
  expect([...ofAnna, ...ofBert]).toEqual([first]);
});

test('no query is sent for no things', async () => {
  const find = vi.spyOn(Attendances, 'find');
  expect((await loadAttendances(ids(1), []))('')).toBeUndefined();
  expect(find).not.toHaveBeenCalled();
  find.mockRestore();
});

test('the newest of several requests counts, though others ask in the same moment', async () => {
  const [anna = '', bert = ''] = ids(2);
  const society = newId();
  const request = (user: string, status: string, minutes: number) => ({
    _id: newId(),
    society,
    user: toId(user),
    status,
    version: 1,
    createdAt: new Date(1e12 + minutes * 60_000),
  });
  const made = [request(anna, 'approved', 5), request(bert, 'withdrawn', 4), request(anna, 'rejected', 3), request(bert, 'rejected', 9)];
  await JoinRequests.collection.insertMany(made as never[]);
  const [ofAnna, ofBert] = await Promise.all([anna, bert].map((user) => newestRequests(toId(user), [society])));
  expect([ofAnna, ofBert].map((requests) => requests?.get(String(society))?.status)).toEqual(['approved', 'rejected']);
});

test('follows between a viewer and people are their own, in both directions', async () => {
  const [anna = '', bert = '', carl = ''] = ids(3);
  const follow = (from: string, to: string, on = true) => ({
    _id: newId(),
    from: toId(from),
    to: toId(to),
    on,
    version: on ? 1 : 2,
    at: new Date(),
  });
  await Follows.collection.insertMany([follow(anna, bert), follow(bert, anna), follow(anna, carl, false), follow(carl, bert)] as never[]);
  const [ofAnna, ofBert] = await Promise.all([
    loadTies({ id: anna }, [toId(bert), toId(carl)]),
    loadFollowed({ id: bert }, [toId(anna), toId(carl)]),
  ]);
  expect(ofAnna).toEqual({
    followed: new Set([bert]),
    followers: new Set([bert]),
    versions: new Map([
      [bert, 1],
      [carl, 2],
    ]),
  });
  expect(ofBert).toEqual({ followed: new Set([anna]), followers: new Set(), versions: new Map([[anna, 1]]) });
});
