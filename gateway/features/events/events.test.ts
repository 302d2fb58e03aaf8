import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getUserStatus, toggleAttendance, toggleBookmark } from '#models/contract/attendance';
import type { InputOf } from '#models/contract/define';
import { getAllEvents, getEventsBySociety } from '#models/contract/events';
import type { EventDoc } from '#models/db/events';
import { addDays, instantOf, localOf, spanOf } from '#models/db/local-time';
import type { SocietyDoc } from '#models/db/societies';
import * as build from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { buildPersonInRole, insiders, managers, type TestRole, testRoles } from '#models/testing/test-roles';

const test = setUpTestApp();

const hour = 3_600_000;
const zone = 'Asia/Amman';
const inHours = (hours: number): Date => new Date(Date.now() + hours * hour);
const endIn = (hours: number) => {
  const { date, time } = localOf(inHours(hours), zone);
  return { endDate: date, endTime: time };
};
const at = (society: SocietyDoc) => ({ society_id: String(society._id) });
const titles = (data: { Title: string }[]): string[] => data.map(({ Title }) => Title);

async function tokenOf(testRole: TestRole, society: SocietyDoc): Promise<string | undefined> {
  const user = await buildPersonInRole(testRole, society);
  return user ? test.tokenFor(user) : undefined;
}

/** Reads every page of a society's events. */
async function allPages(input: InputOf<typeof getEventsBySociety>, token?: string): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null | undefined;
  for (let pages = 0; pages < 50; pages++) {
    const page = await test.call(getEventsBySociety, { ...input, ...(cursor ? { cursor } : {}) }, token);
    expect(page.status).toBe(200);
    seen.push(...titles(page.data));
    cursor = page.next;
    if (!cursor) return seen;
  }
  throw new Error('The list has no end.');
}

describe('who sees which events', () => {
  const rows = [
    { visibility: 'public', eventsVisible: true },
    { visibility: 'public', eventsVisible: false },
    { visibility: 'private', eventsVisible: true },
    { visibility: 'invite-only', eventsVisible: true },
  ] as const;
  const table = rows.flatMap((privacy) =>
    testRoles.map((testRole) => {
      const isInside = insiders.includes(testRole);
      const isHeader = isInside || privacy.visibility !== 'invite-only' || testRole === 'invited';
      const isOpen = privacy.visibility === 'public' && privacy.eventsVisible;
      return { ...privacy, testRole, status: testRole === 'suspended' ? 401 : isInside || isOpen ? 200 : isHeader ? 403 : 404 };
    }),
  );

  testCells(table, ({ testRole, status }) => [testRole, status])(
    '$visibility, visible $eventsVisible: $testRole gets $status',
    async ({ visibility, eventsVisible, testRole, status }) => {
      const society = await build.buildSociety({ privacy: { visibility, eventsVisible } });
      const event = await build.buildEvent({ society, title: `Only ${society._id}` });
      const token = await tokenOf(testRole, society);
      expect((await test.call(getEventsBySociety, at(society), token)).status).toBe(status);
      if (status === 401) return;
      const all = await test.call(getAllEvents, { q: String(society._id), limit: 100 }, token);
      expect(all.data.map(({ ID }) => ID)).toEqual(status === 200 ? [String(event._id)] : []);
      const [seen] = all.data;
      if (!seen) return;
      expect(seen.Society).toEqual({
        ID: String(society._id),
        Name: society.name,
        Image: '',
        Category: society.category,
        Is_Admin: managers.includes(testRole),
      });
      expect(seen.Can).toEqual({
        edit: managers.includes(testRole) || testRole === 'moderator',
        cancel: managers.includes(testRole) || testRole === 'moderator',
        delete: managers.includes(testRole),
        attend: testRole !== 'visitor',
        checkIn: managers.includes(testRole) || testRole === 'moderator',
      });
    },
  );
});

