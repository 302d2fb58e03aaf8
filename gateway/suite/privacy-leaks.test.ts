import { describe, expect, it } from 'vitest';
import { openSocket } from '#gateway/testing/sockets';
import { setUpTestApp } from '#gateway/testing/test-app';
import { appendMessages, liveMessage } from '#models/bus/live-stream';
import { drain, publish } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import { activityNew, getActivityFeed } from '#models/contract/activity';
import { getComments } from '#models/contract/comments';
import { getOverlappingEvents } from '#models/contract/event-overlaps';
import { getSeries } from '#models/contract/event-series';
import {
  getAllEvents,
  getCalendar,
  getEventInfo,
  getEventStats,
  getEventsAttendedByUser,
  getEventsBySociety,
  getRelatedEvents,
} from '#models/contract/events';
import { getNotifications } from '#models/contract/notifications';
import { getAllPosts, getPostsBySociety, postCreated } from '#models/contract/posts';
import { reportCreated, reportPost, reportResolved, reportTaken, resolveReport, takeReport } from '#models/contract/reports';
import { roomOf } from '#models/contract/rooms';
import {
  getAllSocieties,
  getSocietiesByUser,
  getSocietyInfo,
  getStatistics,
  societyCounts,
  type Visibility,
} from '#models/contract/societies';
import { cardsTrending, getTrendingPosts } from '#models/contract/trending';
import { getUserInfo } from '#models/contract/users';
import { Cards } from '#models/db/cards';
import { sharedTrending } from '#models/db/cards.loaders';
import { clearReadCache } from '#models/db/loader';
import { Sessions } from '#models/db/sessions';
import { transaction } from '#models/db/transaction';
import {
  buildAttendance,
  buildBlock,
  buildComment,
  buildEvent,
  buildFollow,
  buildJoinRequest,
  buildMember,
  buildMembership,
  buildPost,
  buildSociety,
  buildUser,
} from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { buildPersonInRole, type TestRole, testRoles } from '#models/testing/test-roles';
import { dispatch } from '#workers/activity/dispatch';
import { refreshTrending } from '#workers/cards/trending';

const test = setUpTestApp();

const readers = testRoles.filter((testRole) => testRole !== 'suspended');
const isInside = (testRole: TestRole) => ['member', 'moderator', 'admin', 'platform admin'].includes(testRole);

/** A society with objects of every kind, whose every text and address contains a mark. */
async function buildMarkedSociety(visibility: Visibility) {
  const mark = `zz${Math.random().toString(36).slice(2)}zz`;
  const society = await buildSociety({ name: `Name ${mark}`, description: `header-${mark}`, privacy: { visibility } });
  const author = await buildMember(society, 'member', { name: `author-${mark}`, email: `author-${mark}@uni.example` });
  const post = await buildPost({ society, author, content: `post-${mark}`, likes: 5, activeAt: new Date() });
  const comment = await buildComment({ post, author, content: `comment-${mark}` });
  const event = await buildEvent({ society, creator: author, title: `event-${mark}`, onlineLink: `https://link.example/${mark}` });
  await buildAttendance({ event, user: author });
  const beside = await buildEvent({ category: event.category });
  await buildJoinRequest({
    society,
    user: await buildUser({ name: `asker-${mark}`, email: `asker-${mark}@uni.example` }),
    answer: `answer-${mark}`,
  });
  const record = await transaction((session) =>
    recordActivity(session, {
      actor: author._id,
      verb: 'comment.created',
      object: comment._id,
      society: society._id,
      open: visibility === 'public',
      params: { post: String(post._id) },
    }),
  );
  await dispatch({ kind: 'activity', id: String(record.doc._id), version: 1 });
  return { mark, society, post, author, event, beside };
}

/** Every answer that can contain something of a society, as one text. */
async function everything(
  { society, post, mark, author, event, beside }: Awaited<ReturnType<typeof buildMarkedSociety>>,
  token: string | undefined,
): Promise<string> {
  const society_id = String(society._id);
  const asked = [
    [getAllPosts, { limit: 100 }],
    [getPostsBySociety, { society_id }],
    [getComments, { post_id: String(post._id) }],
    [getAllSocieties, { q: mark }],
    [getAllSocieties, { limit: 100, sort: 'newest' }],
    [getSocietyInfo, { society_id }],
    [getStatistics, {}],
    [getAllEvents, { limit: 100 }],
    [getAllEvents, { q: mark }],
    [getEventsBySociety, { society_id }],
    [getEventInfo, { event_id: String(event._id) }],
    [getEventStats, { event_id: String(event._id) }],
    [getRelatedEvents, { event_id: String(event._id) }],
    [getRelatedEvents, { event_id: String(beside._id), limit: 100 }],
    [getCalendar, { from: event.date, to: event.date }],
    [getSeries, { event_id: String(event._id) }],
    ...(token
      ? ([
          [getOverlappingEvents, { society_id, date: event.date, time: event.time }],
          [getOverlappingEvents, { society_id: String(beside.society), date: event.date, time: event.time }],
        ] as const)
      : []),
    [getEventsAttendedByUser, { user_id: String(author._id) }],
    [getTrendingPosts, { limit: 20 }],
    ...(token
      ? ([
          [getActivityFeed, { limit: 20 }],
          [getSocietiesByUser, {}],
          [getNotifications, {}],
        ] as const)
      : []),
  ] as const;
  const answers = [];
  for (const [call, input] of asked) {
    const answer = await test.callWithRetry(call, input, token);
    expect([200, 403, 404]).toContain(answer.status);
    answers.push(answer);
  }
  return JSON.stringify(answers.map(({ data, counts }) => [data, counts]));
}

