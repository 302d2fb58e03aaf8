import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isShell, makeRenderingBuild } from '#gateway/testing/rendering-build';
import { buildScenarioIn, type Role, type SocietyScenario } from '#gateway/testing/scenario';
import { openSocket, type TestSocket } from '#gateway/testing/sockets';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { requestOf, validHeaders, validInput } from '#gateway/testing/valid-inputs';
import { drain } from '#models/bus/publish';
import { recordActivity } from '#models/bus/records';
import { toggleAttendance } from '#models/contract/attendance';
import { createComment } from '#models/contract/comments';
import { giveConsent, withdrawConsent } from '#models/contract/consents';
import { type Call, readsQuery } from '#models/contract/define';
import { createEvent, updateEvent } from '#models/contract/event-changes';
import { askEventQuestion, questionAsked } from '#models/contract/event-questions';
import { calls } from '#models/contract/index';
import { maskedName } from '#models/contract/masked';
import { getAllMembers } from '#models/contract/member-list';
import { namesChanged } from '#models/contract/names-changed';
import { getNotifications } from '#models/contract/notifications';
import { getPollVoters, votePoll } from '#models/contract/polls';
import { createPost, getAllPosts, getPost, likePost, postCreated, postLikes, updatePost } from '#models/contract/posts';
import { roomOf } from '#models/contract/rooms';
import { getSocietiesByUserPublic } from '#models/contract/societies';
import { cardsTrending } from '#models/contract/trending';
import { Blocks } from '#models/db/blocks';
import { clearReadCache } from '#models/db/loader';
import { Memberships } from '#models/db/memberships';
import { type Id, toId } from '#models/db/model';
import { Posts } from '#models/db/posts';
import { fold, grams } from '#models/db/text';
import { transaction } from '#models/db/transaction';
import { Users } from '#models/db/users';
import { buildBlock, buildComment, buildFollow, buildSociety } from '#models/testing/builders';
import { dispatch } from '#workers/activity/dispatch';
import { refreshRecommendations } from '#workers/cards/recommendations';
import { refreshTrending } from '#workers/cards/trending';

const mark = 'qzmarkqz';
const build = makeRenderingBuild();
let test: TestApp;
let world: SocietyScenario;
let ofWorld: { society_id: string };

/** Members of the society; each but the plain one has done something in it. */
const insiders = ['member', 'moderator', 'admin', 'blocked', 'suspended', 'author'] as const;
/** Readers from outside, who have an account. */
const outsiders = ['outsider', 'invited', 'pending', 'admin elsewhere', 'banned'] as const;

/** Texts by which an insider could be recognized. */
const tracesOf = (role: (typeof insiders)[number]): string[] => [String(world.people[role]._id), `${mark}-${role.replace(' ', '-')}`];
const traces = (): string[] => [mark, ...insiders.flatMap(tracesOf), String(world.society.creator), String(world.plainMember._id)];
const found = (text: string): string[] => traces().filter((each) => text.includes(each));

/** Marks everything about a person that an answer could show. */
async function markPerson(user: Id, role: string): Promise<void> {
  const name = `${mark}-${role}`;
  const email = `${name}@uni.example`;
  const shown = { name, nameGrams: grams(name), email, emailFolded: email, studentId: name };
  await Users.updateOne({ _id: user }, { $set: { ...shown, image: `https://pictures.example/${name}.webp` } });
  await Memberships.updateMany({ user }, { $set: { nameFolded: fold(name), nameGrams: grams(name) } });
}

const activity = async (
  verb: 'post.created' | 'comment.created' | 'event.created',
  object: SocietyScenario['post']['_id'],
  params?: Record<string, string>,
) => {
  const actor = world.people.author._id;
  const fields = { actor, verb, object, society: world.society._id, open: true, ...(params && { params }) };
  const { doc } = await transaction((session) => recordActivity(session, fields));
  await dispatch({ kind: 'activity', id: String(doc._id), version: 1 });
};

