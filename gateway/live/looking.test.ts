import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { joinRequestLooking } from '#models/contract/request-desk';
import { roomOf } from '#models/contract/rooms';
import { buildJoinRequest, buildMember, buildSession, buildSociety, buildUser } from '#models/testing/builders';

const app = setUpTestApp();

/** A society with a request, and the sockets of two admins; the second listens. */
async function scene() {
  const society = await buildSociety();
  const [first, second] = [await buildMember(society, 'admin'), await buildMember(society, 'admin')];
  const request_id = String((await buildJoinRequest({ society }))._id);
  const open = async (user: typeof first) => openSocket(app.url, { token: await buildSession(user) });
  const [socket, reader] = [await open(first), await open(second)];
  await reader.join(roomOf('societyAdmins', String(society._id)));
  return { society, first, request_id, socket, reader, open };
}

describe('looking at a join request', () => {
  test('reaches the other admins, and its end too; a repeat within two seconds does not', async () => {
    const { society, first, request_id, socket, reader } = await scene();
    for (let i = 0; i < 2; i++) expect(await socket.ask('looking', { request_id, looking: true })).toMatchObject({ ok: true });
    const payload = { society_id: String(society._id), request_id, user_id: String(first._id), User_Name: first.name };
    expect((await reader.next(joinRequestLooking)).payload).toEqual({ ...payload, looking: true });
    await socket.ask('looking', { request_id, looking: false });
    expect((await reader.next(joinRequestLooking)).payload).toEqual({ ...payload, looking: false });
    await sleep(50);
    expect(reader.count(joinRequestLooking)).toBe(0);
    socket.close();
    reader.close();
  });

  test('is refused for everybody who may not decide it', async () => {
    const { society, request_id, reader, open, socket } = await scene();
    const visitor = await openSocket(app.url);
    expect(await visitor.ask('looking', { request_id, looking: true })).toMatchObject({ ok: false, code: 'unauthorized' });
    for (const user of [await buildUser(), await buildMember(society), await buildMember(society, 'moderator')]) {
      const other = await open(user);
      expect(await other.ask('looking', { request_id, looking: true })).toMatchObject({ ok: false, code: 'not_found' });
      other.close();
    }
    expect(await socket.ask('looking', { request_id: 'f'.repeat(24), looking: true })).toMatchObject({ ok: false, code: 'not_found' });
    expect(await socket.ask('looking', { request_id } as never)).toMatchObject({ ok: false, code: 'validation_failed' });
    expect(reader.count(joinRequestLooking)).toBe(0);
    for (const each of [visitor, socket, reader]) each.close();
  });
});