describe('one event', () => {
  it('has all its fields, its link for attendees and organisers, and avatars of followed people', async () => {
    const society = await build.buildSociety();
    const creator = await build.buildMember(society, 'moderator', { name: 'Omar' });
    const event = await build.buildEvent({
      society,
      creator,
      title: 'Meet',
      seats: 9,
      isOnline: true,
      onlineLink: 'https://meet.example/1',
      tags: ['Free'],
    });
    const [reader, goer, ...others] = await Promise.all(Array.from({ length: 7 }, () => build.buildUser()));
    for (const other of others) {
      await build.buildFollow({ from: reader!, to: other });
      await build.buildAttendance({ event, user: other });
    }
    await build.buildFollow({ from: reader!, to: await build.buildUser() });
    await build.buildAttendance({ event, user: goer! });
    const read = async (token?: string) => (await test.call(getEventsBySociety, at(society), token)).data[0];
    const seen = await read(await test.tokenFor(reader!));
    expect(seen).toMatchObject({
      Title: 'Meet',
      Organizer: society.name,
      Creator_Name: 'Omar',
      Society_ID: String(society._id),
      Max_Attendees: 9,
      attendees: 6,
      seats_left: 3,
      Status: 'upcoming',
      Is_Online: true,
      Online_Link: null,
      Tags: ['Free'],
    });
    expect(seen?.Faces.length).toBe(3);
    expect(others.map(({ _id }) => String(_id))).toEqual(expect.arrayContaining(seen?.Faces.map(({ ID }) => ID) ?? []));
    expect((await read(await test.tokenFor(goer!)))?.Online_Link).toBe('https://meet.example/1');
    expect((await read(await test.tokenFor(creator)))?.Online_Link).toBe('https://meet.example/1');
    expect(await read()).toMatchObject({ Online_Link: null, Faces: [] });
  });

  it('has the viewer’s own state, as the call for one event', async () => {
    const society = await build.buildSociety();
    const [event, other] = [await build.buildEvent({ society }), await build.buildEvent({ society, title: 'Other' })];
    const [goer, bystander] = [await build.buildUser(), await build.buildUser()];
    const token = await test.tokenFor(goer);
    await build.buildAttendance({ event, user: bystander });
    await test.call(toggleAttendance, { event_id: String(event._id), status: 'attending' }, token);
    for (const bookmarked of [true, false, true]) await test.call(toggleBookmark, { event_id: String(event._id), bookmarked }, token);
    const standings = async (as?: string) => {
      const { data } = await test.call(getEventsBySociety, at(society), as);
      return new Map(data.map(({ ID, Standing }) => [ID, Standing]));
    };
    const {
      waiting_position: _position,
      rev: _rev,
      ...one
    } = (await test.call(getUserStatus, { event_id: String(event._id) }, token)).data;
    const listed = await standings(token);
    expect(listed.get(String(event._id))).toEqual(one);
    expect(one).toMatchObject({ attendance: 'attending', bookmarked: true, bookmark_version: 3 });
    expect(listed.get(String(other._id))).toEqual({ attendance: 'not_attending', version: 0, bookmarked: false, bookmark_version: 0 });
    expect((await standings()).get(String(event._id))).toBeNull();
  });

  it.each([
    ['to come', { startsAt: inHours(5) }, 'upcoming', 'upcoming', { edit: true, cancel: true, attend: true }],
    ['going on', { startsAt: inHours(-1) }, 'upcoming', 'now', { edit: true, cancel: true, attend: true }],
    ['going on until its end', { startsAt: inHours(-3), ...endIn(1) }, 'upcoming', 'now', { edit: true, cancel: true, attend: true }],
    ['going on for days', { startsAt: inHours(-50), ...endIn(20) }, 'completed', 'now', { edit: true, cancel: true, attend: true }],
    ['ended two hours after its start', { startsAt: inHours(-2) }, 'upcoming', 'ended', { edit: true, cancel: false, attend: false }],
    ['ended at its end', { startsAt: inHours(-9), ...endIn(-1) }, 'upcoming', 'ended', { edit: true, cancel: false, attend: false }],
    ['completed', { startsAt: inHours(-25) }, 'completed', 'ended', { edit: true, cancel: false, attend: false }],
    [
      'called off',
      { startsAt: inHours(5), cancelledAt: new Date() },
      'cancelled',
      'upcoming',
      { edit: true, cancel: false, attend: false },
    ],
  ])('has the phase of one that is %s', async (_name, over, Status, Phase, Can) => {
    const event = await build.buildEvent(over as Partial<EventDoc>);
    const society = { society_id: String(event.society) };
    const { data } = await test.call(getEventsBySociety, society, await test.tokenFor({ _id: event.creator }));
    const instants = { Starts_At: event.startsAt.toISOString(), Ends_At: event.endsAt.toISOString() };
    expect(data[0]).toMatchObject({ Status, Phase, Can, Date: event.date, Time: event.time, ...instants });
  });
});

