import { describe, expect, it, test } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { drain } from '#models/bus/publish';
import { getEventsBySociety } from '#models/contract/events';
import { askToJoin } from '#models/contract/join-requests';
import { controls } from '#models/contract/live';
import { getAllPosts, getPostsBySociety } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { followSociety, getFollowedSocieties, setMailCadence, unfollowSociety } from '#models/contract/society-follows';
import { deleteSociety } from '#models/contract/society-removal';
import { updateInfo } from '#models/contract/society-settings';
import { ownChanged } from '#models/contract/users';
import { Activities } from '#models/db/activities';
import { Mails } from '#models/db/mails';
import type { Id } from '#models/db/model';
import type { SocietyDoc } from '#models/db/societies';
import { SocietyFollows } from '#models/db/society-follows';
import { buildMember, buildPost, buildSociety, buildSocietyFollow, buildUser } from '#models/testing/builders';
import { dispatch } from '#workers/activity/dispatch';
import { openMailBox } from '#workers/mail/mailbox-for-tests';

const app = setUpTestApp();

const ofSociety = ({ _id }: { _id: Id }) => ({ society_id: String(_id) });
const followed = async (token: string) => (await app.call(getFollowedSocieties, {}, token)).data;
const feed = async (token: string, part?: 'mine' | 'followed') =>
  (await app.call(getAllPosts, part ? { feed: part } : {}, token)).data.map(({ Content }) => Content);
const change = async (society: SocietyDoc, changes: object): Promise<void> => {
  const answer = await app.call(updateInfo, { ...ofSociety(society), ...changes }, await app.tokenFor({ _id: society.creator }));
  expect(answer.status).toBe(204);
};
async function dispatchDue(): Promise<void> {
  await drain();
  for (const { _id } of await Activities.find({ due: { $exists: true } }).lean())
    await dispatch({ kind: 'activity', id: String(_id), version: 1 });
}

describe('following a society', () => {
  it('is listed once however often it is asked, and can be taken back', async () => {
    const society = await buildSociety({ name: 'Chess Club' });
    const token = await app.tokenFor(await buildUser());
    const first = await app.call(followSociety, ofSociety(society), token);
    expect(first).toMatchObject({ status: 200, data: { ...ofSociety(society), Is_Following: true, version: 1 } });
    expect((await app.call(followSociety, ofSociety(society), token)).data).toEqual(first.data);
    expect(await followed(token)).toMatchObject([{ Name: 'Chess Club', Is_Following: true, Follow_Version: 1, Cadence: null }]);
    for (const _time of [1, 2])
      expect((await app.call(unfollowSociety, ofSociety(society), token)).data).toMatchObject({ Is_Following: false, version: 2 });
    expect(await followed(token)).toEqual([]);
  });

  it('shows on the other screens of the follower, and on nobody else’s', async () => {
    const [society, me, other] = [await buildSociety(), await buildUser(), await buildUser()];
    const [mine, theirs] = await Promise.all([me, other].map(async (user) => openSocket(app.url, { token: await app.tokenFor(user) })));
    await app.call(followSociety, ofSociety(society), await app.tokenFor(me));
    expect((await mine!.next(ownChanged)).payload).toEqual({ kind: 'followSociety', id: String(society._id), on: true, version: 1 });
    expect(theirs!.count(ownChanged)).toBe(0);
    for (const socket of [mine, theirs]) socket!.close();
  });

  it('ends when the follower becomes a member', async () => {
    const society = await buildSociety({ privacy: { joinApproval: false } });
    const token = await app.tokenFor(await buildUser());
    await app.call(followSociety, ofSociety(society), token);
    expect((await app.call(askToJoin, ofSociety(society), token)).status).toBe(200);
    expect(await followed(token)).toEqual([]);
    expect(await SocietyFollows.findOne({ society: society._id }).lean()).toMatchObject({ on: false, version: 2 });
  });

  it('gives a follower no right of a member', async () => {
    const [society, user] = [await buildSociety({ privacy: { eventsVisible: false } }), await buildUser()];
    await buildSocietyFollow({ society, user });
    const token = await app.tokenFor(user);
    expect((await app.call(getEventsBySociety, ofSociety(society), token)).status).toBe(403);
    const socket = await openSocket(app.url, { token });
    expect(await socket.ask('join', roomOf('society', String(society._id)))).toMatchObject({ ok: false, code: 'forbidden' });
    socket.close();
  });
});

