import { afterAll, beforeAll, expect, test } from 'vitest';
import { anotherGateway, type Gateway, openSocket, type TestSocket } from '#gateway/sockets-for-tests';
import { startTestApp, type TestApp } from '#gateway/start-for-tests';
import { allTold } from '#models/bus/activity';
import { append, live } from '#models/bus/push';
import { logout } from '#models/contract/auth';
import type { Call, DataOf, InputOf } from '#models/contract/define';
import { messages } from '#models/contract/index';
import { blockUser } from '#models/contract/people';
import { roomOf } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import { Activities } from '#models/db/activities';
import { buildEvent, buildMember, buildPost, buildSociety, buildUser } from '#models/testing/builders';
import { dispatch } from '#workers/activity/dispatch';
import { contentCauses } from './content-causes-for-tests.js';
import { ownCauses, peopleCauses } from './people-causes-for-tests.js';
import { hashToken } from './plugins/context.js';
import { type Cause, type Payload, type Stage, type Who, whos } from './stage-for-tests.js';

let it: TestApp;
let second: Gateway;
let stage: Stage;
const ears: { who: Who; socket: TestSocket }[] = [];
const witnesses: { room: string; socket: TestSocket }[] = [];

beforeAll(async () => {
  it = await startTestApp();
  second = await anotherGateway(it.app);
  stage = await buildStage();
});
afterAll(async () => {
  for (const { socket } of [...ears, ...witnesses]) socket.close();
  await second.close();
  await it.close();
});

/** A public society with somebody of each kind, who listen on both gateways, and things in it to change and to remove. */
async function buildStage(): Promise<Stage> {
  const admin = await buildUser();
  const society = await buildSociety({ admin });
  const people = {
    outsider: await buildUser(),
    member: await buildMember(society),
    moderator: await buildMember(society, 'moderator'),
    admin,
    'platform admin': await buildUser({ role: 'admin' }),
  };
  const tokens = new Map<Who, string>();
  for (const [who, user] of Object.entries(people)) tokens.set(who as Who, await it.tokenFor(user));
  const [post, event] = [await buildPost({ society, author: people.member }), await buildEvent({ society })];
  const doomed = {
    post: await buildPost({ society, author: people.member }),
    event: await buildEvent({ society }),
    society: await buildSociety({ admin }),
  };
  const as = async <C extends Call>(who: Who, call: C, input: InputOf<C>): Promise<DataOf<C>> => {
    const { status, data, error } = await it.call(call, input, tokens.get(who));
    if (status >= 300) throw new Error(`${call.name}: ${status} ${JSON.stringify(error)}`);
    return data;
  };
  const built: Stage = {
    society,
    people,
    mate: await buildMember(society),
    post,
    event,
    doomed,
    closing: await buildSociety({ admin }),
    as,
    async endSessionOf(who) {
      const token = await it.tokenFor(people[who]);
      await it.call(logout, {}, token);
      return hashToken(token);
    },
    async work(verb, object) {
      await allTold();
      for (const { _id } of await Activities.find({ verb, object: object as never }).lean())
        await dispatch({ kind: 'activity', id: String(_id), version: 1 });
    },
    socketOf: (who) => ears.find((ear) => ear.who === who)!.socket,
  };
  return built;
}

beforeAll(async () => {
  const id = String(stage.society._id);
  const rooms = [
    ...['mine', 'feed', 'societies', 'events', 'support', 'platform'],
    ...(['societyPublic', 'society', 'societyModerators', 'societyAdmins'] as const).map((kind) => roomOf(kind, id)),
    ...[stage.post, stage.doomed.post].map(({ _id }) => roomOf('post', String(_id))),
    ...[stage.event, stage.doomed.event].map(({ _id }) => roomOf('event', String(_id))),
    roomOf('profile', String(stage.people.member._id)),
  ];
  for (const { url } of [it, second]) {
    for (const who of whos) {
      const socket = await openSocket(url, who === 'visitor' ? {} : { token: await it.tokenFor(stage.people[who]) });
      expect(await socket.ask('join', rooms)).toMatchObject({ ok: true });
      ears.push({ who, socket });
    }
    const user = await buildUser();
    witnesses.push({ room: roomOf('user', String(user._id)), socket: await openSocket(url, { token: await it.tokenFor(user) }) });
  }
});

/** All that was said has been sent, and has come. */
async function settled(): Promise<void> {
  await allTold();
  const payload = { kind: 'like' as const, id: String(stage.post._id), on: true, version: 0 };
  await append([
    live(
      ownChanged,
      witnesses.map(({ room }) => room),
      payload,
    ),
  ]);
  for (const { socket } of witnesses) await socket.next(ownChanged);
  for (const { socket } of ears) await socket.ask('leave', 'nothing');
}

/** What only one viewer may know, or what differs from viewer to viewer. */
const personal = ['Is_Liked', 'Is_Admin', 'Is_Following', 'Can', 'Online_Link', 'Email', 'Privacy', 'Request_Status'];

function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, each]) => [key, ...keysIn(each)]) : [];
}

const causes: Record<string, Cause> = { ...contentCauses, ...peopleCauses };

test('no message of the contract is missing here', () => {
  expect(Object.keys(causes).toSorted()).toEqual(messages.map(({ name }) => name).toSorted());
});

const rows: [title: string, name: string, cause: Cause][] = [
  ...Object.entries(causes).map(([name, cause]): [string, string, Cause] => [name, name, cause]),
  ...Object.entries(ownCauses).map(([kind, cause]): [string, string, Cause] => [
    `own:changed of a ${kind}`,
    ownChanged.name,
    { ...cause, fits: (payload) => payload.kind === kind },
  ]),
];

test.each(rows)('%s is the same for everybody who may hear it, and what a refetch gives', async (_title, name, cause) => {
  await settled();
  for (const { socket } of ears) socket.heard.length = 0;
  const isMeant = (payload: Payload): boolean => cause.fits?.(payload, stage) ?? true;
  await cause.act(stage);
  const heard = await Promise.all(ears.filter(({ who }) => cause.hears.includes(who)).map(({ socket }) => socket.next(name, isMeant)));
  await settled();
  const more = ears.filter(({ socket }) => socket.heard.some(({ message, payload }) => message === name && isMeant(payload)));
  expect(more.map(({ who }) => who)).toEqual([]);
  const [first] = heard;
  for (const each of heard) expect(each).toEqual(first);
  const { payload } = first!;
  expect(messages.find((message) => message.name === name)?.payload.parse(payload)).toEqual(payload);
  expect(keysIn(payload).filter((key) => personal.includes(key))).toEqual([]);
  const [said, fetched] = (await cause.same?.(payload, stage)) ?? [];
  expect(said).toEqual(fetched);
});

test('who is blocked does not hear by whom: to them it is as if their privacy had changed', async () => {
  const { moderator, member } = stage.people;
  for (const { socket } of ears) socket.heard.length = 0;
  await stage.as('member', blockUser, { user_id: String(moderator._id) });
  for (const { who, socket } of ears) {
    if (who !== 'moderator') continue;
    const { payload } = await socket.next(ownChanged);
    expect(payload).toMatchObject({ kind: 'privacy', id: String(moderator._id), on: true });
    expect(JSON.stringify(payload)).not.toContain(String(member._id));
  }
});
