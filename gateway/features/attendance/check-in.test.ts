import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { attendanceChanged, toggleAttendance } from '#models/contract/attendance';
import { checkIn, eventCheckedIn, getAttendees, getMyTicket } from '#models/contract/check-in';
import { Activities } from '#models/db/activities';
import type { EventDoc } from '#models/db/events';
import { newId } from '#models/db/model';
import type { SocietyDoc } from '#models/db/societies';
import { buildAttendance, buildEvent, buildMember, buildSociety, buildUser } from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { type LiveLog, openLiveLog } from '#models/testing/live-log';
import { buildPersonInRole, type TestRole, testRoles } from '#models/testing/test-roles';

const test = setUpTestApp();
let log: LiveLog;
beforeAll(async () => {
  log = openLiveLog(test.redisUrl);
});
afterAll(() => {
  log.close();
});

const minute = 60_000;
const at = ({ _id }: EventDoc) => ({ event_id: String(_id) });

/** An event, a moderator at its door, and an attendee with a seat. */
async function door(over: Parameters<typeof buildEvent>[0] = {}) {
  const society = await buildSociety();
  const event = await buildEvent({ ...over, society });
  const [keeper, guest] = [await buildMember(society, 'moderator'), await buildUser({ name: 'Lina Haddad' })];
  const attendance = await buildAttendance({ event, user: guest });
  const [token, guestToken] = [await test.tokenFor(keeper), await test.tokenFor(guest)];
  const check = (input: object) => test.call(checkIn, { ...at(event), ...input }, token);
  const ticket = async () => (await test.call(getMyTicket, at(event), guestToken)).data.code;
  return { society, event, keeper, guest, attendance, token, guestToken, check, ticket };
}

describe('a ticket', () => {
  it('is given to an attendee with a seat, the same each time', async () => {
    const { event, guest, guestToken } = await door();
    const first = await test.call(getMyTicket, at(event), guestToken);
    expect(first.data).toEqual({
      event_id: String(event._id),
      code: expect.stringMatching(/^[0-9a-f]{24}\.[\w-]{22}$/),
      Name: guest.name,
      Checked_In_At: null,
      version: 1,
    });
    expect((await test.call(getMyTicket, at(event), guestToken)).data).toEqual(first.data);
  });

  it.each([
    ['a waiting person', 'waiting' as const, {}],
    ['a person who gave the seat up', 'none' as const, {}],
    ['anybody, of an event that was cancelled', 'going' as const, { cancelledAt: new Date() }],
  ])('is refused to %s', async (_name, state, over) => {
    const event = await buildEvent(over);
    const { user } = await buildAttendance({ event, state });
    expect((await test.call(getMyTicket, at(event), await test.tokenFor({ _id: user }))).status).toBe(404);
  });
});

