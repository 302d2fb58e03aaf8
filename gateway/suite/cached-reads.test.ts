import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hashToken } from '#gateway/plugins/context';
import { setUpTestApp } from '#gateway/testing/test-app';
import { type LiveMessage, streamKey } from '#models/bus/live-stream';
import { openRedis } from '#models/bus/redis';
import type { VerbSpec } from '#models/bus/verb';
import { activityVerbs } from '#models/bus/verbs/index';
import { userBlocked } from '#models/bus/verbs/people';
import { sessionEnded } from '#models/contract/auth';
import { blockUser } from '#models/contract/blocks';
import { getInvitations, invitationNew } from '#models/contract/invitations';
import { positionHeader } from '#models/contract/live';
import { removeMember } from '#models/contract/member-list';
import { membershipChanged } from '#models/contract/members';
import { getAllPosts, postLikes, postRemoved } from '#models/contract/posts';
import { userUpdated } from '#models/contract/profiles';
import { roomOf } from '#models/contract/rooms';
import { getSocietyInfo, societyUpdated, societyVisibility } from '#models/contract/societies';
import { updateInfo } from '#models/contract/society-settings';
import { getUserInfo, ownChanged, suspendUser } from '#models/contract/users';
import { Blocks } from '#models/db/blocks';
import { Invitations } from '#models/db/invitations';
import { Memberships } from '#models/db/memberships';
import type { Id } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { Sessions } from '#models/db/sessions';
import { Societies } from '#models/db/societies';
import { Users } from '#models/db/users';
import { buildInvitation, buildMember, buildPost, buildSociety, buildUser } from '#models/testing/builders';
import { membershipFields } from '#models/testing/fields';

const test = setUpTestApp();
let redis: Redis;
beforeAll(async () => {
  redis = openRedis(test.redisUrl, 'quick');
});
afterAll(async () => {
  redis.disconnect();
});

/** A reader, a post that they see, its author and its society. */
interface ReaderFixture {
  me: Id;
  token: string;
  author: Id;
  society: Id;
  /** Headers of the reader's calls. */
  headers?: Record<string, string>;
}

const buildReaderFixture = async ({
  visibility = 'public',
  isOutside = visibility !== 'private',
}: Partial<Row> = {}): Promise<ReaderFixture> => {
  const society = await buildSociety({ privacy: { visibility } as never });
  const author = await buildMember(society);
  await buildPost({ society, author });
  const me = isOutside ? await buildUser() : await buildMember(society);
  return { me: me._id, token: await test.tokenFor(me), author: author._id, society: society._id };
};

/** The post as the reader sees it; undefined where they do not. */
const postOf = async ({ token, society, headers }: ReaderFixture) =>
  (await test.call(getAllPosts, { limit: 20 }, token, headers)).data.find(({ Society_ID }) => Society_ID === String(society));

interface Row {
  what: string;
  visibility?: 'public' | 'private' | 'invite-only';
  /** The reader is not a member, whatever the visibility. */
  isOutside?: boolean;
  /** Writes as another gateway would: this process gets no invalidation. */
  change(buildReaderFixture: ReaderFixture): Promise<unknown>;
  liveMessage(buildReaderFixture: ReaderFixture): LiveMessage;
  isSeen(buildReaderFixture: ReaderFixture): Promise<boolean>;
}

const own = (user: Id): string[] => [roomOf('user', String(user))];