const visibilities = ['public', 'private', 'invite-only'] as const;
const cells = visibilities.flatMap((visibility) =>
  readers.map((testRole) => {
    const sees = isInside(testRole) || visibility === 'public';
    return { visibility, testRole, sees, knows: sees || visibility === 'private' || testRole === 'invited' };
  }),
);

describe('every read call', () => {
  testCells(cells, ({ testRole, sees, knows }) => [isInside(testRole) ? testRole : testRole === 'visitor', sees, knows])(
    'of a $visibility society gives $testRole what the table allows and nothing more',
    async ({ visibility, testRole, sees, knows }) => {
      const place = await buildMarkedSociety(visibility);
      await refreshTrending();
      const person = await buildPersonInRole(testRole, place.society);
      const found = await everything(place, person ? await test.tokenFor(person) : undefined);
      const has = (what: string) => found.includes(`${what}${place.mark}`);
      expect({ header: has('header-'), post: has('post-'), comment: has('comment-'), event: has('event-') }).toEqual({
        header: knows,
        post: sees,
        comment: sees,
        event: sees,
      });
      // E-mail addresses are for their owners, links for attendees, join requests for admins.
      expect([has('asker-'), has('answer-'), found.includes('@uni.example')]).toEqual([false, false, false]);
      expect(has('https://link.example/')).toBe(testRole === 'moderator' || testRole === 'admin' || testRole === 'platform admin');
      if (!knows) expect(found).not.toContain(place.mark);
    },
  );
});

describe('a block', () => {
  it.each(['the reader', 'the other'])('set by %s hides followed people from the avatars of an event', async (who) => {
    const society = await buildSociety();
    const event = await buildEvent({ society });
    const [reader, other] = [await buildUser(), await buildUser()];
    await buildFollow({ from: reader, to: other });
    await buildAttendance({ event, user: other });
    await buildBlock(who === 'the reader' ? { from: reader, to: other } : { from: other, to: reader });
    const { data } = await test.call(getEventsBySociety, { society_id: String(society._id) }, await test.tokenFor(reader));
    expect(data[0]?.Faces).toEqual([]);
  });

  it.each(['the reader', 'the other'])('set by %s hides a post from the live trending card, for nobody else', async (who) => {
    const [shown, hidden] = [await buildPost(), await buildPost()];
    const [reader, third] = [await buildUser(), await buildUser()];
    await buildBlock(who === 'the reader' ? { from: reader, to: hidden.author } : { from: hidden.author, to: reader });
    const sockets = [];
    for (const user of [reader, third]) sockets.push(await openSocket(test.url, { token: await test.tokenFor(user) }));
    for (const socket of sockets) await socket.join('feed');
    const items = await sharedTrending([shown, hidden].map(({ _id: id }) => ({ id, kind: 'post', score: 1, at: new Date() })));
    await appendMessages([liveMessage(cardsTrending, [roomOf('feed')], { items, computedAt: new Date().toISOString() })]);
    const received = await Promise.all(
      sockets.map(async (socket) => (await socket.next(cardsTrending)).payload.items.map(({ ID }: { ID: string }) => ID)),
    );
    expect(received[0]).toEqual([String(shown._id)]);
    expect(received[1].toSorted()).toEqual([String(shown._id), String(hidden._id)].toSorted());
    for (const socket of sockets) socket.close();
  });

  it('hides activity about a comment under a hidden post', async () => {
    const [reader, post] = [await buildUser(), await buildPost()];
    const comment = await buildComment({ post });
    const params = { post: String(post._id) };
    const fields = {
      actor: comment.author,
      verb: 'comment.created',
      object: comment._id,
      society: post.society,
      open: true,
      params,
    } as const;
    const record = await transaction((session) => recordActivity(session, fields));
    await dispatch({ kind: 'activity', id: String(record.doc._id), version: 1 });
    await buildBlock({ from: post.author, to: reader });
    const { data } = await test.call(getActivityFeed, { limit: 20 }, await test.tokenFor(reader));
    expect(data.map(({ link }) => link)).not.toContain(`/posts/${post._id}`);
  });
});

