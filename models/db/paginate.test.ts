import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildEvent, buildSociety } from '#models/testing/builders';
import { testStores } from '#models/testing/stores';
import { decodePosition, encodePosition, type ListPosition, type SortOrder } from './cursor.js';
import { type EventDoc, Events } from './events.js';
import { mergePaginate, paginate } from './paginate.js';

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

test('a list by one date has a short cursor, and accepts the long form too', () => {
  const position = { values: [new Date(5)], id: new mongoose.Types.ObjectId() };
  const cursor = encodePosition(position);
  expect(Buffer.from(cursor, 'base64url').toString()).toBe(`${position.id}d5`);
  const long = Buffer.from(`${position.id}s${JSON.stringify(['', { at: 5 }])}`).toString('base64url');
  expect([cursor, long].map((text) => decodePosition(text, order))).toEqual(Array(2).fill({ position, note: '' }));
  expect(() => decodePosition(cursor, [['title', 1, 'string']])).toThrow('validation_failed');
});

test.each(['d', 'dNaN', 's', 's{}', 's[null]', 's[""]', 's["",null]', 's["",{"at":"x"}]', 's["","text"]', 'x5'])(
  'a cursor that ends with %s is rejected',
  (end) => {
    const text = Buffer.from(`${new mongoose.Types.ObjectId()}${end}`).toString('base64url');
    expect(() => decodePosition(text, order)).toThrow('validation_failed');
  },
);

test('pages of two merged reads follow each other without gap or repeat, also among equal dates', async () => {
  const society = await buildSociety();
  const { _id: _, ...fields } = await buildEvent({ society, open: true, startsAt: new Date(1) });
  const made = Array.from({ length: 8 }, (_each, n) => ({
    ...fields,
    _id: new mongoose.Types.ObjectId(),
    open: n % 2 === 0,
    startsAt: new Date(n < 4 ? 1 : 2),
  }));
  await Events.insertMany(made);
  const reads = [true, false].map((open) => ({ society: society._id, open }));
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await paginate({ model: Events, reads, order, cursor, limit: 2 });
    seen.push(...page.items.map(({ _id }) => String(_id)));
    cursor = page.next ?? undefined;
  } while (cursor);
  const all = await Events.find({ society: society._id }).sort({ startsAt: 1, _id: 1 }).lean();
  expect(seen).toEqual(all.map(({ _id }) => String(_id)));
});