beforeAll(async () => {
  test = await startTestApp({
    webDir: build.webDir,
    publicUrl: 'https://nadi.example',
    rendering: { waiting: 2, renderMs: 60_000, prerendering: false },
  });
  const society = await buildSociety({
    category: 'Religious',
    name: 'Calligraphy Circle',
    privacy: { visibility: 'public', memberListVisible: true },
  });
  world = await buildScenarioIn(test, society);
  ofWorld = { society_id: String(society._id) };
  for (const role of insiders) await markPerson(world.people[role]._id, role.replace(' ', '-'));
  await markPerson(society.creator, 'creator');
  await markPerson(world.plainMember._id, 'plain');
  const { people, tokens, post, event } = world;
  await Users.updateOne({ _id: people.author._id }, { $set: { 'privacy.showSensitive': true } });
  clearReadCache();
  const post_id = String(post._id);
  await Posts.updateOne({ _id: post._id }, { $set: { activeAt: new Date(), likes: 9 } });
  for (const role of outsiders) await buildFollow({ from: people[role], to: people.author });
  // An outsider takes part, and is answered by members.
  const own = await buildComment({ post, author: people.outsider });
  await activity('post.created', post._id);
  await activity('comment.created', world.comment._id, { post: post_id });
  await activity('comment.created', own._id, { post: post_id });
  await activity('event.created', event._id);
  await test.call(likePost, { post_id }, tokens.author);
  await test.call(votePoll, { post_id, choices: [0] }, tokens.author);
  await test.call(toggleAttendance, { event_id: String(event._id), status: 'attending' }, tokens.member);
  await drain();
  await refreshTrending();
  for (const role of outsiders) await refreshRecommendations(String(people[role]._id));
});
afterAll(async () => {
  await test.close();
  build.remove();
});

/** Further inputs of calls that search or sort. */
const moreInputs: Record<string, object[]> = {
  getAllMembers: [{ q: mark }, { sort: 'role' }, { sort: 'joined' }, { role: 'admin' }, { limit: 1 }],
  searchAll: [{ q: 'calligraphy' }, { q: 'circle', kind: 'posts' }],
  getPollVoters: [{ choice: 0 }],
  getAllPosts: [{ limit: 100 }],
  getTrendingPosts: [{ limit: 20 }],
  getActivityFeed: [{ limit: 20 }],
  getRecommendations: [{ limit: 20 }],
  getEventsAttendedByUser: [{ phase: 'coming' }],
};

const readCalls = calls.filter((call) => call.method === 'GET' && readsQuery(call));
const isAboutAuthor = (input: object): boolean => 'user_id' in input && input.user_id === String(world.people.author._id);

/** Text of an answer, with what its cursor contains. */
async function answerOf(call: Call, role: Role, more: object = {}): Promise<{ status: number; text: string; input: object }> {
  const input = { ...validInput(call.name, world, role), ...more };
  const request = await requestOf(call, input, role === 'visitor' ? undefined : world.tokens[role], validHeaders(call.name, world));
  const { statusCode, body } = await test.app.inject(request);
  const next = /"next":"([\w-]+)"/.exec(body)?.[1] ?? '';
  return { status: statusCode, text: `${body} ${Buffer.from(next, 'base64url').toString()}`, input };
}

const readers = ['visitor', ...outsiders] as const;