describe('the parts of the feed', () => {
  it('mine has own societies, followed has followed ones, and all is as before', async () => {
    const [own, followedOne, other] = await Promise.all([1, 2, 3].map(() => buildSociety()));
    const me = await buildMember(own!);
    await buildSocietyFollow({ society: followedOne!, user: me });
    await buildPost({ society: own!, content: 'own' });
    await buildPost({ society: followedOne!, content: 'followed' });
    await buildPost({ society: other!, content: 'other' });
    const token = await app.tokenFor(me);
    expect(await feed(token, 'mine')).toEqual(['own']);
    expect(await feed(token, 'followed')).toEqual(['followed']);
    expect(await feed(token)).toEqual(expect.arrayContaining(['own', 'followed', 'other']));
    expect((await app.call(getAllPosts, { feed: 'followed' })).data).toEqual([]);
  });

  it('followed has all pages of several societies, newest first', async () => {
    const [user, one, two] = [await buildUser(), await buildSociety(), await buildSociety()];
    for (const society of [one, two]) await buildSocietyFollow({ society, user });
    for (let i = 0; i < 6; i++)
      await buildPost({ society: i % 2 ? one : two, content: `${i}`, createdAt: new Date(Date.now() - (10 - i) * 1000) });
    const token = await app.tokenFor(user);
    const first = await app.call(getAllPosts, { feed: 'followed', limit: 4 }, token);
    const second = await app.call(getAllPosts, { feed: 'followed', limit: 4, cursor: first.next! }, token);
    expect([...first.data, ...second.data].map(({ Content }) => Content)).toEqual(['5', '4', '3', '2', '1', '0']);
    expect(second.next).toBeNull();
  });

  it.each([
    ['of followed societies', getAllPosts],
    ['of the society', getPostsBySociety],
  ] as const)('the first page %s marks its posts as read by the follower', async (_what, call) => {
    const [society, user] = [await buildSociety(), await buildUser()];
    await buildSocietyFollow({ society, user });
    await buildPost({ society });
    await app.call(call as typeof getAllPosts, { ...ofSociety(society), feed: 'followed' } as object, await app.tokenFor(user));
    const { seenAt } = (await SocietyFollows.findOne({ user: user._id }).lean())!;
    expect(Date.now() - seenAt!.getTime()).toBeLessThan(10_000);
  });
});

describe('the mail cadence', () => {
  it('is chosen for one society or for all; null is the usual one', async () => {
    const [society, user] = [await buildSociety(), await buildUser()];
    await buildSocietyFollow({ society, user });
    const token = await app.tokenFor(user);
    const now = async () => {
      const { data, counts } = await app.call(getFollowedSocieties, {}, token);
      return [data[0]!.Cadence, counts!.cadence];
    };
    expect(await now()).toEqual([null, 'daily']);
    await app.call(setMailCadence, { ...ofSociety(society), cadence: 'each' }, token);
    await app.call(setMailCadence, { cadence: 'never' }, token);
    expect(await now()).toEqual(['each', 'never']);
    await app.call(setMailCadence, { ...ofSociety(society), cadence: null }, token);
    await app.call(setMailCadence, { cadence: null }, token);
    expect(await now()).toEqual([null, 'daily']);
  });

  it('of a society that is not followed is refused', async () => {
    const society = await buildSociety();
    const token = await app.tokenFor(await buildUser());
    expect((await app.call(setMailCadence, { ...ofSociety(society), cadence: 'each' }, token)).status).toBe(404);
    expect((await app.call(setMailCadence, { cadence: 'hourly' } as never, token)).status).toBe(400);
  });
});

describe('a society that closes', () => {
  const remove = async (society: SocietyDoc): Promise<void> => {
    const input = { ...ofSociety(society), confirm: society.name };
    expect((await app.call(deleteSociety, input, await app.tokenFor({ _id: society.creator }))).status).toBe(200);
  };
  const turn = (visibility: 'private' | 'invite-only') => (society: SocietyDoc) => change(society, { privacy: { visibility } });

  test.each<[string, (society: SocietyDoc) => Promise<void>]>([
    ['becomes private', turn('private')],
    ['becomes invite-only', turn('invite-only')],
    ['is deleted', remove],
  ])('and %s: its followers leave its rooms, lose its posts, and get no mail of it, at once', async (_how, close) => {
    const [society, user, box] = [await buildSociety(), await buildUser(), await openMailBox()];
    await buildSocietyFollow({ society, user, cadence: 'each' });
    const post = await buildPost({ society, content: 'open' });
    const token = await app.tokenFor(user);
    await Mails.create({
      kind: 'followed',
      user: user._id,
      address: null,
      addressHash: null,
      locale: 'en',
      params: { cadence: 'each', post: String(post._id) },
      about: [],
      at: new Date(),
      claimedAt: null,
      sentAt: null,
      due: new Date(),
    });
    const socket = await openSocket(app.url, { token });
    const room = roomOf('post', String(post._id));
    await socket.join(room);
    await close(society);
    expect((await socket.next(controls.roomLeft)).payload.rooms).toContain(room);
    expect(await feed(token, 'followed')).toEqual([]);
    expect(await followed(token)).toEqual([]);
    expect(await box.mailsTo(user)).toEqual([]);
    socket.close();
    await box.remove();
  });

  test('its follows end, on the open screens too, and do not come back when it opens again', async () => {
    const [society, user] = [await buildSociety(), await buildUser()];
    await buildSocietyFollow({ society, user });
    const token = await app.tokenFor(user);
    const socket = await openSocket(app.url, { token });
    await change(society, { privacy: { visibility: 'private' } });
    await dispatchDue();
    expect((await socket.next(ownChanged)).payload).toEqual({ kind: 'followSociety', id: String(society._id), on: false, version: 2 });
    await change(society, { privacy: { visibility: 'public' } });
    await dispatchDue();
    expect(await followed(token)).toEqual([]);
    socket.close();
  });
});