describe('checking in', () => {
  it('by ticket counts once and is published to the door and the holder; a repeat returns the first time', async () => {
    const { event, keeper, guest, check, ticket } = await door();
    const code = await ticket();
    await log.published();
    const first = await check({ code });
    expect(first.data).toEqual({
      user: { ID: String(guest._id), Name: 'Lina Haddad', Image: '' },
      Checked_In_At: expect.any(String),
      Checked_In_By: String(keeper._id),
      again: false,
      checked_in: 1,
      version: 2,
    });
    expect(Date.now() - Date.parse(first.data.Checked_In_At ?? '')).toBeLessThan(minute);
    expect((await check({ code })).data).toEqual({ ...first.data, again: true });
    const { Checked_In_At, Checked_In_By, checked_in, version } = first.data;
    expect(await log.published()).toEqual([
      {
        rooms: [`event:${event._id}:door`],
        message: eventCheckedIn.name,
        payload: { ...at(event), user_id: String(guest._id), at: Checked_In_At, by: Checked_In_By, claimed_at: null, checked_in, version },
      },
      {
        rooms: [`user:${guest._id}`],
        message: attendanceChanged.name,
        payload: { ...at(event), attendance: 'attending', waiting_position: null, rev: event.rev + 1, version },
      },
    ]);
  });

  it('by person works with a given time, and can be undone', async () => {
    const { guest, check, attendance } = await door();
    const before = new Date(Date.now() - 30 * minute).toISOString();
    const user_id = String(guest._id);
    expect((await check({ user_id, at: before })).data).toMatchObject({ Checked_In_At: before, again: false });
    const undone = { Checked_In_At: null, Checked_In_By: null, checked_in: 0, version: 3 };
    expect((await check({ user_id, undo: true })).data).toMatchObject({ ...undone, again: false });
    expect((await check({ user_id, undo: true })).data).toMatchObject({ ...undone, again: true });
    expect(await Activities.countDocuments({ object: attendance._id })).toBe(2);
  });

  it.each([
    ['the year 0', '0000-01-01T00:00:00Z'],
    ['31 days ago', new Date(Date.now() - 31 * 24 * 60 * minute).toISOString()],
  ])('refuses the time of %s, and changes nothing', async (_name, time) => {
    const { guest, check, attendance } = await door();
    const { status, error } = await check({ user_id: String(guest._id), at: time });
    expect([status, error.fields]).toEqual([400, { at: 'This is not valid' }]);
    expect(await Activities.countDocuments({ object: attendance._id })).toBe(0);
  });

  it('accepts the time of a door that was offline for weeks', async () => {
    const { guest, check } = await door();
    const time = new Date(Date.now() - 29 * 24 * 60 * minute).toISOString();
    expect((await check({ user_id: String(guest._id), at: time })).data.Checked_In_At).toBe(time);
  });

  it('is never in the future', async () => {
    const { guest, check } = await door();
    const { data } = await check({ user_id: String(guest._id), at: new Date(Date.now() + 60 * minute).toISOString() });
    expect(Date.parse(data.Checked_In_At ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('by several at once counts once', async () => {
    const { check, ticket, attendance } = await door();
    const code = await ticket();
    const answers = await Promise.all(Array.from({ length: 6 }, () => check({ code })));
    expect(answers.filter(({ data }) => !data.again)).toHaveLength(1);
    expect(new Set(answers.map(({ data }) => data.Checked_In_At)).size).toBe(1);
    expect(await Activities.countDocuments({ object: attendance._id })).toBe(1);
  });

  it('refuses a ticket of another event, a forged one, one of a cancelled attendance, and invalid text', async () => {
    const [one, other] = [await door(), await door()];
    const code = await one.ticket();
    const changed = `${code.slice(0, -2)}${code.endsWith('AA') ? 'BB' : 'AA'}`;
    const foreign = `${one.attendance._id}.${(await other.ticket()).split('.')[1]}`;
    const refused = [
      await other.check({ code }),
      await one.check({ code: changed }),
      await one.check({ code: foreign }),
      await one.check({ code: 'x' }),
    ];
    for (const { status, error } of refused) expect([status, error.code]).toEqual([404, 'bad_ticket']);
    await test.call(toggleAttendance, { ...at(one.event), status: 'not_attending' }, one.guestToken);
    expect((await one.check({ code })).error.code).toBe('bad_ticket');
    expect((await one.check({ user_id: String(newId()) })).error.code).toBe('bad_ticket');
  });

  it('refuses a person on the waiting list', async () => {
    const { event, check } = await door({ seats: 1 });
    const { user } = await buildAttendance({ event, state: 'waiting' });
    expect((await check({ user_id: String(user) })).error.code).toBe('bad_ticket');
  });

  it('is refused for a cancelled event, not for one that was yesterday', async () => {
    const cancelled = await door({ cancelledAt: new Date() });
    expect((await cancelled.check({ user_id: String(cancelled.guest._id) })).error.code).toBe('event_cancelled');
    const yesterday = await door({ startsAt: new Date(Date.now() - 2 * 24 * 60 * minute) });
    expect((await yesterday.check({ user_id: String(yesterday.guest._id) })).status).toBe(200);
  });

  it.each([
    [{}, ['code']],
    [{ code: '' }, ['code']],
    [{ user_id: 'x' }, ['user_id']],
    [{ code: 'x', at: 'yesterday' }, ['at']],
    [{ code: 'x', at: '2026-13-45T00:00:00Z' }, ['at']],
    [{ code: 'x', undo: 'yes' }, ['undo']],
  ])('refuses %j', async (input, fields) => {
    const { check } = await door();
    const { status, error } = await check(input);
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, fields]);
  });
});

describe("the organisers' list", () => {
  async function crowd() {
    const { event, token, check } = await door();
    const names = ['Aya Nasser', 'أيمن خليل', 'Basil Odeh', 'Ayman Saleh'];
    const guests = [];
    for (const [i, name] of names.entries()) {
      const user = await buildUser({ name });
      guests.push(await buildAttendance({ event, user, at: new Date(Date.now() + (i + 1) * minute) }));
    }
    for (const name of ['Wael', 'Waddah']) await buildAttendance({ event, state: 'waiting', user: await buildUser({ name }) });
    await buildAttendance({ event, state: 'none' });
    await check({ user_id: String(guests[2]?.user) });
    const list = async (input: object = {}) => test.call(getAttendees, { ...at(event), ...input }, token);
    return { list, guests };
  }

  it('is in order of attendance, with counters, in pages', async () => {
    const { list } = await crowd();
    const whole = await list();
    expect(whole.data.map(({ Name }) => Name)).toEqual(['Lina Haddad', 'Aya Nasser', 'أيمن خليل', 'Basil Odeh', 'Ayman Saleh']);
    expect(whole.counts).toEqual({ attending: 5, waiting: 2, checked_in: 1 });
    expect(whole.data[3]).toMatchObject({ attendance: 'attending', waiting_position: null, Checked_In_At: expect.any(String) });
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await list({ limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...page.data.map(({ Name }) => Name));
      cursor = page.next;
    }
    expect(seen).toEqual(whole.data.map(({ Name }) => Name));
  });

  it.each([
    [{ q: 'ay' }, ['Aya Nasser', 'Ayman Saleh']],
    [{ q: 'ايمن' }, ['أيمن خليل']],
    [{ q: 'nobody' }, []],
    [{ state: 'checked_in' }, ['Basil Odeh']],
    [{ state: 'checked_in', q: 'aya' }, []],
    [{ state: 'waiting' }, ['Wael', 'Waddah']],
    [{ state: 'waiting', q: 'wad' }, ['Waddah']],
  ])('%j', async (input, names) => {
    const { list } = await crowd();
    expect((await list(input)).data.map(({ Name }) => Name)).toEqual(names);
  });

  it('shows the position of each waiting person', async () => {
    const { list } = await crowd();
    expect((await list({ state: 'waiting' })).data.map(({ waiting_position }) => waiting_position)).toEqual([1, 2]);
  });

  it('has no e-mail address in it', async () => {
    const { list } = await crowd();
    expect(JSON.stringify((await list()).data)).not.toContain('@');
  });
});

describe('who may check in', () => {
  const organisers: TestRole[] = ['moderator', 'admin', 'platform admin'];
  const statusOf = (testRole: TestRole, visibility: SocietyDoc['privacy']['visibility']): number => {
    if (testRole === 'visitor' || testRole === 'suspended') return 401;
    if (organisers.includes(testRole)) return 200;
    return visibility === 'public' || testRole === 'member' ? 403 : 404;
  };
  const cells = (['public', 'private', 'invite-only'] as const).flatMap((visibility) =>
    testRoles.map((testRole) => ({ visibility, testRole, status: statusOf(testRole, visibility) })),
  );
  testCells(cells, ({ testRole, status }) => [testRole, status])(
    '$visibility: $testRole gets $status',
    async ({ visibility, testRole, status }) => {
      const society = await buildSociety({ privacy: { visibility } });
      const event = await buildEvent({ society });
      const { user: guest } = await buildAttendance({ event });
      const user = await buildPersonInRole(testRole, society);
      const token = user ? await test.tokenFor(user) : undefined;
      expect((await test.call(getAttendees, at(event), token)).status).toBe(status);
      expect((await test.call(checkIn, { ...at(event), user_id: String(guest) }, token)).status).toBe(status);
    },
  );

  it('the creator of the event may check in', async () => {
    const society = await buildSociety();
    const creator = await buildMember(society);
    const event = await buildEvent({ society, creator });
    expect((await test.call(getAttendees, at(event), await test.tokenFor(creator))).status).toBe(200);
  });
});
