import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { setUpTestApp } from '#gateway/testing/test-app';
import { toggleAttendance } from '#models/contract/attendance';
import type { Call } from '#models/contract/define';
import { getOverlappingEvents } from '#models/contract/event-overlaps';
import { getSeries } from '#models/contract/event-series';
import {
  type Event,
  getAllEvents,
  getCalendar,
  getEventInfo,
  getEventsAttendedByUser,
  getEventsBySociety,
  getRelatedEvents,
} from '#models/contract/events';
import { calls } from '#models/contract/index';
import { getRecommendations } from '#models/contract/recommendations';
import { searchAll } from '#models/contract/search';
import { type EventDoc, Events } from '#models/db/events';
import { clearReadCache } from '#models/db/loader';
import { addDays, instantOf, localOf } from '#models/db/local-time';
import { type UserDoc, Users } from '#models/db/users';
import * as build from '#models/testing/builders';
import { demoAccounts, loadDemo } from '#models/testing/demo';

const zone = 'Asia/Amman';
const today = localOf(new Date(), zone).date;
const tenAtNight = instantOf(today, '22:00', zone);
const minutes = (count: number): Date => new Date(tenAtNight.getTime() + count * 60_000);

const test = setUpTestApp();
let member: UserDoc;
/** A meeting of a series that has one of each phase. */
let series: string;
beforeAll(async () => {
  await loadDemo({ today: tenAtNight, scale: 'small' });
  series = await buildSeries();
  member = (await Users.findOne({ emailFolded: demoAccounts.member.email }).lean())!;
}, 120_000);
async function buildSeries(): Promise<string> {
  const made = await build.buildEventSeries();
  const meetings: EventDoc[] = [];
  for (const [seriesIndex, startsAt] of [minutes(-600), minutes(-10), minutes(600)].entries())
    meetings.push(await build.buildMeeting(made, { seriesIndex, startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000) }));
  return String(meetings[0]?._id);
}
afterEach(() => void vi.useRealTimers());

const setClock = (now: Date): unknown => vi.useFakeTimers({ toFake: ['Date'], now });

/** Calls whose answers contain events, except changes of one event. */
const givesEvents = (call: Call): boolean =>
  call.method === 'GET' &&
  call.media === undefined &&
  JSON.stringify(z.toJSONSchema(call.data, { unrepresentable: 'any' })).includes('"Phase"');

type Read = (token?: string) => Promise<Event[][]>;
const inAll: Read = async (token) => {
  const pages: Event[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await test.call(getAllEvents, { limit: 100, ...(cursor ? { cursor } : {}) }, token);
    pages.push(...page.data);
    cursor = page.next;
  } while (cursor);
  return [pages];
};
const societies = async (): Promise<string[]> => (await Events.distinct('society', { open: true })).map(String);
const each = async <T>(ids: readonly string[], read: (id: string) => Promise<T>): Promise<T[]> => {
  const found: T[] = [];
  for (const id of ids) found.push(await read(id));
  return found;
};
const someEvents = async (): Promise<string[]> =>
  (await Events.find({ open: true }, { _id: 1 }).limit(20).lean()).map(({ _id }) => String(_id));

/** Each call with the lists of events in its answer, in their order. */
const reads: Record<string, Read> = {
  getAllEvents: inAll,
  getEventsBySociety: async (token) =>
    each(await societies(), async (society_id) => (await test.call(getEventsBySociety, { society_id, limit: 100 }, token)).data),
  getEventInfo: async (token) => each(await someEvents(), async (event_id) => [(await test.call(getEventInfo, { event_id }, token)).data]),
  getRelatedEvents: async (token) =>
    each(await someEvents(), async (event_id) => (await test.call(getRelatedEvents, { event_id, limit: 100 }, token)).data),
  getEventsAttendedByUser: async (token) => {
    const [past, coming] = [{ phase: 'ended' }, { phase: 'coming' }] as const;
    const read = async (input: typeof past | typeof coming) =>
      (await test.call(getEventsAttendedByUser, { user_id: String(member._id), limit: 100, ...input }, token)).data ?? [];
    return [await read(past), await read(coming)];
  },
  getCalendar: async (token) =>
    (await test.call(getCalendar, { from: addDays(today, -20), to: addDays(today, 20) }, token)).data.map(({ events }) => events),
  getSeries: async (token) => [(await test.call(getSeries, { event_id: series }, token)).data],
  // Visitors plan nothing.
  getOverlappingEvents: async (token) => {
    const plan = { date: today, time: '20:00', end_date: addDays(today, 7) };
    const signedIn = token ?? (await test.tokenFor(member));
    return each(await societies(), async (society_id) => (await test.call(getOverlappingEvents, { society_id, ...plan }, signedIn)).data);
  },
  searchAll: async (token) =>
    each(['a', 'e', 'ا'], async (q) => (await test.call(searchAll, { q, kind: 'events', limit: 100 }, token)).data.events),
};
/** Meetings of a series and overlapping events are sorted by time; every other list has the ended ones last. */
const byHour = ['getSeries', 'getOverlappingEvents'];

