import { describe, expect, test } from 'vitest';
import { openPlain, openSocket, type TestSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { controls } from '#models/contract/live';
import { roomOf } from '#models/contract/rooms';
import { type SocietyPrivacy, societyRemoved, societyUpdated, societyVisibility } from '#models/contract/societies';
import { deleteSociety, restoreSociety } from '#models/contract/society-removal';
import { updateInfo } from '#models/contract/society-settings';
import type { SocietyDoc } from '#models/db/societies';
import { buildEvent, buildInvitation, buildMember, buildPost, buildSociety, buildUser } from '#models/testing/builders';

const app = setUpTestApp();

const change = async (society: SocietyDoc, privacy: Partial<SocietyPrivacy>): Promise<void> => {
  const answer = await app.call(updateInfo, { society_id: String(society._id), privacy }, await app.tokenFor({ _id: society.creator }));
  expect(answer.status).toBe(204);
};
async function place(privacy: Partial<SocietyPrivacy> = {}) {
  const society = await buildSociety({ privacy });
  const id = String(society._id);
  const post = roomOf('post', String((await buildPost({ society }))._id));
  const event = roomOf('event', String((await buildEvent({ society }))._id));
  return { society, open: roomOf('societyPublic', id), inside: roomOf('society', id), post, event };
}
async function connect(user: Awaited<ReturnType<typeof buildUser>> | null, ...rooms: string[]): Promise<TestSocket> {
  const socket = await openSocket(app.url, user ? { token: await app.tokenFor(user) } : {});
  await socket.join(...rooms);
  return socket;
}
const leftOf = async (socket: TestSocket): Promise<string[]> => (await socket.next(controls.roomLeft)).payload.rooms.toSorted();

describe('a society that closes', () => {
  test.each([
    ['private', ['event', 'post']],
    ['invite-only', ['event', 'open', 'post']],
  ] as const)('to %s evicts outsiders from closed rooms before later messages; members stay', async (visibility, lost) => {
    const { society, ...rooms } = await place();
    const [visitor, outsider, member] = await Promise.all([
      connect(null, 'societies', 'events', rooms.open, rooms.post, rooms.event),
      connect(await buildUser(), 'feed', rooms.open, rooms.post, rooms.event),
      connect(await buildMember(society), 'mine', rooms.open, rooms.post, rooms.event),
    ]);
    await change(society, { visibility });
    for (const socket of [visitor, outsider]) {
      expect(await leftOf(socket)).toEqual(lost.map((name) => rooms[name]).toSorted());
      const received = await socket.next(societyVisibility);
      expect(received.payload).toEqual({ society_id: String(society._id), visibility, eventsVisible: true });
    }
    await member.next(societyVisibility);
    await member.next(societyUpdated);
    expect(member.count(controls.roomLeft)).toBe(0);
    expect([visitor, outsider].map((socket) => socket.count(societyUpdated) > 0)).toEqual(
      visibility === 'private' ? [true, true] : [false, false],
    );
    for (const socket of [visitor, outsider, member]) socket.close();
  });

  test('keeps invited people in its public room', async () => {
    const { society, open, post } = await place();
    const guest = await buildUser();
    await buildInvitation({ society, user: guest });
    const socket = await connect(guest, open, post);
    await change(society, { visibility: 'invite-only' });
    expect(await leftOf(socket)).toEqual([post]);
    await socket.next(societyUpdated);
    socket.close();
  });

  test('closing its events only evicts from the events’ rooms alone', async () => {
    const { society, open, post, event } = await place();
    const outsider = await connect(await buildUser(), open, post, event);
    await change(society, { eventsVisible: false });
    expect(await leftOf(outsider)).toEqual([event]);
    expect(await outsider.ask('join', event)).toMatchObject({ ok: false, code: 'not_found' });
    outsider.close();
  });

  test('is announced on a plain WebSocket too', async () => {
    const { society, open, post } = await place();
    const { client } = await openPlain(app.url, { join: ['societies', open, post] });
    await change(society, { visibility: 'invite-only' });
    expect((await client.next(controls.roomLeft)).payload.rooms.toSorted()).toEqual([open, post].toSorted());
    await client.next(societyVisibility);
    client.close();
  });
});

describe('a society that opens', () => {
  test('is announced in the lists, and its rooms can be joined', async () => {
    const { society, open, post } = await place({ visibility: 'invite-only' });
    const outsider = await connect(await buildUser(), 'feed', 'societies');
    expect(await outsider.ask('join', open)).toMatchObject({ ok: false });
    await change(society, { visibility: 'public' });
    expect((await outsider.next(societyVisibility)).payload.visibility).toBe('public');
    await outsider.next(societyUpdated);
    await outsider.join(open, post);
    outsider.close();
  });

  test('or closes nothing that outsiders see: they get no message', async () => {
    const { society } = await place({ visibility: 'invite-only' });
    const [outsider, member] = await Promise.all([
      connect(await buildUser(), 'feed', 'societies', 'events'),
      connect(await buildMember(society), 'mine'),
    ]);
    await change(society, { eventsVisible: false });
    await member.next(societyVisibility);
    expect([outsider.count(societyVisibility), outsider.count(societyUpdated)]).toEqual([0, 0]);
    for (const socket of [outsider, member]) socket.close();
  });
});

test.each(['public', 'private', 'invite-only'] as const)(
  'a %s society that is restored is announced to its members, marked as restored',
  async (visibility) => {
    const { society } = await place({ visibility });
    const [admin, platform] = [await app.tokenFor({ _id: society.creator }), await app.tokenFor(await buildUser({ role: 'admin' }))];
    const member = await connect(await buildMember(society), 'mine', 'feed');
    const at = { society_id: String(society._id) };
    expect((await app.call(deleteSociety, { ...at, confirm: society.name }, admin)).status).toBe(200);
    await member.next(societyRemoved);
    expect((await app.call(restoreSociety, at, platform)).status).toBe(200);
    expect((await member.next(societyVisibility)).payload).toEqual({ ...at, visibility, eventsVisible: true, restored: true });
    member.close();
  },
);
