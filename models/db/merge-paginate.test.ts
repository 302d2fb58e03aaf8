import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildEvent, buildSociety } from '#models/testing/builders';
import { testStores } from '#models/testing/stores';
import { type EventDoc, Events } from './events.js';
import { decodePosition, encodePosition, type ListPosition, mergePaginate, type SortOrder } from './merge-paginate.js';

beforeAll(async () => {
  await mongoose.connect((await testStores()).mongoUri);
  await Events.createIndexes();
});
afterAll(() => mongoose.disconnect());

const order: SortOrder = [['startsAt', 1, 'date']];

test('a sparse search stops after a thousand documents with a cursor, and reaches every match on later pages', async () => {
  const society = await buildSociety();
  const first = await buildEvent({ society, startsAt: new Date(0) });
  const { _id: _, ...fields } = first;
  await Events.insertMany(
    Array.from({ length: 1300 }, (_, n) => ({
      ...fields,
      _id: new mongoose.Types.ObjectId(),
      title: n === 1250 ? 'found' : 'other',
      startsAt: new Date(n + 1),
    })),
  );
  const keep = (batch: EventDoc[]) => batch.filter(({ title }) => title === 'found');
  const page = (from: ListPosition | null) =>
    mergePaginate({ model: Events, reads: [{ society: society._id }], order, from, limit: 5, keep });
  const one = await page(null);
  expect([one.items.length, one.end === null]).toEqual([0, false]);
  const two = await page(one.end);
  expect([two.items.map(({ title }) => title), two.end]).toEqual([['found'], null]);
});

test('a position survives its cursor, and is rejected in a list of another order', () => {
  const position = { values: [new Date(5), 'a "b"', 7], id: new mongoose.Types.ObjectId() };
  const mixed: SortOrder = [
    ['at', 1, 'date'],
    ['name', 1, 'string'],
    ['count', 1, 'number'],
  ];
  expect(decodePosition(encodePosition(position, 'n'), mixed)).toEqual({ position, note: 'n' });
  expect(decodePosition(undefined, mixed)).toBeNull();
  expect(() => decodePosition(encodePosition(position), order)).toThrow('validation_failed');
  expect(() => decodePosition('nonsense', order)).toThrow('validation_failed');
});
