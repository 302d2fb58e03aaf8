import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { toggleAttendance } from '#models/contract/attendance';
import { checkIn, eventCheckedIn, getAttendees, getMyTicket } from '#models/contract/check-in';
import { checkInHere, getDoorCode } from '#models/contract/door';
import { Activities } from '#models/db/activities';
import { doorCode } from '#models/db/door-codes';
import type { EventDoc } from '#models/db/events';
import { buildAttendance, buildEvent, buildMember, buildSociety, buildUser } from '#models/testing/builders';
import { type LiveLog, openLiveLog } from '#models/testing/live-log';

const test = setUpTestApp();
let log: LiveLog;
beforeAll(async () => {
  log = openLiveLog(test.redisUrl);
});
afterAll(() => {
  log.close();
});

const [second, minute, hour] = [1000, 60_000, 3_600_000];
const at = ({ _id }: EventDoc) => ({ event_id: String(_id) });
const iso = (ms: number) => new Date(ms).toISOString();

/** An event that began ten minutes ago, its moderator, and an attendee with a seat. */
async function door(over: Parameters<typeof buildEvent>[0] = {}) {
  const society = await buildSociety();
  const startsAt = over.startsAt ?? new Date(Date.now() - 10 * minute);
  const event = await buildEvent({ startsAt, endsAt: new Date(startsAt.getTime() + 2 * hour), ...over, society });
  const [keeper, guest] = [await buildMember(society, 'moderator'), await buildUser({ name: 'Lina Haddad' })];
  const attendance = await buildAttendance({ event, user: guest });
  const [keeperToken, token] = [await test.tokenFor(keeper), await test.tokenFor(guest)];
  /** The code that was on the screen so long ago. */
  const codeOf = async (ago = 0) => (await doorCode(event._id, Date.now() - ago)).code;
  const here = (input: object) => test.call(checkInHere, { ...at(event), ...input }, token);
  const byKeeper = (input: object) => test.call(checkIn, { ...at(event), ...input }, keeperToken);
  const list = (state: 'unconfirmed' | 'checked_in') => test.call(getAttendees, { ...at(event), state }, keeperToken);
  const screen = async () => (await test.call(getDoorCode, at(event), keeperToken)).data;
  return { society, event, keeper, guest, attendance, keeperToken, token, codeOf, here, byKeeper, list, screen };
}

describe('the door screen', () => {
  it('shows six digits for at most 15 seconds, with how many came', async () => {
    const { screen, codeOf, here } = await door();
    expect(await screen()).toEqual({
      code: expect.stringMatching(/^\d{6}$/),
      changes_in: expect.any(Number),
      attending: 1,
      checked_in: 0,
      unconfirmed: 0,
    });
    await here({ code: await codeOf() });
    const { changes_in, checked_in } = await screen();
    expect(checked_in).toBe(1);
    expect(changes_in).toBeGreaterThan(0);
    expect(changes_in).toBeLessThanOrEqual(15 * second);
  });

  it('has another code in each step, and at each event', async () => {
    const [one, other] = [await buildEvent(), await buildEvent()];
    const codes = await Promise.all([0, 15, 30, 45].map(async (seconds) => (await doorCode(one._id, seconds * second)).code));
    expect(new Set([...codes, (await doorCode(other._id, 0)).code]).size).toBe(5);
    expect((await doorCode(one._id, 14_999)).code).toBe(codes[0]);
  });

  it('is not shown for a cancelled event', async () => {
    const { event, keeperToken } = await door({ cancelledAt: new Date() });
    expect((await test.call(getDoorCode, at(event), keeperToken)).error.code).toBe('event_cancelled');
  });
});

describe('checking oneself in by the door code', () => {
  it('works once, and is published to the door and to the person', async () => {
    const { event, guest, attendance, here, codeOf } = await door();
    const code = await codeOf();
    await log.published();
    const first = await here({ code });
    expect(first.data).toEqual({ ...at(event), Checked_In_At: expect.any(String), Claimed_At: null, again: false, version: 2 });
    expect((await here({ code })).data).toEqual({ ...first.data, again: true });
    expect(await Activities.countDocuments({ object: attendance._id })).toBe(1);
    const [published] = await log.published();
    expect(published).toEqual({
      rooms: [`event:${event._id}:door`],
      message: eventCheckedIn.name,
      payload: {
        ...at(event),
        user_id: String(guest._id),
        at: first.data.Checked_In_At,
        by: String(guest._id),
        claimed_at: null,
        checked_in: 1,
        version: 2,
      },
    });
  });

  it('accepts the code of the step before, and refuses a photographed code after 30 seconds', async () => {
    const { event, here, codeOf } = await door();
    const { changesIn } = await doorCode(event._id);
    // The next step must not begin between the two presses.
    if (changesIn < 3 * second) await sleep(changesIn);
    const refused = await here({ code: await codeOf(30 * second) });
    expect([refused.status, refused.error.code]).toEqual([409, 'door_code_over']);
    expect(refused.error.error_message).toBe('This code is out of date. Look at the screen again.');
    expect((await here({ code: await codeOf(15 * second) })).status).toBe(200);
  });

  it('refuses the code of another event', async () => {
    const [{ here }, other] = [await door(), await door()];
    expect((await here({ code: await other.codeOf() })).error.code).toBe('door_code_over');
  });

  it.each(['waiting', 'none'] as const)('refuses a person who is %s', async (state) => {
    const { event, codeOf } = await door();
    const { user } = await buildAttendance({ event, state });
    const { status, error } = await test.call(checkInHere, { ...at(event), code: await codeOf() }, await test.tokenFor({ _id: user }));
    expect([status, error.code]).toEqual([409, 'not_going']);
  });

  it.each([
    ['earlier than an hour before the start', { startsAt: new Date(Date.now() + hour + minute) }, 'door_closed'],
    ['after the end', { startsAt: new Date(Date.now() - 3 * hour) }, 'door_closed'],
    ['at a cancelled event', { cancelledAt: new Date() }, 'event_cancelled'],
  ])('is refused %s', async (_name, over, code) => {
    const { here, codeOf } = await door(over);
    expect((await here({ code: await codeOf() })).error.code).toBe(code);
  });

  it('is open from an hour before the start', async () => {
    const { here, codeOf } = await door({ startsAt: new Date(Date.now() + hour - minute) });
    expect((await here({ code: await codeOf() })).status).toBe(200);
  });

  it('counts once when it is pressed by several devices at once, and beside a scan of the ticket', async () => {
    const { event, token, attendance, here, byKeeper, codeOf } = await door();
    const [code, ticket] = [await codeOf(), (await test.call(getMyTicket, at(event), token)).data.code];
    const answers = await Promise.all([...[1, 2, 3, 4].map(() => here({ code })), byKeeper({ code: ticket })]);
    expect(answers.filter(({ data }) => !data.again)).toHaveLength(1);
    expect(await Activities.countDocuments({ object: attendance._id })).toBe(1);
  });

  it.each([['12345'], ['1234567'], ['abcdef'], ['']])('refuses %j as no code', async (code) => {
    const { here } = await door();
    expect((await here({ code })).status).toBe(400);
  });
});

