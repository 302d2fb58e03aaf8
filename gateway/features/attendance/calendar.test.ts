import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { vtimezone } from '#models/commands/time-zone';
import { getCalendarFile, makeCalendarKey, revokeCalendarKey } from '#models/contract/calendar-feeds';
import { changePassword, resetPassword } from '#models/contract/credentials';
import { endSession, getSessions } from '#models/contract/sessions';
import { CalendarKeys } from '#models/db/calendar-keys';
import { Memberships } from '#models/db/memberships';
import { makeToken } from '#models/db/one-time-tokens';
import { type UserDoc, Users } from '#models/db/users';
import { buildAttendance, buildBookmark, buildEvent, buildMember, buildSociety, buildUser } from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { buildPersonInRole, insiders, testRoles } from '#models/testing/test-roles';

const test = setUpTestApp();

const file = (input: object, token?: string) => test.call(getCalendarFile, input, token);
/** Unfolds the lines of a file. */
const linesOf = (text: string): string[] => text.replace(/\r\n[ \t]/g, '').split('\r\n');
const summaries = (text: string): string[] =>
  linesOf(text)
    .filter((line) => line.startsWith('SUMMARY:'))
    .map((line) => line.slice(8));
const password = 'a-long-password';
const inAWeek = () => new Date(Date.now() + 7 * 86_400_000);

describe('texts stored before characters were validated', () => {
  const injected = 'Gala\r\nBEGIN:VEVENT\r\nUID:9\r\nDTSTART:20261201T100000Z\r\nSUMMARY:Forged\r\nEND:VEVENT';
  const keysOf = (text: string) => linesOf(text).map((line) => line.split(/[:;]/)[0]);

  it('add no line to the file of an event', async () => {
    const hostile = { title: injected, location: `Hall\rUID:8\u0000`, description: 'a\u2028b\rBEGIN:VALARM\u202e' };
    const [plain, event] = [await buildEvent({}), await buildEvent(hostile)];
    const [before, after] = await Promise.all([plain, event].map(({ _id }) => file({ event_id: String(_id) })));
    expect(keysOf(after?.data ?? '')).toEqual(keysOf(before?.data ?? ''));
    expect(summaries(after?.data ?? '')).toEqual(['Gala BEGIN:VEVENT UID:9 DTSTART:20261201T100000Z SUMMARY:Forged END:VEVENT']);
    expect(after?.data).not.toMatch(/[\0\u202e]|\r(?!\n)/);
  });

  it('add no line to the file of a society, whose name is escaped', async () => {
    const society = await buildSociety({ name: `Robots, Inc; ${injected}` });
    const { data } = await file({ society_id: String(society._id) });
    expect(keysOf(data).filter((key) => key === 'BEGIN')).toHaveLength(
      keysOf((await file({ society_id: String((await buildSociety())._id) })).data).filter((key) => key === 'BEGIN').length,
    );
    expect(linesOf(data).find((line) => line.startsWith('X-WR-CALNAME:'))).toMatch(/^X-WR-CALNAME:Robots\\, Inc\\; Gala BEGIN:VEVENT/);
  });
});

