import { describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { getEventsAttendedByUser } from '#models/contract/events';
import { getPublicProfile } from '#models/contract/profiles';
import { newId } from '#models/db/model';
import type { UserDoc } from '#models/db/users';
import * as build from '#models/testing/builders';

const test = setUpTestApp();

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
const read = async (user: { _id: unknown }, token?: string, more = {}) =>
  test.call(getEventsAttendedByUser, { user_id: String(user._id), ...more }, token);
const titles = async (user: UserDoc, token?: string): Promise<string[]> =>
  (await read(user, token, { limit: 100 })).data.map(({ Title }) => Title);

async function readersOf(profileVisibility: UserDoc['privacy']['profileVisibility']) {
  const base = await build.buildUser();
  const user = await build.buildUser({ privacy: { ...base.privacy, profileVisibility } });
  const [friend, blocked] = [await build.buildUser(), await build.buildUser()];
  await build.buildFollow({ from: user, to: friend });
  await build.buildFollow({ from: friend, to: user });
  await build.buildBlock({ from: user, to: blocked });
  const readers = { stranger: base, friend, own: user, 'platform admin': await build.buildUser({ role: 'admin' }), blocked };
  return { user, readers };
}

describe('events that a person attended', () => {
  const ended = { startsAt: minutesAgo(300) };

  it('are past ones, the latest first, and coming ones, the next first, over pages of every size', async () => {
    const [user, society] = [await build.buildUser(), await build.buildSociety()];
    const attend = async (title: string, startedMinutesAgo: number, event = {}, attendance = {}) => {
      const made = await build.buildEvent({ society, title, startsAt: minutesAgo(startedMinutesAgo), ...event });
      return build.buildAttendance({ event: made, user, ...attendance });
    };
    await attend('Yesterday', 1440, {}, { at: minutesAgo(9000) });
    await attend('Long ago', 100_000, {}, { at: minutesAgo(50) });
    await attend('Today', 180, {}, { at: minutesAgo(20_000) });
    await attend('Next week', -10_000, {}, { at: minutesAgo(10) });
    await attend('Tomorrow', -1500, {}, { at: minutesAgo(5) });
    await attend('Now', 30, {}, { at: minutesAgo(40) });
    await attend('Waits', 200, {}, { state: 'waiting' });
    await attend('Left', 200, {}, { state: 'none' });
    await attend('Off', 200, { cancelledAt: new Date() });
    await attend('Gone', 200, { removedAt: new Date() });
    const token = await test.tokenFor(await build.buildUser());
    const all = async (phase: 'ended' | 'coming', limit: number) => {
      const seen: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await read(user, token, { limit, phase, ...(cursor ? { cursor } : {}) });
        seen.push(...page.data.map(({ Title }) => Title));
        cursor = page.next;
      } while (cursor);
      return seen;
    };
    for (const limit of [1, 2, 3, 100]) {
      expect(await all('ended', limit)).toEqual(['Today', 'Yesterday', 'Long ago']);
      expect(await all('coming', limit)).toEqual(['Now', 'Tomorrow', 'Next week']);
    }
    expect(await titles(user)).toEqual(['Today', 'Yesterday', 'Long ago']);
  });

  it.each([
    ['public', { visitor: 403, stranger: 200, friend: 200, own: 200, 'platform admin': 200, blocked: 404 }],
    ['friends', { visitor: 403, stranger: 403, friend: 200, own: 200, 'platform admin': 200, blocked: 404 }],
    ['private', { visitor: 403, stranger: 403, friend: 403, own: 200, 'platform admin': 200, blocked: 404 }],
  ] as const)('coming ones of a %s profile need a session and a visible profile', async (visibility, expected) => {
    const { user, readers } = await readersOf(visibility);
    await build.buildAttendance({ event: await build.buildEvent(), user });
    const found: Record<string, number> = { visitor: (await read(user, undefined, { phase: 'coming' })).status };
    for (const [who, reader] of Object.entries(readers))
      found[who] = (await read(user, await test.tokenFor(reader), { phase: 'coming' })).status;
    expect(found).toEqual(expected);
  });

  it('match the count that a visitor sees, also in the preview of the own profile; others see all', async () => {
    const user = await build.buildUser();
    await build.buildAttendance({ event: await build.buildEvent(ended), user });
    await build.buildAttendance({ event: await build.buildEvent(), user });
    const [own, other] = [await test.tokenFor(user), await test.tokenFor(await build.buildUser())];
    const count = async (token?: string, as?: 'visitor' | 'follower') =>
      (await test.call(getPublicProfile, { user_id: String(user._id), ...(as ? { as } : {}) }, token)).data.Event_Count;
    expect([await count(), await count(other), await count(own, 'visitor'), await count(own, 'follower'), await count(own)]).toEqual([
      1, 2, 1, 2, 2,
    ]);
  });

  it('leave out those that the reader may not see', async () => {
    const user = await build.buildUser();
    const [open, inside, hidden] = [
      await build.buildSociety(),
      await build.buildSociety({ privacy: { visibility: 'private' } }),
      await build.buildSociety({ privacy: { eventsVisible: false } }),
    ];
    for (const [n, society] of [open, inside, hidden].entries())
      await build.buildAttendance({ event: await build.buildEvent({ society, title: `E${n}`, startsAt: minutesAgo(300 + n) }), user });
    const member = await test.tokenFor(await build.buildMember(inside));
    expect([await titles(user), await titles(user, member)]).toEqual([['E0'], ['E0', 'E1']]);
    expect(await titles(user, await test.tokenFor(await build.buildUser({ role: 'admin' })))).toEqual(['E0', 'E1', 'E2']);
  });

  it('of a sensitive category are shown to others only if the person shows them and agreed to be named there', async () => {
    const user = await build.buildUser();
    const society = await build.buildSociety({ category: 'Religious' });
    await build.buildAttendance({ event: await build.buildEvent({ society, title: 'Evening', ...ended }), user });
    const shown = await build.buildUser({ privacy: { ...user.privacy, showSensitive: true } });
    await build.buildAttendance({ event: await build.buildEvent({ society, title: 'Evening', ...ended }), user: shown });
    expect([await titles(user), await titles(user, await test.tokenFor(user)), await titles(shown)]).toEqual([[], ['Evening'], []]);
    for (const each of [user, shown]) await build.buildConsent({ society, user: each });
    expect([await titles(user), await titles(shown)]).toEqual([[], ['Evening']]);
  });

  it.each([
    ['public', { visitor: 200, stranger: 200, friend: 200, own: 200, 'platform admin': 200, blocked: 404 }],
    ['friends', { visitor: 403, stranger: 403, friend: 200, own: 200, 'platform admin': 200, blocked: 404 }],
    ['private', { visitor: 403, stranger: 403, friend: 403, own: 200, 'platform admin': 200, blocked: 404 }],
  ] as const)('follow the privacy of a %s profile', async (profileVisibility, expected) => {
    const { user, readers } = await readersOf(profileVisibility);
    await build.buildAttendance({ event: await build.buildEvent(), user });
    const found: Record<string, number> = { visitor: (await read(user)).status };
    for (const [who, reader] of Object.entries(readers)) found[who] = (await read(user, await test.tokenFor(reader))).status;
    expect(found).toEqual(expected);
  });

  it('of an unknown person are not found', async () => {
    const gone = await build.buildUser({ deletedAt: new Date() });
    expect([(await read({ _id: newId() })).status, (await read(gone)).status]).toEqual([404, 404]);
  });
});