describe('the order of events', () => {
  const make = async () => {
    const society = await build.buildSociety();
    for (const [title, hours, more] of [
      ['Old', -300, {}],
      ['Days', -50, endIn(20)],
      ['Yesterday', -30, {}],
      ['Earlier', -5, {}],
      ['Now', -1, {}],
      ['Soon', 3, {}],
      ['Later', 200, {}],
    ] as const)
      await build.buildEvent({ society, title, startsAt: inHours(hours), ...more });
    await build.buildEvent({ society, title: 'Off', startsAt: inHours(100), cancelledAt: new Date() });
    await build.buildEvent({ society, title: 'Gone', startsAt: inHours(1), removedAt: new Date() });
    return society;
  };

  it.each([
    [undefined, ['Days', 'Now', 'Soon', 'Off', 'Later', 'Earlier', 'Yesterday', 'Old']],
    ['date', ['Old', 'Days', 'Yesterday', 'Earlier', 'Now', 'Soon', 'Off', 'Later']],
    ['dateDesc', ['Later', 'Off', 'Soon', 'Now', 'Earlier', 'Yesterday', 'Days', 'Old']],
    ['title', ['Days', 'Earlier', 'Later', 'Now', 'Off', 'Old', 'Soon', 'Yesterday']],
  ] as const)('%s holds over pages of every size', async (sort, expected) => {
    const society = await make();
    for (const limit of [1, 2, 3, 5, 8, 100])
      expect(await allPages({ ...at(society), limit, ...(sort ? { sort } : {}) })).toEqual(expected);
  });

  it.each([
    ['upcoming', undefined, ['Days', 'Now', 'Soon', 'Later']],
    ['upcoming', 'dateDesc', ['Later', 'Soon', 'Now', 'Days']],
    ['upcoming', 'title', ['Days', 'Later', 'Now', 'Soon']],
    ['completed', undefined, ['Earlier', 'Yesterday', 'Old']],
    ['completed', 'date', ['Old', 'Yesterday', 'Earlier']],
    ['completed', 'title', ['Earlier', 'Old', 'Yesterday']],
  ] as const)('of only the %s ones (sorted by %s) leaves out the others and cancelled ones', async (status, sort, expected) => {
    const society = await make();
    for (const limit of [1, 2, 100]) expect(await allPages({ ...at(society), status, limit, ...(sort ? { sort } : {}) })).toEqual(expected);
  });

  it('continues correctly when the filter changes between two pages', async () => {
    const society = await make();
    const [all, coming] = await Promise.all(
      [{}, { status: 'upcoming' } as const].map((filter) => test.call(getEventsBySociety, { ...at(society), ...filter, limit: 2 })),
    );
    const rest = async (next: string | null | undefined, filter: object) =>
      titles((await test.call(getEventsBySociety, { ...at(society), ...filter, cursor: next ?? '', limit: 100 })).data);
    expect(await rest(coming?.next, {})).toEqual(['Soon', 'Off', 'Later', 'Earlier', 'Yesterday', 'Old']);
    expect(await rest(all?.next, { status: 'upcoming' })).toEqual(['Soon', 'Later']);
    expect(await rest(all?.next, { status: 'completed' })).toEqual(['Earlier', 'Yesterday', 'Old']);
  });

  it('counts coming and past ones, whatever the filter', async () => {
    const society = await make();
    const { counts, data } = await test.call(getEventsBySociety, { ...at(society), q: 'soon' });
    expect([counts, titles(data)]).toEqual([{ upcoming: 4, completed: 3 }, ['Soon']]);
  });

  it('of equal times is by id', async () => {
    const society = await build.buildSociety();
    const startsAt = inHours(50);
    for (let n = 0; n < 5; n++) await build.buildEvent({ society, title: `Same ${n}`, startsAt });
    for (const sort of [undefined, 'date', 'dateDesc'] as const)
      expect(new Set(await allPages({ ...at(society), limit: 2, ...(sort ? { sort } : {}) })).size).toBe(5);
  });

  it('of all societies merges public and own ones without duplicates', async () => {
    const [open, own, other] = await Promise.all(
      (['public', 'private', 'private'] as const).map((visibility) => build.buildSociety({ privacy: { visibility } })),
    );
    const category = 'Hackathon';
    for (let n = 0; n < 9; n++)
      await build.buildEvent({ society: [open!, own!, other!][n % 3]!, category, title: `Mix ${n}`, startsAt: inHours(n + 1) });
    const token = await tokenOf('member', own!);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await test.call(getAllEvents, { category, limit: 2, ...(cursor ? { cursor } : {}) }, token);
      seen.push(...titles(page.data));
      cursor = page.next;
    } while (cursor);
    expect(seen).toEqual(['Mix 0', 'Mix 1', 'Mix 3', 'Mix 4', 'Mix 6', 'Mix 7']);
    const visitor = await test.call(getAllEvents, { category, limit: 100 });
    expect(titles(visitor.data)).toEqual(['Mix 0', 'Mix 3', 'Mix 6']);
  });
});