const rows: Row[] = [
  {
    what: 'the session was ended',
    change: ({ token }) => Sessions.deleteOne({ _id: hashToken(token) }),
    liveMessage: ({ me, token }) => ({ rooms: own(me), message: sessionEnded.name, payload: { session_ids: [hashToken(token)] } }),
    isSeen: async ({ token, headers }) => (await test.call(getUserInfo, {}, token, headers)).status === 401,
  },
  {
    what: 'all sessions were ended',
    change: ({ me }) => Sessions.deleteMany({ user: me }),
    liveMessage: ({ me }) => ({ rooms: own(me), message: sessionEnded.name, payload: { session_ids: 'all' } }),
    isSeen: async ({ token, headers }) => (await test.call(getUserInfo, {}, token, headers)).status === 401,
  },
  {
    what: 'they were suspended',
    change: ({ me }) => Users.updateOne({ _id: me }, { $set: { suspendedAt: new Date() } }),
    liveMessage: ({ me }) => ({ rooms: own(me), message: sessionEnded.name, payload: { session_ids: 'all' } }),
    isSeen: async ({ token, headers }) => (await test.call(getUserInfo, {}, token, headers)).status === 401,
  },
  {
    what: 'they were removed from a private society',
    visibility: 'private',
    change: ({ me, society }) => Memberships.deleteOne({ user: me, society }),
    liveMessage: ({ me, society }) => ({
      rooms: own(me),
      message: membershipChanged.name,
      payload: { society_id: String(society), user_id: String(me) },
    }),
    isSeen: async (at) => (await postOf(at)) === undefined,
  },
  {
    what: 'they were blocked',
    change: ({ me, author }) => Blocks.collection.insertOne({ from: author, to: me, on: true, at: new Date(), version: 1 }),
    liveMessage: ({ me, author }) => ({ rooms: own(author), message: ownChanged.name, payload: { kind: 'block', id: String(me) } }),
    isSeen: async (at) => (await postOf(at)) === undefined,
  },
  {
    what: 'they were invited',
    visibility: 'invite-only',
    change: ({ me, society, author }) =>
      Invitations.collection.insertOne({ user: me, society, by: author, status: 'pending', open: true, createdAt: new Date(), version: 1 }),
    liveMessage: ({ me }) => ({ rooms: own(me), message: invitationNew.name, payload: {} }),
    isSeen: async ({ token, society, headers }) =>
      (await test.call(getSocietyInfo, { society_id: String(society) }, token, headers)).status === 200,
  },
  {
    what: 'the society has another name',
    change: ({ society }) => Societies.updateOne({ _id: society }, { $set: { name: 'Renamed' } }),
    liveMessage: ({ society }) => ({ rooms: [roomOf('societies')], message: societyUpdated.name, payload: { ID: String(society) } }),
    isSeen: async (at) => (await postOf(at))?.Society_Name === 'Renamed',
  },
  {
    what: 'the society was closed',
    change: ({ society }) => Societies.updateOne({ _id: society }, { $set: { 'privacy.visibility': 'private' } }),
    liveMessage: ({ society }) => ({
      rooms: [roomOf('societies')],
      message: societyVisibility.name,
      payload: { society_id: String(society) },
    }),
    isSeen: async (at) => (await postOf(at)) === undefined,
  },
  {
    what: 'the author has another name',
    change: ({ author }) => Users.updateOne({ _id: author }, { $set: { name: 'Another Name' } }),
    liveMessage: ({ author }) => ({ rooms: own(author), message: userUpdated.name, payload: { user_id: String(author) } }),
    isSeen: async (at) => (await postOf(at))?.User_Name === 'Another Name',
  },
  {
    what: 'the author has another role',
    change: ({ author, society }) => Memberships.updateOne({ user: author, society }, { $set: { role: 'moderator' } }),
    liveMessage: ({ author, society }) => ({
      rooms: own(author),
      message: membershipChanged.name,
      payload: { society_id: String(society), user_id: String(author) },
    }),
    isSeen: async (at) => (await postOf(at))?.User_Role === 'moderator',
  },
  {
    what: 'the post was removed',
    change: ({ society }) => Posts.updateOne({ society }, { $set: { removedAt: new Date() } }),
    liveMessage: ({ society }) => ({ rooms: [roomOf('feed')], message: postRemoved.name, payload: { society_id: String(society) } }),
    isSeen: async (at) => (await postOf(at)) === undefined,
  },
  {
    what: 'the post was liked',
    change: ({ society }) => Posts.updateOne({ society }, { $inc: { likes: 1 } }),
    liveMessage: ({ society }) => ({ rooms: [roomOf('post', String(society))], message: postLikes.name, payload: {} }),
    isSeen: async (at) => (await postOf(at))?.Likes === 1,
  },
  {
    what: 'they were let into a private society',
    visibility: 'private',
    isOutside: true,
    change: ({ me, society }) => Memberships.collection.insertOne(membershipFields('Somebody', { society, user: me })),
    liveMessage: ({ me, society }) => ({
      rooms: own(me),
      message: membershipChanged.name,
      payload: { society_id: String(society), user_id: String(me) },
    }),
    isSeen: async (at) => (await postOf(at)) !== undefined,
  },
];

/** Time until it is visible, in ms; polls, so that cached reads are used. */
async function seenAfter(isSeen: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  while (!(await isSeen())) {
    if (performance.now() - begun > 5000) return Number.POSITIVE_INFINITY;
    await sleep(50);
  }
  return performance.now() - begun;
}

describe('a change by another gateway', () => {
  const seenAfterMs = new Map<string, number>();
  beforeAll(async () => {
    const fixtures: [Row, ReaderFixture][] = [];
    for (const row of rows) fixtures.push([row, await buildReaderFixture(row)]);
    await Promise.all(
      fixtures.map(async ([{ what, isSeen, change }, at]) => {
        if (await isSeen(at)) return;
        await change(at);
        seenAfterMs.set(what, await seenAfter(() => isSeen(at)));
      }),
    );
  });

  it.each(rows)('is visible within a second without any message: $what', ({ what }) => {
    expect(seenAfterMs.get(what)).toBeLessThan(1000);
  });

  it.each(rows)('is visible at once after the message in the stream: $what', async (row) => {
    const { change, liveMessage, isSeen } = row;
    const at = await buildReaderFixture(row);
    expect(await isSeen(at)).toBe(false);
    await change(at);
    await redis.xadd(streamKey, '*', 'm', JSON.stringify(liveMessage(at)));
    expect(await seenAfter(() => isSeen(at))).toBeLessThan(500);
  });

  // Its screen refetches once, at the message: an older answer would stay.
  it.each(rows)('is visible at once to who has the message from a faster gateway: $what', async (row) => {
    const at = await buildReaderFixture(row);
    expect(await row.isSeen(at)).toBe(false);
    await row.change(at);
    const ahead = `${Date.now() + 60_000}-0`;
    expect(await row.isSeen({ ...at, headers: { [positionHeader]: ahead } })).toBe(true);
  });
});

