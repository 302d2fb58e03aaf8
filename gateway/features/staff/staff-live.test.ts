import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anotherGateway, openSocket, type StartedGateway } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { appendMessages, liveMessage } from '#models/bus/live-stream';
import { controls } from '#models/contract/live';
import { reportResolved } from '#models/contract/reports';
import { type RoomKind, roomOf } from '#models/contract/rooms';
import { confirmStaffChange, giveUpScopes, proposeStaffChange, withdrawStaffChange } from '#models/contract/staff';
import { type StaffScope, staffChanged, staffScopes } from '#models/contract/staff-scopes';
import { supportRequestUpdated } from '#models/contract/support';
import { getAllUsers } from '#models/contract/users';
import { newId } from '#models/db/model';
import type { UserDoc } from '#models/db/users';
import { buildSociety, buildStaff, buildUser } from '#models/testing/builders';

const test = setUpTestApp();
let second: StartedGateway;
beforeAll(async () => {
  second = await anotherGateway(test.app);
});
afterAll(() => second.close());

/** Rooms of staff, and the scopes that open them. */
const openedBy: Partial<Record<RoomKind, readonly StaffScope[]>> = {
  support: ['support', 'all'],
  platform: ['moderate', 'report', 'all'],
  staff: ['all'],
  societyModerators: ['moderate', 'all'],
  society: ['moderate', 'all'],
  societyAdmins: ['all'],
};

describe('rooms of staff', () => {
  it.each(staffScopes)('are joined with the scope %s where it opens them', async (scope) => {
    const society = await buildSociety({ privacy: { visibility: 'private' } });
    const socket = await openSocket(test.url, { token: await test.tokenFor(await buildStaff(scope)) });
    for (const [kind, scopes] of Object.entries(openedBy)) {
      const answer = await socket.ask('join', roomOf(kind as RoomKind, String(society._id)));
      expect([kind, answer.ok ? 'ok' : answer.code]).toEqual([kind, scopes.includes(scope) ? 'ok' : 'forbidden']);
    }
    socket.close();
  });
});

/** Takes a scope by two people. */
async function take(user: UserDoc, scope: StaffScope): Promise<void> {
  const [first, other] = [await test.tokenFor(await buildUser({ role: 'admin' })), await test.tokenFor(await buildUser({ role: 'admin' }))];
  const { data } = await test.call(proposeStaffChange, { user_id: String(user._id), kind: 'take', scopes: [scope] }, first);
  expect((await test.call(confirmStaffChange, { proposal_id: data.ID }, other)).status).toBe(200);
}

const id = String(newId());
/** A message of each room of staff. */
const probes = {
  platform: liveMessage(reportResolved, ['platform'], { report_id: id, action: 'dismiss', version: 2 }),
  support: liveMessage(supportRequestUpdated, ['support'], { ticket: { ID: id } } as never),
  staff: liveMessage(staffChanged, ['staff'], { user_id: id, version: 2 }),
};

describe('a scope that is taken', () => {
  it.each([
    ['moderate', 'platform'],
    ['report', 'platform'],
    ['support', 'support'],
    ['all', 'staff'],
  ] as const)('%s closes the room %s on every gateway within a second, and no message comes after', async (scope, room) => {
    const user = await buildStaff(scope);
    const sockets = await Promise.all([test.url, second.url].map(async (url) => openSocket(url, { token: await test.tokenFor(user) })));
    for (const socket of sockets) await socket.join(room);
    await take(user, scope);
    const from = Date.now();
    for (const socket of sockets) expect((await socket.next(controls.roomLeft)).payload).toEqual({ rooms: [room], code: 'forbidden' });
    expect(Date.now() - from).toBeLessThan(1000);
    await appendMessages([probes[room]]);
    for (const socket of sockets) {
      expect(await socket.ask('join', room)).toMatchObject({ ok: false, code: 'forbidden' });
      expect(socket.received.filter(({ payload }) => JSON.stringify(payload).includes(id))).toEqual([]);
      socket.close();
    }
  });

  it('leaves the rooms that another scope opens', async () => {
    const user = await buildStaff('moderate', 'support');
    const socket = await openSocket(test.url, { token: await test.tokenFor(user) });
    await socket.join('platform', 'support');
    await take(user, 'moderate');
    expect((await socket.next(controls.roomLeft)).payload.rooms).toEqual(['platform']);
    expect(socket.count(controls.roomLeft)).toBe(0);
    socket.close();
  });

  it('is refused in the very next call, also where reads are cached', async () => {
    const user = await buildStaff('moderate');
    const token = await test.tokenFor(user);
    expect((await test.call(getAllUsers, {}, token)).status).toBe(200);
    await take(user, 'moderate');
    expect((await test.call(getAllUsers, {}, token)).status).toBe(403);
  });

  it('and one that is given up closes the room, too', async () => {
    const user = await buildStaff('support');
    const token = await test.tokenFor(user);
    const socket = await openSocket(second.url, { token });
    await socket.join('support');
    await test.call(giveUpScopes, { scopes: ['support'] }, token);
    expect((await socket.next(controls.roomLeft)).payload.rooms).toEqual(['support']);
    socket.close();
  });
});

describe('the message of a change', () => {
  it('comes to everybody with every scope for each step, and to the person when their scopes have changed', async () => {
    const [first, other, member] = [await buildUser({ role: 'admin' }), await buildUser({ role: 'admin' }), await buildUser()];
    const [tokens, member_id] = [[await test.tokenFor(first), await test.tokenFor(other)] as const, String(member._id)];
    const watching = await Promise.all(tokens.map((token) => openSocket(test.url, { token })));
    for (const socket of watching) await socket.join('staff');
    const concerned = await openSocket(test.url, { token: await test.tokenFor(member) });
    const comes = async () => {
      for (const socket of watching) expect((await socket.next(staffChanged)).payload.user_id).toBe(member_id);
    };
    const propose = async () => {
      const { data } = await test.call(proposeStaffChange, { user_id: member_id, kind: 'give', scopes: ['support'] }, tokens[0]);
      await comes();
      return { proposal_id: data.ID };
    };
    await test.call(withdrawStaffChange, await propose(), tokens[0]);
    await comes();
    const again = await propose();
    expect(concerned.count(staffChanged)).toBe(0);
    await test.call(confirmStaffChange, again, tokens[1]);
    await comes();
    expect((await concerned.next(staffChanged)).payload.user_id).toBe(member_id);
    await concerned.join('support');
    for (const socket of [...watching, concerned]) socket.close();
  });
});