describe('filters of events', () => {
  it.each([
    ['title', { title: 'Robotics evening' }, 'BOTICS EV'],
    ['title in Arabic', { title: 'أمسية الشِّعر' }, 'الشعر'],
    ['description', { description: 'Bring a lantern' }, 'lantern'],
    ['place', { location: 'Planetarium' }, 'planet'],
  ])('find by a part of the %s', async (_name, over, q) => {
    const society = await build.buildSociety();
    const event = await build.buildEvent({ society, ...over });
    await build.buildEvent({ society });
    const { data } = await test.call(getEventsBySociety, { ...at(society), q });
    expect(data.map(({ ID }) => ID)).toEqual([String(event._id)]);
  });

  it('find by category, and by the name of the society', async () => {
    const society = await build.buildSociety({ name: `Stargazers ${Math.random()}` });
    await build.buildEvent({ society, title: 'A', category: 'Seminar' });
    await build.buildEvent({ society, title: 'B', category: 'Webinar' });
    for (const sort of [undefined, 'date', 'title'] as const)
      expect(await allPages({ ...at(society), category: 'Webinar', ...(sort ? { sort } : {}) })).toEqual(['B']);
    expect((await test.call(getAllEvents, { q: society.name, category: 'Seminar' })).data.length).toBe(1);
  });

  it.each(['today', 'thisWeek', 'thisMonth'] as const)('%s is in the university’s time zone', async (when) => {
    const society = await build.buildSociety();
    const { from, to } = spanOf(when, new Date(), zone);
    const ends = { first: from, last: new Date(to.getTime() - 60_000), before: new Date(from.getTime() - 60_000), after: to };
    for (const [title, startsAt] of Object.entries(ends)) await build.buildEvent({ society, title, startsAt });
    for (const sort of [undefined, 'date', 'title'] as const)
      expect((await allPages({ ...at(society), when, limit: 1, ...(sort ? { sort } : {}) })).sort()).toEqual(['first', 'last']);
    expect((await allPages({ ...at(society), when: 'all' })).length).toBe(4);
  });

  it('find an event of several days on each of them', async () => {
    const society = await build.buildSociety();
    const today = localOf(new Date(), zone).date;
    const night = instantOf(addDays(today, -1), '22:00', zone);
    await build.buildEvent({ society, title: 'Days', startsAt: inHours(-72), endDate: addDays(today, 1) });
    await build.buildEvent({ society, title: 'Past', startsAt: inHours(-72), endDate: addDays(today, -1) });
    await build.buildEvent({ society, title: 'Until midnight', startsAt: night, endDate: today, endTime: '00:00' });
    await build.buildEvent({ society, title: 'Until one', startsAt: night, endDate: today, endTime: '01:00' });
    expect((await allPages({ ...at(society), when: 'today', limit: 1 })).sort()).toEqual(['Days', 'Until one']);
  });

  it('a week begins on Sunday', () => {
    const { from } = spanOf('thisWeek', new Date(), zone);
    expect(new Date(`${localOf(from, zone).date}T00:00:00Z`).getUTCDay()).toBe(0);
    expect(instantOf(addDays(localOf(from, zone).date, 7), '00:00', zone)).toEqual(spanOf('thisWeek', new Date(), zone).to);
  });

  it.each([
    ['an unknown category', { category: 'Nonsense' }],
    ['an unknown time', { when: 'someday' }],
    ['an unknown order', { sort: 'random' }],
    ['a page that is too long', { limit: 101 }],
    ['an invalid cursor', { cursor: 'nonsense' }],
  ])('refuse %s', async (_name, input) => {
    expect((await test.call(getAllEvents, input)).status).toBe(400);
  });

  it('refuse the cursor of a list in another order', async () => {
    const society = await build.buildSociety();
    for (let n = 0; n < 3; n++) await build.buildEvent({ society });
    const { next } = await test.call(getEventsBySociety, { ...at(society), sort: 'title', limit: 1 });
    expect((await test.call(getEventsBySociety, { ...at(society), sort: 'date', limit: 1, cursor: next ?? '' })).status).toBe(400);
  });
});
