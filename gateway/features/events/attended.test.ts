import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#gateway/start-for-tests';
import { getEventsAttendedByUser } from '#models/contract/events';
import { newId } from '#models/db/model';
import type { UserDoc } from '#models/db/users';
import * as build from '#models/testing/builders';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
const read = async (user: { _id: unknown }, token?: string, more = {}) =>
  test.call(getEventsAttendedByUser, { user_id: String(user._id), ...more }, token);
const titles = async (user: UserDoc, token?: string): Promise<string[]> =>
  (await read(user, token, { limit: 100 })).data.map(({ Title }) => Title);

describe('events that a person attends', () => {
  it('are those that they go to or went to, the latest first, over pages of every size', async () => {
    const user = await build.buildUser();
    const society = await build.buildSociety();
    const attend = async (title: string, minutes: number, event = {}, attendance = {}) =>
      build.buildAttendance({ event: await build.buildEvent({ society, title, ...event }), user, at: minutesAgo(minutes), ...attendance });
    await attend('Over', 50, { startsAt: minutesAgo(100_000) });
    await attend('First', 40);
    await attend('Waits', 30, {}, { state: 'waiting' });
    await attend('Left', 20, {}, { state: 'none' });
    await attend('Off', 15, { cancelledAt: new Date() });
    await attend('Gone', 12, { removedAt: new Date() });
    await attend('Second', 10);
    for (const limit of [1, 2, 3, 100]) {
      const seen: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await read(user, undefined, { limit, ...(cursor ? { cursor } : {}) });
        seen.push(...page.data.map(({ Title }) => Title));
        cursor = page.next;
      } while (cursor);
      expect(seen).toEqual(['Second', 'First', 'Over']);
    }
  });

  it('are shown as far as the reader may see them', async () => {
    const user = await build.buildUser();
    const [open, inside, hidden] = [
      await build.buildSociety(),
      await build.buildSociety({ privacy: { visibility: 'private' } }),
      await build.buildSociety({ privacy: { eventsVisible: false } }),
    ];
    for (const [n, society] of [open, inside, hidden].entries())
      await build.buildAttendance({ event: await build.buildEvent({ society, title: `E${n}` }), user, at: minutesAgo(n) });
    const member = await test.tokenFor(await build.buildMember(inside));
    expect([await titles(user), await titles(user, member)]).toEqual([['E0'], ['E0', 'E1']]);
    expect(await titles(user, await test.tokenFor(await build.buildUser({ role: 'admin' })))).toEqual(['E0', 'E1', 'E2']);
  });

  it('of a sensitive category are shown to others only if the person shows them', async () => {
    const user = await build.buildUser();
    const society = await build.buildSociety({ category: 'Religious' });
    await build.buildAttendance({ event: await build.buildEvent({ society, title: 'Evening' }), user });
    const shown = await build.buildUser({ privacy: { ...user.privacy, showSensitive: true } });
    await build.buildAttendance({ event: await build.buildEvent({ society, title: 'Evening' }), user: shown });
    expect([await titles(user), await titles(user, await test.tokenFor(user)), await titles(shown)]).toEqual([
      [],
      ['Evening'],
      ['Evening'],
    ]);
  });

  it.each([
    ['public', { visitor: 200, stranger: 200, friend: 200, own: 200, 'platform admin': 200, blocked: 404 }],
    ['friends', { visitor: 403, stranger: 403, friend: 200, own: 200, 'platform admin': 200, blocked: 404 }],
    ['private', { visitor: 403, stranger: 403, friend: 403, own: 200, 'platform admin': 200, blocked: 404 }],
  ] as const)('follow the privacy of a %s profile', async (profileVisibility, expected) => {
    const base = await build.buildUser();
    const user = await build.buildUser({ privacy: { ...base.privacy, profileVisibility } });
    await build.buildAttendance({ event: await build.buildEvent(), user });
    const [friend, blocked] = [await build.buildUser(), await build.buildUser()];
    await build.buildFollow({ from: user, to: friend });
    await build.buildFollow({ from: friend, to: user });
    await build.buildBlock({ from: user, to: blocked });
    const readers = { stranger: base, friend, own: user, 'platform admin': await build.buildUser({ role: 'admin' }), blocked };
    const found: Record<string, number> = { visitor: (await read(user)).status };
    for (const [who, reader] of Object.entries(readers)) found[who] = (await read(user, await test.tokenFor(reader))).status;
    expect(found).toEqual(expected);
  });

  it('of nobody are not there', async () => {
    const gone = await build.buildUser({ deletedAt: new Date() });
    expect([(await read({ _id: newId() })).status, (await read(gone)).status]).toEqual([404, 404]);
  });
});