const hasEnded = ({ Ends_At }: Event): boolean => Date.parse(Ends_At) <= Date.now();

describe('at ten in the evening, in the demo community', () => {
  it('every call that returns events is tested here', () => {
    expect(Object.keys(reads).sort()).toEqual(
      calls
        .filter(givesEvents)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it.each(Object.keys(reads).flatMap((name) => [[name, 'a visitor'] as const, [name, 'a member'] as const]))(
    '%s shows %s the phase of each event, past ones last',
    { tags: ['generated'] },
    async (name, who) => {
      setClock(tenAtNight);
      const lists = await reads[name]!(who === 'a member' ? await test.tokenFor(member) : undefined);
      const events = lists.flat();
      expect(events.length).toBeGreaterThan(0);
      for (const event of events) {
        expect([event.Title, event.Phase === 'ended']).toEqual([event.Title, hasEnded(event)]);
        if (hasEnded(event)) expect([event.Title, event.Can.attend, event.Can.cancel]).toEqual([event.Title, false, false]);
      }
      if (byHour.includes(name)) return;
      for (const list of lists) {
        const firstEnded = list.findIndex(hasEnded);
        if (firstEnded >= 0)
          expect(
            list
              .slice(firstEnded)
              .filter((event) => !hasEnded(event))
              .map(({ Title }) => Title),
          ).toEqual([]);
      }
    },
  );

  it('the demo has events that ended today, are going on and are coming, none of them completed by the specification', async () => {
    setClock(tenAtNight);
    const [events] = await inAll();
    const open = events!.filter(({ Status }) => Status === 'upcoming');
    expect(new Set(open.map(({ Phase }) => Phase))).toEqual(new Set(['upcoming', 'now', 'ended']));
  });

  it('counters, filter and list of each society agree', async () => {
    setClock(tenAtNight);
    for (const society_id of await societies()) {
      const read = (status?: 'upcoming' | 'completed') =>
        test.call(getEventsBySociety, { society_id, limit: 100, ...(status ? { status } : {}) });
      const [all, upcoming, completed] = [await read(), await read('upcoming'), await read('completed')];
      expect(all.counts).toEqual({ upcoming: upcoming.data.length, completed: completed.data.length });
      expect(upcoming.data.filter(hasEnded)).toEqual([]);
      expect(completed.data.every(hasEnded)).toBe(true);
    }
  });

  it('no event that has begun is recommended, and nobody can attend one that has ended', async () => {
    setClock(tenAtNight);
    const token = await test.tokenFor(member);
    const { data } = await test.call(getRecommendations, { limit: 20 }, token);
    expect(data.some(({ type }) => type === 'event')).toBe(true);
    for (const { type, starts_at } of data) if (type === 'event') expect(Date.parse(starts_at!)).toBeGreaterThan(Date.now());
    const [events] = await inAll(token);
    for (const { ID } of events!.filter(hasEnded).slice(0, 12)) {
      const { status, error } = await test.call(toggleAttendance, { event_id: ID, status: 'attending' }, token);
      expect([status, ['event_over', 'event_cancelled'].includes(error.code)]).toEqual([409, true]);
    }
  });
});

describe('an event over time', () => {
  it('is upcoming, then now, then ended, and its society counts it so', async () => {
    const society = await build.buildSociety();
    const society_id = String(society._id);
    await build.buildEvent({ society, startsAt: minutes(0) });
    const at = async (minute: number) => {
      setClock(minutes(minute));
      clearReadCache();
      const { data, counts } = await test.call(getEventsBySociety, { society_id });
      vi.useRealTimers();
      return [data[0]?.Status, data[0]?.Phase, counts?.upcoming];
    };
    expect([await at(-1), await at(0), await at(119), await at(120), await at(24 * 60), await at(24 * 60 + 1)]).toEqual([
      ['upcoming', 'upcoming', 1],
      ['upcoming', 'now', 1],
      ['upcoming', 'now', 1],
      ['upcoming', 'ended', 0],
      ['upcoming', 'ended', 0],
      ['completed', 'ended', 0],
    ]);
  });

  it('is shown with the phase and the rights of the moment, though it was read before', async () => {
    const society = await build.buildSociety();
    const society_id = String(society._id);
    await build.buildEvent({ society, startsAt: minutes(0) });
    const token = await test.tokenFor(member);
    const seen: unknown[] = [];
    for (const minute of [-1, 0, 119, 120]) {
      setClock(minutes(minute));
      const { data } = await test.call(getEventsBySociety, { society_id }, token);
      seen.push([data[0]?.Phase, data[0]?.Can.attend]);
    }
    expect(seen).toEqual([
      ['upcoming', true],
      ['now', true],
      ['now', true],
      ['ended', false],
    ]);
  });
});