describe('the file of one event', () => {
  it('has title, time and place, in the university’s zone, which it describes', async () => {
    const event = await buildEvent({
      title: 'Night of stars; bring tea, please',
      description: 'Line one\nLine two',
      location: 'Hall B',
      date: '2027-03-09',
      time: '18:30',
      endTime: '20:00',
    });
    const { status, data, headers } = await file({ event_id: String(event._id) });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(headers.get('content-disposition')).toContain('.ics');
    const lines = linesOf(data);
    expect(lines).toEqual(
      expect.arrayContaining([
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'BEGIN:VTIMEZONE',
        'TZID:Asia/Amman',
        'TZOFFSETTO:+0300',
        `UID:${event._id}@nadi`,
        'DTSTART;TZID=Asia/Amman:20270309T183000',
        'DTEND;TZID=Asia/Amman:20270309T200000',
        'SUMMARY:Night of stars\\; bring tea\\, please',
        'LOCATION:Hall B',
        'STATUS:CONFIRMED',
        `URL;VALUE=URI:http://nadi.example/events/${event._id}`,
        'END:VCALENDAR',
      ]),
    );
    expect(lines.find((line) => line.startsWith('DTSTAMP:'))).toMatch(/^DTSTAMP:\d{8}T\d{6}Z$/);
    expect(lines.find((line) => line.startsWith('DESCRIPTION:'))).toContain('Line one\\nLine two');
    expect(data.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  });

  it.each([
    ['over several days', { endDate: '2027-03-11', endTime: '16:00' }, 'DTEND;TZID=Asia/Amman:20270311T160000'],
    ['until the end of a day', { endDate: '2027-03-11' }, 'DTEND;TZID=Asia/Amman:20270312T000000'],
    ['without a given end', {}, undefined],
  ])('has the stated end of one %s', async (_name, end, line) => {
    const event = await buildEvent({ date: '2027-03-09', time: '18:30', ...end });
    const lines = linesOf((await file({ event_id: String(event._id) })).data);
    expect(lines.find((each) => each.startsWith('DTEND'))).toBe(line);
  });

  it('shows that the event was cancelled', async () => {
    const event = await buildEvent({ cancelledAt: new Date() });
    expect(linesOf((await file({ event_id: String(event._id) })).data)).toContain('STATUS:CANCELLED');
  });

  it('has the online link for attendees only', async () => {
    const event = await buildEvent({ isOnline: true, onlineLink: 'https://meet.example/secret' });
    const guest = await buildUser();
    await buildAttendance({ event, user: guest });
    const input = { event_id: String(event._id) };
    expect((await file(input)).data).not.toContain('meet.example');
    expect(linesOf((await file(input, await test.tokenFor(guest))).data).join()).toContain('https://meet.example/secret');
  });

  const cells = (['public', 'private', 'invite-only'] as const).flatMap((visibility) =>
    testRoles.map((testRole) => {
      const sees = visibility === 'public' || insiders.includes(testRole);
      return { visibility, testRole, status: testRole === 'suspended' ? 401 : sees ? 200 : 404 };
    }),
  );
  testCells(cells, ({ testRole, status }) => [testRole, status])(
    '$visibility: $testRole gets $status',
    async ({ visibility, testRole, status }) => {
      const society = await buildSociety({ privacy: { visibility } });
      const event = await buildEvent({ society });
      const user = await buildPersonInRole(testRole, society);
      expect((await file({ event_id: String(event._id) }, user ? await test.tokenFor(user) : undefined)).status).toBe(status);
    },
  );
});

describe("a society's file", () => {
  it('has its events, the earliest first, without removed ones', async () => {
    const society = await buildSociety();
    await buildEvent({ society, title: 'Second', startsAt: inAWeek() });
    await buildEvent({ society, title: 'First', startsAt: new Date() });
    await buildEvent({ society, title: 'Gone', removedAt: new Date() });
    await buildEvent({ society, title: 'Long ago', startsAt: new Date(0) });
    expect(summaries((await file({ society_id: String(society._id) })).data)).toEqual(['First', 'Second']);
  });

  it.each([
    ['private', 403],
    ['invite-only', 404],
  ] as const)('of a %s society is %i for outsiders', async (visibility, status) => {
    const society = await buildSociety({ privacy: { visibility } });
    expect((await file({ society_id: String(society._id) })).status).toBe(status);
    expect((await file({ society_id: String(society._id) }, await test.tokenFor(await buildMember(society)))).status).toBe(200);
  });

  it('is not found where its events are hidden', async () => {
    const society = await buildSociety({ privacy: { eventsVisible: false } });
    expect((await file({ society_id: String(society._id) })).status).toBe(403);
  });
});

describe('a private feed', () => {
  async function owner() {
    const user = await buildUser();
    const token = await test.tokenFor(user);
    const made = await test.call(makeCalendarKey, {}, token);
    return { user, token, ...made.data };
  }

  it('has the events that its owner attends or bookmarked, for anybody with the key', async () => {
    const { user, key, url } = await owner();
    await buildAttendance({ user, event: await buildEvent({ title: 'I go' }) });
    await buildAttendance({ user, state: 'waiting', event: await buildEvent({ title: 'I wait', seats: 1 }) });
    await buildBookmark({ user, event: await buildEvent({ title: 'I may', startsAt: inAWeek() }) });
    await buildBookmark({ user, on: false, event: await buildEvent({ title: 'I will not' }) });
    await buildEvent({ title: 'Somebody else' });
    expect(url).toBe(`http://nadi.example/events/calendar.ics?key=${key}`);
    expect(summaries((await file({ key })).data).toSorted()).toEqual(['I go', 'I may']);
  });

  it.each([
    ['a changed password', (token: string) => test.call(changePassword, { password, new_password: 'another-long-password' }, token)],
    ['the end of all sessions', (token: string) => test.call(endSession, { session_id: 'all' }, token)],
    [
      'a reset password',
      async (_token: string, { _id, emailFolded }: UserDoc) =>
        test.call(resetPassword, {
          reset_token: await makeToken({ purpose: 'reset', user: _id, emailFolded }),
          password: 'another-long-password',
        }),
    ],
  ])('ends with %s', async (_what, end) => {
    const user = await buildUser({ password });
    const token = await test.tokenFor(user);
    const { key } = (await test.call(makeCalendarKey, {}, token)).data;
    expect((await file({ key })).status).toBe(200);
    expect((await end(token, user)).status).toBe(200);
    expect((await file({ key })).status).toBe(404);
  });

  it('stays when another session ends', async () => {
    const user = await buildUser();
    const [token, other] = [await test.tokenFor(user), await test.tokenFor(user)];
    const { key } = (await test.call(makeCalendarKey, {}, token)).data;
    const { data } = await test.call(getSessions, {}, token);
    await test.call(endSession, { session_id: data.find(({ Is_Current }) => !Is_Current)?.ID ?? '' }, token);
    expect([(await file({ key })).status, (await test.call(getSessions, {}, other)).status]).toEqual([200, 401]);
  });

  it('leaves out events that its owner may no longer see', async () => {
    const { user, key } = await owner();
    const society = await buildSociety({ privacy: { visibility: 'private' } });
    await Memberships.create({ society: society._id, user: user._id, role: 'member', joinedAt: new Date(), nameFolded: '', nameGrams: [] });
    await buildAttendance({ user, event: await buildEvent({ society, title: 'Inside' }) });
    expect(summaries((await file({ key })).data)).toEqual(['Inside']);
    await Memberships.deleteOne({ society: society._id, user: user._id });
    expect(summaries((await file({ key })).data)).toEqual([]);
  });

  it('ends with its key: replaced, revoked, or of a suspended account', async () => {
    const { user, token, key } = await owner();
    const second = (await test.call(makeCalendarKey, {}, token)).data.key;
    expect((await file({ key })).status).toBe(404);
    expect((await file({ key: second })).status).toBe(200);
    expect((await test.call(revokeCalendarKey, {}, token)).data).toEqual({ revoked: true });
    expect((await test.call(revokeCalendarKey, {}, token)).data).toEqual({ revoked: true });
    expect((await file({ key: second })).status).toBe(404);
    const third = (await test.call(makeCalendarKey, {}, token)).data.key;
    await Users.updateOne({ _id: user._id }, { $set: { suspendedAt: new Date() } });
    expect((await file({ key: third })).status).toBe(404);
  });

  it('is stored as a hash only', async () => {
    const { user, key } = await owner();
    expect(JSON.stringify(await CalendarKeys.find({ user: user._id }).lean())).not.toContain(key);
  });

  it('cannot be made without a session', async () => {
    expect((await test.call(makeCalendarKey, {})).status).toBe(401);
    expect((await test.call(revokeCalendarKey, {})).status).toBe(401);
  });
});

it.each([
  [{}, 400],
  [{ event_id: 'x' }, 400],
  [{ event_id: '0123456789abcdef01234567' }, 404],
  [{ society_id: '0123456789abcdef01234567' }, 404],
  [{ key: 'nonsense' }, 404],
])('%j is %i', async (input, status) => {
  expect((await file(input)).status).toBe(status);
});

describe('a zone', () => {
  it('without summer time has one rule', () => {
    expect(vtimezone('Asia/Amman', 2026)).toBe(
      [
        'BEGIN:VTIMEZONE',
        'TZID:Asia/Amman',
        'BEGIN:STANDARD',
        'DTSTART:19700101T000000',
        'TZOFFSETFROM:+0300',
        'TZOFFSETTO:+0300',
        'END:STANDARD',
        'END:VTIMEZONE',
      ].join('\r\n'),
    );
  });

  it('with summer time has each clock change, at local time', () => {
    const lines = vtimezone('Europe/Berlin', 2026).split('\r\n');
    const at = lines.indexOf('DTSTART:20260329T020000');
    expect(lines.slice(at - 1, at + 4)).toEqual([
      'BEGIN:DAYLIGHT',
      'DTSTART:20260329T020000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'END:DAYLIGHT',
    ]);
    expect(lines).toContain('DTSTART:20261025T030000');
    expect(lines.filter((line) => line === 'BEGIN:DAYLIGHT')).toHaveLength(5);
  });
});