describe('a report', () => {
  it.each(['moderator', 'admin'] as const)('about a %s is published to the other moderators, not to them', async (role) => {
    const society = await buildSociety();
    const [author, moderator] = [await buildMember(society, role), await buildMember(society, 'moderator')];
    const post = await buildPost({ society, author });
    const moderators = roomOf('societyModerators', String(society._id));
    const [platform, other, about] = await Promise.all(
      [await buildUser({ role: 'admin' }), moderator, author].map(async (user) =>
        openSocket(test.url, { token: await test.tokenFor(user) }),
      ),
    );
    await platform!.join('platform');
    const place = await about!.join(moderators);
    await other!.join(moderators);
    await test.call(reportPost, { post_id: String(post._id), message: 'Spam' }, await test.tokenFor(await buildUser()));
    const { payload } = await other!.next(reportCreated);
    const [report_id, token] = [payload.report.ID, await test.tokenFor(moderator)];
    await test.call(takeReport, { report_id, taken: true }, token);
    await other!.next(reportTaken);
    await test.call(resolveReport, { report_id, action: 'dismiss' }, token);
    await other!.next(reportResolved);
    await platform!.next(reportResolved);
    // A replay does not show it either.
    expect(await about!.ask('join', { rooms: [moderators], since: place })).toMatchObject({ ok: true });
    expect([reportCreated, reportTaken, reportResolved].map((message) => about!.count(message))).toEqual([0, 0, 0]);
    for (const socket of [platform, other, about]) socket!.close();
  });
});

describe('live messages', () => {
  it.each(['private', 'invite-only'] as const)('of a %s society reach no outsider', async (visibility) => {
    const place = await buildMarkedSociety(visibility);
    const outsider = await openSocket(test.url, { token: await test.tokenFor(await buildUser()) });
    const visitor = await openSocket(test.url);
    const member = await openSocket(test.url, { token: await test.tokenFor(await buildMember(place.society)) });
    const inside = roomOf('society', String(place.society._id));
    const rooms = [
      'societies',
      'events',
      roomOf('societyPublic', String(place.society._id)),
      inside,
      roomOf('post', String(place.post._id)),
    ];
    await outsider.ask('join', ['feed', 'mine', ...rooms]);
    await visitor.ask('join', ['feed', ...rooms]);
    await member.join('feed', 'mine', ...rooms);
    const fields = {
      actor: place.post.author,
      verb: 'post.created',
      object: place.post._id,
      society: place.society._id,
      open: true,
    } as const;
    const record = await transaction((session) => recordActivity(session, fields));
    publish(record);
    await drain();
    await dispatch({ kind: 'activity', id: String(record.doc._id), version: 1 });
    await member.next(activityNew);
    expect(member.count(postCreated)).toBe(1);
    for (const socket of [outsider, visitor]) {
      const received = socket.received.filter(({ message }) => message !== 'position');
      const allowed = visibility === 'private' ? [societyCounts.name] : [];
      expect(received.filter(({ message }) => !allowed.includes(message as never))).toEqual([]);
      expect(JSON.stringify(received)).not.toContain(place.mark);
      socket.close();
    }
    member.close();
  });
});

it('a token that was not used for 30 days is invalid, even before the store deletes it', async () => {
  const token = await test.tokenFor(await buildUser());
  const { hashToken } = await import('#gateway/plugins/context');
  const aged = (days: number) =>
    Sessions.updateOne({ _id: hashToken(token) }, { $set: { lastSeenAt: new Date(Date.now() - days * 86_400_000) } });
  await aged(29);
  expect((await test.call(getUserInfo, {}, token)).status).toBe(200);
  await aged(31);
  clearReadCache();
  expect((await test.call(getUserInfo, {}, token)).status).toBe(401);
});

it('a card has nothing that its reader lost the right to', async () => {
  const place = await buildMarkedSociety('private');
  const member = await buildMember(place.society);
  const token = await test.tokenFor(member);
  const card = await Cards.findById(`activity:${place.society._id}`).lean();
  expect(card?.items).toHaveLength(1);
  expect(JSON.stringify(await test.call(getActivityFeed, { limit: 20 }, token))).toContain(place.mark);
  await buildMembership({ society: await buildSociety(), user: member });
  const { Memberships } = await import('#models/db/memberships');
  await Memberships.deleteOne({ society: place.society._id, user: member._id });
  expect(JSON.stringify(await test.call(getActivityFeed, { limit: 20 }, token))).not.toContain(place.mark);
});
