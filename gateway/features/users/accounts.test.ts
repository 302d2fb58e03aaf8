import { beforeAll, describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { login, sessionEnded } from '#models/contract/auth';
import { getAllUsers, getUserInfo, suspendUser } from '#models/contract/users';
import { Activities } from '#models/db/activities';
import type { UserDoc } from '#models/db/users';
import { buildUser } from '#models/testing/builders';

const test = setUpTestApp();
let admin: UserDoc;
let token: string;
beforeAll(async () => {
  admin = await buildUser({ role: 'admin', name: 'The Admin' });
  token = await test.tokenFor(admin);
});

const idOf = (user: UserDoc) => String(user._id);

describe('all accounts', () => {
  it('are found by part of a name, in either script, and by the whole address', async () => {
    const lina = await buildUser({ name: 'Lina Haddad' });
    const arabic = await buildUser({ name: 'أحمد الخطيب' });
    const find = async (q: string) => (await test.call(getAllUsers, { q }, token)).data.map(({ ID }) => ID);
    expect(await find('hadd')).toEqual([idOf(lina)]);
    expect(await find('INA h')).toEqual([idOf(lina)]);
    expect(await find('احمد')).toEqual([idOf(arabic)]);
    expect(await find(lina.email.toUpperCase())).toEqual([idOf(lina)]);
    expect(await find('zzzz')).toEqual([]);
  });

  it('are paged, the newest first', async () => {
    const people: UserDoc[] = [];
    for (let i = 0; i < 5; i++) people.push(await buildUser({ name: 'Paged Person', createdAt: new Date(Date.now() + i * 1000) }));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await test.call(getAllUsers, { q: 'paged', limit: 2, cursor }, token);
      seen.push(...page.data.map(({ ID }) => ID));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(seen).toEqual(people.map(idOf).reverse());
  });

  it('are listed for platform admins only', async () => {
    expect((await test.call(getAllUsers, {}, await test.tokenFor(await buildUser()))).status).toBe(403);
    expect((await test.call(getAllUsers, {})).status).toBe(401);
  });
});

describe('a suspension', () => {
  it('ends every session, disconnects the sockets, refuses sign-ins, and can be lifted', async () => {
    const user = await buildUser({ password: 'a-long-password' });
    const credentials = { email: user.email, password: 'a-long-password' };
    const theirs = await test.tokenFor(user);
    const socket = await openSocket(test.url, { token: theirs });
    const input = { user_id: idOf(user), suspended: true, reason: 'Spam' };
    const { status, data } = await test.call(suspendUser, input, token);
    expect([status, data.Suspended_For, data.Suspended_At !== null]).toEqual([200, 'Spam', true]);
    expect((await socket.next(sessionEnded)).payload).toEqual({ reason: 'suspended', session_ids: 'all' });
    await socket.closed();
    expect((await test.call(getUserInfo, {}, theirs)).status).toBe(401);
    expect((await test.call(login, credentials)).error.code).toBe('suspended');
    expect((await test.call(suspendUser, input, token)).data).toEqual(data);
    expect(await Activities.countDocuments({ object: user._id, verb: 'user.suspended' })).toBe(1);
    expect((await test.call(suspendUser, { ...input, suspended: false }, token)).data).toMatchObject({
      Suspended_At: null,
      Suspended_For: '',
    });
    expect((await test.call(login, credentials)).status).toBe(200);
    expect((await test.call(getUserInfo, {}, theirs)).status).toBe(401);
  });

  it('is refused for the caller and other platform admins, and to everybody else', async () => {
    const statusOf = async (user: UserDoc, by = token) =>
      (await test.call(suspendUser, { user_id: idOf(user), suspended: true }, by)).status;
    expect(await statusOf(admin)).toBe(403);
    expect(await statusOf(await buildUser({ role: 'admin' }))).toBe(403);
    expect(await statusOf(await buildUser(), await test.tokenFor(await buildUser()))).toBe(403);
    expect((await test.call(suspendUser, { user_id: '0123456789abcdef01234567', suspended: true }, token)).status).toBe(404);
  });
});
