import { beforeEach, describe, expect, it } from 'vitest';
import { dayAhead, setUpEventTests, zone } from '#gateway/testing/event-tests';
import { getOverlappingEvents } from '#models/contract/event-overlaps';
import { eventTimes } from '#models/db/event-times';
import { type EventDoc, Events } from '#models/db/events';
import { addDays } from '#models/db/local-time';
import type { SocietyDoc } from '#models/db/societies';
import * as build from '#models/testing/builders';

const { test, adminOf } = setUpEventTests();

/** The day of one test, far from those of the others: every public event of that time is found. */
let date: string;
let days = 0;
beforeEach(() => {
  days += 20;
  date = dayAhead(days);
});

/** Builds an event at a local time. */
function at(society: SocietyDoc, time: string, over: Partial<EventDoc> = {}) {
  const plan = { date, time, endDate: null, endTime: null, ...over };
  return build.buildEvent({ ...plan, ...over, ...eventTimes(plan, zone), society });
}
/** A society, its admin's token, and the titles of what overlaps a time. */
async function planner(over: Parameters<typeof build.buildSociety>[0] = {}) {
  const society = await build.buildSociety(over);
  const token = await adminOf(society);
  const ask = (time: string, more: object = {}) =>
    test.call(getOverlappingEvents, { society_id: String(society._id), date, time, ...more }, token);
  const titles = async (time: string, more: object = {}) => (await ask(time, more)).data.map(({ Title }) => Title);
  return { society, token, ask, titles };
}

describe('what overlaps a planned time', () => {
  it('is what runs then: not what ends as it starts, or starts as it ends', async () => {
    const { society, titles } = await planner();
    await at(society, '15:00', { title: 'Ends at 17:00' });
    await at(society, '16:00', { title: 'Ends at 18:00' });
    await at(society, '18:59', { title: 'Starts within' });
    await at(society, '19:00', { title: 'Starts after' });
    expect(await titles('17:00')).toEqual(['Ends at 18:00', 'Starts within']);
    expect(await titles('17:00', { end_time: '18:00' })).toEqual(['Ends at 18:00']);
  });

  it('finds what has run for days, and looks as far as the last day', async () => {
    const { society, titles } = await planner();
    await at(society, '09:00', { title: 'A week of kites', date: addDays(date, -3), endDate: addDays(date, 3) });
    await at(society, '20:00', { title: 'The last evening', date: addDays(date, 4) });
    expect(await titles('17:00')).toEqual(['A week of kites']);
    expect(await titles('17:00', { end_date: addDays(date, 4) })).toEqual(['A week of kites', 'The last evening']);
  });

  it('has the society’s own events first, five at most, and the number of all', async () => {
    const { society, ask } = await planner();
    const other = await build.buildSociety();
    for (let i = 0; i < 4; i++) await at(other, `05:0${i}`, { title: `Public ${i}` });
    for (const i of [1, 2]) await at(society, `05:1${i}`, { title: `Own ${i}` });
    const { data, counts } = await ask('05:00');
    expect(data.map(({ Title }) => Title)).toEqual(['Own 1', 'Own 2', 'Public 0', 'Public 1', 'Public 2']);
    expect(counts).toEqual({ events: 6 });
  });

  it('leaves out the cancelled, the removed, and the event that is moved', async () => {
    const { society, ask } = await planner();
    const staying = await at(society, '02:00');
    const moved = await at(society, '02:00');
    for (const field of ['cancelledAt', 'removedAt']) {
      const { _id } = await at(society, '02:00');
      await Events.updateOne({ _id }, { $set: { [field]: new Date() } });
    }
    const { data, counts } = await ask('02:00', { except: String(moved._id) });
    expect([data.map(({ ID }) => ID), counts]).toEqual([[String(staying._id)], { events: 1 }]);
  });
});

describe('closed events', () => {
  it('of the society itself are shown to its members', async () => {
    const { society, titles } = await planner({ privacy: { visibility: 'private' } });
    await at(society, '23:00', { title: 'Closed evening', open: false });
    expect(await titles('23:00')).toEqual(['Closed evening']);
  });

  it('of another society are shown to nobody who plans here, also not to somebody in both', async () => {
    const { society, token, ask } = await planner();
    const secret = await build.buildSociety({ privacy: { visibility: 'private' } });
    await build.buildMembership({ society: secret, user: { _id: society.creator } });
    await at(secret, '21:00', { title: 'Closed elsewhere', open: false });
    const { data, counts } = await ask('21:00');
    expect([data, counts]).toEqual([[], { events: 0 }]);
    const inside = { society_id: String(secret._id), date, time: '21:00' };
    expect((await test.call(getOverlappingEvents, inside, token)).data.map(({ Title }) => Title)).toEqual(['Closed elsewhere']);
  });
});

it.each([
  ['a day', { date: '2026-02-30' }],
  ['a time', { time: '25:00' }],
  ['an end', { end_time: 'late' }],
])('%s that is none is refused', async (_name, over) => {
  const { ask } = await planner();
  const { status, error } = await ask('17:00', over);
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, Object.keys(over)]);
});