describe('a member of an open sensitive society who did not agree', () => {
  it.each(readCalls.map(({ name }) => name))('%s shows them to nobody outside', async (name) => {
    const call = readCalls.find((each) => each.name === name) as Call;
    for (const role of readers) {
      for (const more of [{}, ...(moreInputs[name] ?? [])]) {
        const { text: whole, input } = await answerOf(call, role, more);
        // Following somebody says nothing about a society.
        const text = name === 'exportData' ? whole.replace(/"follows":\[[^\]]*\]/, '') : whole;
        // A profile has its person's name, and nothing of the society.
        const about = isAboutAuthor(input)
          ? [ofWorld.society_id, world.society.name, String(world.post._id)].filter((each) => text.includes(each))
          : found(text);
        expect({ role, more, about }).toEqual({ role, more, about: [] });
      }
    }
  });

  it('is found as a person by name, without their society', async () => {
    const { text } = await answerOf(calls.find(({ name }) => name === 'searchAll') as Call, 'outsider', { q: `${mark}-author` });
    expect(text).toContain(`${mark}-author`);
    expect([ofWorld.society_id, world.society.name].filter((each) => text.includes(each))).toEqual([]);
  });

  it('is shown as a member without an id, while the content and the counts stay', async () => {
    const { data } = await test.call(getPost, { post_id: String(world.post._id) }, world.tokens.outsider);
    expect(data).toMatchObject({ User: '', User_Name: maskedName, User_Image: '', User_Role: null, Content: world.post.content });
    const members = await test.call(getAllMembers, ofWorld, world.tokens.outsider);
    expect([members.data, members.counts.total > 5]).toEqual([[], true]);
    const voters = await test.call(getPollVoters, { post_id: String(world.post._id), choice: 0 }, world.tokens.outsider);
    expect(voters.data).toEqual([{ ID: '', Name: maskedName, Image: '' }]);
  });

  it('is shown by name to members, to platform admins and to themselves', async () => {
    for (const role of ['member', 'author', 'platform admin'] as const) {
      const { data } = await test.call(getPost, { post_id: String(world.post._id) }, world.tokens[role]);
      expect([role, data.User_Name]).toEqual([role, `${mark}-author`]);
    }
    expect((await test.call(getAllMembers, ofWorld, world.tokens.member)).data.length).toBeGreaterThan(5);
  });

  it.each([
    'getAllPosts',
    'getPost',
    'getPostsBySociety',
    'getComments',
    'getPollVoters',
    'getTrendingPosts',
    'getActivityFeed',
    'getEventInfo',
    'getEventQuestions',
    'getAllEvents',
    'getSocietyInfo',
    'getAllMembers',
  ])('is in what %s answers a member, so that it would show them to others, too', async (name) => {
    const { text } = await answerOf(readCalls.find((call) => call.name === name) as Call, 'member', moreInputs[name]?.at(-1));
    expect(found(text)).not.toEqual([]);
  });

  it('is no actor of an outsider’s notification', async () => {
    const { data } = await test.call(getNotifications, {}, world.tokens.outsider);
    expect(data.find(({ type }) => type === 'comment_answered')?.actors).toEqual([{ ID: '', Name: maskedName, Image: '' }]);
  });

  it('is in no page: neither in its preview nor in what is rendered', async () => {
    for (const path of [`/societies/${world.society._id}`, `/posts/${world.post._id}`, `/events/${world.event._id}`]) {
      build.setPages({ [path]: { urls: readCalls.filter(({ auth }) => auth !== 'required').map((call) => pageUrl(call)) } });
      let page = '';
      for (let tries = 0; tries < 50 && (page === '' || isShell(page)); tries++) page = await (await fetch(test.url + path)).text();
      expect([path, found(page)]).toEqual([path, []]);
    }
  });
});

/** Address that a rendered page asks for a call; calls about the author are left out. */
function pageUrl(call: Call): string {
  const input = validInput(call.name, world, 'visitor');
  return isAboutAuthor(input) ? getAllPosts.path : `${call.path}?${new URLSearchParams(input as Record<string, string>)}`;
}

const socketRooms = () => [
  'societies',
  'events',
  roomOf('societyPublic', ofWorld.society_id),
  roomOf('post', String(world.post._id)),
  roomOf('event', String(world.event._id)),
];

/** Sockets of a visitor, an outsider and a member in every room that they may be in. */
async function openSockets(): Promise<Record<'visitor' | 'outsider' | 'member', TestSocket>> {
  const visitor = await openSocket(test.url);
  const outsider = await openSocket(test.url, { token: world.tokens.outsider });
  const member = await openSocket(test.url, { token: world.tokens.member });
  await visitor.join(...socketRooms());
  await outsider.join('feed', ...socketRooms());
  await member.join('feed', 'mine', ...socketRooms());
  return { visitor, outsider, member };
}