describe('a phone that was offline', () => {
  it('waits for a steward, who confirms it in one press: the time is that of the scan', async () => {
    const { event, guest, here, byKeeper, list, screen } = await door();
    const scanned = Date.now() - 5 * minute;
    const late = { code: (await doorCode(event._id, scanned)).code, at: iso(scanned) };
    const claimed = await here(late);
    expect(claimed.data).toMatchObject({ Checked_In_At: null, Claimed_At: iso(scanned), again: false });
    expect((await here(late)).data).toMatchObject({ Claimed_At: iso(scanned), again: true });
    expect(await screen()).toMatchObject({ checked_in: 0, unconfirmed: 1 });
    expect((await list('unconfirmed')).data).toMatchObject([{ ID: String(guest._id), Claimed_At: iso(scanned), Checked_In_At: null }]);
    const user_id = String(guest._id);
    expect((await byKeeper({ user_id })).data).toMatchObject({ Checked_In_At: iso(scanned), again: false, checked_in: 1 });
    expect((await list('unconfirmed')).data).toEqual([]);
    expect((await list('checked_in')).data).toMatchObject([{ Claimed_At: null }]);
    expect((await here(late)).data).toMatchObject({ Checked_In_At: iso(scanned), again: true });
    expect(await screen()).toMatchObject({ checked_in: 1, unconfirmed: 0 });
  });

  it('is checked in at once if its code is still on the screen', async () => {
    const { here, codeOf } = await door();
    expect((await here({ code: await codeOf(), at: iso(Date.now()) })).data).toMatchObject({ Claimed_At: null, again: false });
  });

  it('is refused later than ten minutes after the scan, whatever its clock says', async () => {
    const { here, codeOf } = await door({ startsAt: new Date(Date.now() - 30 * minute) });
    const code = await codeOf(11 * minute);
    for (const time of [Date.now(), Date.now() - minute, Date.now() - 11 * minute])
      expect((await here({ code, at: iso(time) })).error.code).toBe('door_code_over');
  });

  it('claims no other time than that of its code', async () => {
    const { here, codeOf } = await door();
    const ago = 2 * minute;
    const { data } = await here({ code: await codeOf(ago), at: iso(Date.now() - 5 * hour) });
    expect(Math.abs(Date.parse(data.Claimed_At ?? '') - (Date.now() - ago))).toBeLessThan(20 * second);
  });

  it('settles without doubles when a steward had scanned the ticket offline, in both orders', async () => {
    for (const isClaimFirst of [true, false]) {
      const { event, token, here, byKeeper, codeOf, screen } = await door();
      const ticket = (await test.call(getMyTicket, at(event), token)).data.code;
      const claim = async () => here({ code: await codeOf(4 * minute), at: iso(Date.now() - 4 * minute) });
      const scan = () => byKeeper({ code: ticket, at: iso(Date.now() - 3 * minute) });
      const [first, then] = isClaimFirst ? [claim, scan] : [scan, claim];
      await first();
      expect((await then()).data).toMatchObject({ Checked_In_At: expect.any(String), again: !isClaimFirst });
      expect(await screen()).toMatchObject({ checked_in: 1, unconfirmed: 0 });
    }
  });

  it('is dismissed by a steward in one press, and can still use the screen', async () => {
    const { guest, here, byKeeper, codeOf, screen } = await door();
    await here({ code: await codeOf(5 * minute), at: iso(Date.now() - 5 * minute) });
    expect((await byKeeper({ user_id: String(guest._id), undo: true })).data).toMatchObject({ Checked_In_At: null, again: false });
    expect(await screen()).toMatchObject({ checked_in: 0, unconfirmed: 0 });
    expect((await here({ code: await codeOf() })).data).toMatchObject({ Checked_In_At: expect.any(String), again: false });
  });

  it('takes its claim back with the seat', async () => {
    const { event, token, here, codeOf, screen } = await door();
    await here({ code: await codeOf(5 * minute), at: iso(Date.now() - 5 * minute) });
    for (const status of ['not_attending', 'attending'] as const) await test.call(toggleAttendance, { ...at(event), status }, token);
    expect(await screen()).toMatchObject({ unconfirmed: 0 });
  });
});
