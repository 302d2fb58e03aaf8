import { beforeAll, describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { boardPath, openBoard } from '#models/contract/admin';
import { getCalendarFile, makeCalendarKey } from '#models/contract/calendar-feeds';
import { calls } from '#models/contract/index';
import { controls } from '#models/contract/live';
import { createPost } from '#models/contract/posts';
import { approveByPush } from '#models/contract/request-desk';
import { roomOf } from '#models/contract/rooms';
import { addTotp, removeSecondFactor, startTotp } from '#models/contract/second-factors';
import { confirmSecondFactor, startSecondFactorCheck } from '#models/contract/second-step';
import type { Visibility } from '#models/contract/societies';
import { giveUpScopes } from '#models/contract/staff';
import { type StaffScope, staffScopes } from '#models/contract/staff-scopes';
import { getAllUsers, getUserInfo } from '#models/contract/users';
import { newCalendarKey } from '#models/db/calendar-keys';
import { JoinRequests } from '#models/db/join-requests';
import { newId } from '#models/db/model';
import { makeApprovalToken } from '#models/db/one-time-tokens';
import { Sessions } from '#models/db/sessions';
import { buildBlock, buildJoinRequest, buildMember, buildMembership, buildSociety, buildUser } from '#models/testing/builders';
import { readPermissions } from '../testing/permission-table.js';
import { buildScenarios, roles, type SocietyScenarios, visibilities } from '../testing/scenario.js';
import { addApp, beginSignIn, codeOf, mailedCodeOf, factorPassword as password, personWithApp } from '../testing/second-factors.js';
import { requestOf, validHeaders, validInput } from '../testing/valid-inputs.js';

const test = setUpTestApp({ staffSecondFactor: true });

const admin = async () => {
  const user = await buildUser({ password, role: 'admin' });
  return { user, token: await test.tokenFor(user) };
};
const isStaff = async (token: string) => (await test.call(getAllUsers, {}, token)).status === 200;
const staffRooms = [roomOf('platform'), roomOf('support')];

/** Staff rooms that a socket of this session gets into. */
async function roomsOf(token: string): Promise<string[]> {
  const socket = await openSocket(test.url, { token });
  const answer = await socket.ask('join', staffRooms);
  socket.close();
  const refused = answer.ok ? (answer.refused ?? []).map(({ room }) => room) : staffRooms;
  return staffRooms.filter((room) => !refused.includes(room));
}

let scenarios: SocietyScenarios;
beforeAll(async () => {
  scenarios = await buildScenarios(test);
});

/** Statuses of the calls that staff have and others do not, in a society, as this token's; and those of an outsider. */
async function statusesOf(token: string, visibility: Visibility, as: 'platform admin' | 'outsider') {
  const place = scenarios[visibility];
  const [staff, outsider] = [roles.indexOf('platform admin'), roles.indexOf('outsider')];
  const rows = readPermissions().rows.filter(({ expected, of }) => expected[staff] !== expected[outsider] && of.includes(visibility));
  expect(rows.length).toBeGreaterThan(20);
  const statuses: [string, number][] = [];
  for (const { call: name } of rows) {
    const call = calls.find((each) => each.name === name)!;
    const request = await requestOf(call, validInput(name, place, as), token, validHeaders(name, place));
    statuses.push([name, (await test.app.inject(request)).statusCode]);
  }
  return { statuses, expected: rows.map(({ call, expected }) => [call, expected[outsider]]) };
}

describe('a stolen password of a platform admin', () => {
  it.each(visibilities)('opens no call that staff have and others do not, in a %s society', async (visibility) => {
    const { statuses, expected } = await statusesOf(scenarios[visibility].tokens['platform admin'], visibility, 'platform admin');
    expect(statuses).toEqual(expected);
  });

  it('opens neither the queue board, nor the metrics, nor a staff room', async () => {
    const { token } = await admin();
    expect((await test.call(openBoard, {}, token)).status).toBe(403);
    const metrics = await fetch(`${test.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect(metrics.status).toBe(403);
    expect(await roomsOf(token)).toEqual([]);
  });

  it('reads no closed society by a calendar link', async () => {
    const { user, token } = await admin();
    const society = await buildSociety({ privacy: { visibility: 'private' } });
    const wanted = { kind: 'society', society_id: String(society._id) } as const;
    expect((await test.call(makeCalendarKey, wanted, token)).status).not.toBe(200);
    const { key } = await newCalendarKey(user._id, { kind: 'society', society: society._id, category: null });
    expect((await test.call(getCalendarFile, { key })).status).toBe(404);
  });

  it('approves no request by the button of a push, which proves no factor', async () => {
    const { user, token } = await admin();
    await addApp(test, token, user);
    const request = await buildJoinRequest({ society: await buildSociety() });
    const action_token = await makeApprovalToken(user._id, request._id);
    expect((await test.call(approveByPush, { action_token })).error.code).toBe('forbidden');
    expect((await JoinRequests.findById(request._id).lean())?.status).toBe('pending');
  });

  it('gets a second step and no session once the account has a factor', async () => {
    const { user } = await personWithApp(test, { role: 'admin' });
    expect(await isStaff(await beginSignIn(test, user))).toBe(false);
  });
});

/** A person with these scopes and a password. */
const holderOf = async (...scopes: StaffScope[]) => {
  const given = { by: newId(), confirmedBy: newId(), at: new Date() };
  const user = await buildUser({ password, staff: scopes.map((scope) => ({ scope, ...given })) });
  return { user, token: await test.tokenFor(user) };
};
const partScopes = staffScopes.filter((scope) => scope !== 'all');

describe('a stolen password of somebody with scopes', () => {
  it.each(visibilities)('opens no call that staff have and others do not, in a %s society', async (visibility) => {
    const { token } = await holderOf(...partScopes);
    const { statuses, expected } = await statusesOf(token, visibility, 'outsider');
    expect(statuses).toEqual(expected);
  });

  it.each(partScopes)('opens no staff room with the scope %s until a factor is added, in that session', async (scope) => {
    const { user, token } = await holderOf(scope);
    const rooms = { approve: [], moderate: ['platform'], support: ['support'], report: ['platform'], all: [] }[scope];
    expect(await roomsOf(token)).toEqual([]);
    const { data: held } = await test.call(getUserInfo, {}, token);
    expect([held.Role, held.Scopes, held.Staff_Held]).toEqual(['user', undefined, true]);
    await addApp(test, token, user);
    expect(await roomsOf(token)).toEqual(rooms);
    const { data } = await test.call(getUserInfo, {}, token);
    expect([data.Role, data.Scopes, data.Staff_Held]).toEqual(['user', [scope], undefined]);
    expect(await roomsOf(await test.tokenFor(user))).toEqual([]);
  });

  it('gives up no scope without a factor', async () => {
    const { user, token } = await holderOf('support');
    expect((await test.call(giveUpScopes, { scopes: ['support'] }, token)).status).toBe(403);
    await addApp(test, token, user);
    expect((await test.call(giveUpScopes, { scopes: ['support'] }, token)).status).toBe(200);
  });

  it('receives live what a person who blocked them writes only with a factor', async () => {
    const society = await buildSociety();
    const { user, token } = await holderOf('moderate');
    await buildMembership({ society, user });
    const author = await buildMember(society);
    await buildBlock({ from: author, to: user });
    const receives = async (mark: string) => {
      const socket = await openSocket(test.url, { token });
      await socket.join(roomOf('society', String(society._id)));
      await test.call(createPost, { society_id: String(society._id), content: mark }, await test.tokenFor(author));
      await test.call(
        createPost,
        { society_id: String(society._id), content: `end of ${mark}` },
        await test.tokenFor({ _id: society.creator }),
      );
      await expect.poll(() => JSON.stringify(socket.received)).toContain(`end of ${mark}`);
      socket.close();
      return JSON.stringify(socket.received).includes(`"${mark}"`);
    };
    expect(await receives('first post')).toBe(false);
    await addApp(test, token, user);
    expect(await receives('second post')).toBe(true);
  });
});

describe('a platform admin', () => {
  it('reads as a user who needs a second factor, and is staff at once when it is added', async () => {
    const { user, token } = await admin();
    expect((await test.call(getUserInfo, {}, token)).data).toMatchObject({ Role: 'user', Staff_Held: true });
    const { data: begun } = await test.call(startTotp, { password, mailed_code: await mailedCodeOf(user) }, token);
    expect(await isStaff(token)).toBe(false);
    await test.call(addTotp, { challenge: begun.challenge, code: codeOf(begun.secret) }, token);
    expect(await isStaff(token)).toBe(true);
    const { data } = await test.call(getUserInfo, {}, token);
    expect([data.Role, data.Staff_Held]).toEqual(['admin', undefined]);
    expect(await roomsOf(token)).toEqual(staffRooms);
  });

  it('has no staff rights in a session without the factor, until it is confirmed there', async () => {
    const { user, secret } = await personWithApp(test, { role: 'admin' });
    const token = await test.tokenFor(user);
    expect(await isStaff(token)).toBe(false);
    const { data } = await test.call(startSecondFactorCheck, {}, token);
    await test.call(confirmSecondFactor, { challenge: data.challenge, method: 'totp', code: codeOf(secret) }, token);
    expect(await isStaff(token)).toBe(true);
  });

  it('loses them with the last factor: calls, the queue board and open rooms', async () => {
    const { user, token } = await admin();
    const { id, codes } = await addApp(test, token, user);
    const board = await test.call(openBoard, {}, token);
    const cookie = board.headers.get('set-cookie')?.split(';')[0] ?? '';
    const boardStatus = async () => (await fetch(`${test.url}${boardPath}/api/queues`, { headers: { cookie } })).status;
    const socket = await openSocket(test.url, { token });
    await socket.join(roomOf('platform'));
    expect(await boardStatus()).toBe(200);
    const { error } = await test.call(removeSecondFactor, { factor_id: id, password }, token);
    const proof = { challenge: error.fields?.challenge ?? '', method: 'recovery', code: codes[0] ?? '' };
    expect((await test.call(removeSecondFactor, { factor_id: id, password, proof }, token)).status).toBe(200);
    expect([await isStaff(token), await boardStatus()]).toEqual([false, 403]);
    expect((await socket.next(controls.roomLeft)).payload).toMatchObject({ rooms: [roomOf('platform')] });
    socket.close();
  });

  it('whose provider proved the factor is staff', async () => {
    const { user, token } = await admin();
    await Sessions.updateOne({ user: user._id }, { $set: { secondFactor: 'sso' } });
    expect(await isStaff(token)).toBe(true);
  });
});