it('reads within the lifetime of the cache are shared', async () => {
  const at = await buildReaderFixture();
  expect((await postOf(at))?.Society_Name).not.toBe('Renamed');
  await Societies.updateOne({ _id: at.society }, { $set: { name: 'Renamed' } });
  expect((await postOf(at))?.Society_Name).not.toBe('Renamed');
  // Also for a client that has no newer message than this gateway, sends nonsense, or has the position of a gateway on which nothing came.
  for (const position of ['1-0', 'soon', `${Date.now() - 5}-0`])
    expect((await postOf({ ...at, headers: { [positionHeader]: position } }))?.Society_Name).not.toBe('Renamed');
});

it('a person’s change is visible to their very next call', async () => {
  const at = await buildReaderFixture();
  expect(await postOf(at)).toBeDefined();
  expect((await test.call(blockUser, { user_id: String(at.author) }, at.token)).status).toBe(200);
  expect(await postOf(at)).toBeUndefined();
});

describe('once a revocation is answered, and before it is published, the person reads no more', () => {
  interface Loss {
    what: string;
    isMember?: boolean;
    /** The reader sees an invite-only society's header by an invitation from the author. */
    isInvited?: boolean;
    spec: { messages: unknown };
    /** Create tokens before: writes of the builders invalidate. */
    by(at: ReaderFixture): Promise<{ _id: Id }>;
    act(at: ReaderFixture, token: string): Promise<{ status: number }>;
  }
  const adminOf = async ({ society }: ReaderFixture) => ({ _id: (await Societies.findById(society).lean())?.creator as Id });
  const revocations: Loss[] = [
    {
      what: 'was removed',
      isMember: true,
      spec: activityVerbs['member.removed'],
      by: adminOf,
      act: ({ society, me }, token) => test.call(removeMember, { society_id: String(society), user_id: String(me) }, token),
    },
    {
      what: 'was blocked',
      spec: userBlocked,
      by: async ({ author }) => ({ _id: author }),
      act: ({ me }, token) => test.call(blockUser, { user_id: String(me) }, token),
    },
    {
      what: 'was outside when the society closed',
      spec: activityVerbs['society.updated'],
      by: adminOf,
      act: ({ society }, token) => test.call(updateInfo, { society_id: String(society), privacy: { visibility: 'private' } }, token),
    },
    {
      what: 'was invited, and then banned',
      isInvited: true,
      spec: activityVerbs['invitation.closed'],
      by: adminOf,
      act: ({ society, me }, token) => test.call(removeMember, { society_id: String(society), user_id: String(me), ban: 'true' }, token),
    },
    {
      what: 'was invited by somebody who blocked them',
      isInvited: true,
      spec: userBlocked,
      by: async ({ author }) => ({ _id: author }),
      act: ({ me }, token) => test.call(blockUser, { user_id: String(me) }, token),
    },
    {
      what: 'was suspended',
      spec: activityVerbs['user.suspended'],
      by: () => buildUser({ role: 'admin' }),
      act: ({ me }, token) => test.call(suspendUser, { user_id: String(me), suspended: true }, token),
    },
  ];
  it.each(revocations)('$what', async ({ isMember, isInvited, spec, by, act }) => {
    const at = await buildReaderFixture(
      isMember ? { visibility: 'private', isOutside: false } : isInvited ? { visibility: 'invite-only' } : {},
    );
    if (isInvited) await buildInvitation({ society: { _id: at.society }, user: { _id: at.me }, by: { _id: at.author } } as never);
    const token = await test.tokenFor(await by(at));
    const hasPost = async () =>
      ((await test.call(getAllPosts, { limit: 20 }, at.token)).data ?? []).some(({ Society_ID }) => Society_ID === String(at.society));
    const hasInvitation = async () =>
      (await test.call(getSocietyInfo, { society_id: String(at.society) }, at.token)).status === 200 &&
      (await test.call(getInvitations, {}, at.token)).data.length === 1;
    const isSeen = isInvited ? hasInvitation : hasPost;
    expect(await isSeen()).toBe(true);
    let publishNothing = () => {};
    const unpublished = new Promise<LiveMessage[]>((resolve) => {
      publishNothing = () => resolve([]);
    });
    const held = vi.spyOn(spec as VerbSpec<object>, 'messages').mockReturnValue(unpublished);
    expect((await act(at, token)).status).toBeLessThan(300);
    expect(await isSeen()).toBe(false);
    expect(held).toHaveBeenCalled();
    held.mockRestore();
    publishNothing();
  });
});