describe('a message of an open sensitive society', () => {
  it('names a member who did not agree to members only, live and in a replay', async () => {
    const sockets = await openSockets();
    const [token, since] = [world.tokens.author, await sockets.outsider.join('societies')];
    const created = await test.call(createPost, { ...ofWorld, content: 'A new pen' }, token);
    expect(created.status).toBe(201);
    await test.call(updatePost, { post_id: String(world.post._id), content: 'Another pen' }, token);
    await test.call(createComment, { post_id: String(world.post._id), content: 'And ink' }, token);
    await test.call(askEventQuestion, { event_id: String(world.event._id), text: 'And paper?' }, token);
    await sockets.member.ask('typing', { post_id: String(world.post._id) });
    await test.call(updateEvent, { event_id: String(world.event._id), title: 'Pens and ink' }, token);
    await test.call(createEvent, { ...validInput('createEvent', world, 'author') } as never, token);
    await activity('post.created', toId(created.data.ID));
    await drain();
    await Posts.updateOne({ _id: created.data.ID }, { $set: { likes: 30, activeAt: new Date() } });
    await refreshTrending();
    await sockets.member.next(postCreated, ({ User_Name }) => User_Name === `${mark}-author`);
    expect((await sockets.outsider.next(postCreated)).payload).toMatchObject({ User: '', User_Name: maskedName });
    expect((await sockets.outsider.next(questionAsked)).payload).toMatchObject({ question: { User: '', User_Name: maskedName } });
    await sockets.outsider.next(cardsTrending);
    const late = await openSocket(test.url, { token: world.tokens.outsider });
    expect(await late.ask('join', { rooms: ['feed', ...socketRooms()], since })).toMatchObject({ ok: true });
    await sleep(200);
    for (const socket of [sockets.visitor, sockets.outsider, late]) expect(found(JSON.stringify(socket.received))).toEqual([]);
    expect(late.received.length).toBeGreaterThan(3);
    for (const socket of [...Object.values(sockets), late]) socket.close();
  });
});

describe('a comment by somebody whom a reader outside blocks', () => {
  it('still counts for them, without the name', async () => {
    const { visitor, outsider, member } = await openSockets();
    for (const each of [visitor, member]) each.close();
    await buildBlock({ from: world.people.outsider, to: world.people.author });
    await test.call(createComment, { post_id: String(world.post._id), content: 'Paper, too' }, world.tokens.author);
    expect((await outsider.next(postLikes)).payload).toMatchObject({ post_id: String(world.post._id), CommentsCount: expect.any(Number) });
    expect(found(JSON.stringify(outsider.received))).toEqual([]);
    outsider.close();
    await Blocks.deleteMany({ from: world.people.outsider._id });
    clearReadCache();
  });
});

describe('a consent', () => {
  it('shows the name outside at once, and its withdrawal hides it at once, with a message to open screens', async () => {
    const sockets = await openSockets();
    const [subject, token] = ['sensitive-membership', world.tokens.author] as const;
    const seen = async () => (await test.call(getPost, { post_id: String(world.post._id) }, world.tokens.outsider)).data.User_Name;
    const listed = async () =>
      (await test.call(getSocietiesByUserPublic, { user_id: String(world.people.author._id) }, world.tokens.outsider)).data.map(
        ({ ID }) => ID,
      );
    const given = await test.call(giveConsent, { subject, ...ofWorld, version: 1, language: 'en' }, token);
    expect([given.status, given.data]).toEqual([200, { subject, ...ofWorld, Is_Given: true }]);
    expect([await seen(), await listed()]).toEqual([`${mark}-author`, [ofWorld.society_id]]);
    for (const socket of [sockets.visitor, sockets.outsider]) await socket.next(namesChanged);
    expect((await test.call(getAllMembers, ofWorld, world.tokens.outsider)).data.map(({ Name }) => Name)).toEqual([`${mark}-author`]);
    const start = Date.now();
    await test.call(withdrawConsent, { subject, ...ofWorld }, token);
    expect([await seen(), await listed()]).toEqual([maskedName, []]);
    for (const socket of [sockets.visitor, sockets.outsider]) await socket.next(namesChanged);
    expect(Date.now() - start).toBeLessThan(1000);
    for (const socket of Object.values(sockets)) socket.close();
  });
});
