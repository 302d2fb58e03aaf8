import { afterAll, beforeAll, expect, test } from 'vitest';
import { anotherGateway, openSocket, type StartedGateway, type TestSocket } from '#gateway/testing/sockets';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { appendMessages, liveMessage } from '#models/bus/live-stream';
import { drain } from '#models/bus/publish';
import { logout } from '#models/contract/auth';
import { blockUser } from '#models/contract/blocks';
import type { Call, DataOf, InputOf } from '#models/contract/define';
import { messages } from '#models/contract/index';
import { roomOf } from '#models/contract/rooms';
import { ownChanged } from '#models/contract/users';
import { Activities } from '#models/db/activities';
import { buildEvent, buildMember, buildPost, buildSociety, buildUser } from '#models/testing/builders';
import { dispatch } from '#workers/activity/dispatch';
import { hashToken } from '../plugins/context.js';
import { contentMessageCases } from '../testing/content-message-cases.js';
import { type AnyPayload, type Listener, listeners, type MessageCase, type MessageScenario } from '../testing/message-scenario.js';
import { ownMessageCases } from '../testing/own-message-cases.js';
import { peopleMessageCases } from '../testing/people-message-cases.js';

let app: TestApp;
let second: StartedGateway;
let scenario: MessageScenario;
const inboxes: { who: Listener; socket: TestSocket }[] = [];
const witnesses: { room: string; socket: TestSocket }[] = [];

beforeAll(async () => {
  app = await startTestApp({ liveTiming: { activityEveryMs: 500 } });
  second = await anotherGateway(app.app);
  scenario = await buildMessageScenario();
});
afterAll(async () => {
  for (const { socket } of [...inboxes, ...witnesses]) socket.close();
  await second.close();
  await app.close();
});

/** A public society with a listener of each kind, on both gateways, and objects to change and to remove. */
async function buildMessageScenario(): Promise<MessageScenario> {
  const admin = await buildUser();
  const society = await buildSociety({ admin });
  const people = {
    outsider: await buildUser(),
    member: await buildMember(society),
    moderator: await buildMember(society, 'moderator'),
    admin,
    'platform admin': await buildUser({ role: 'admin' }),
  };
  const tokens = new Map<Listener, string>();
  for (const [who, user] of Object.entries(people)) tokens.set(who as Listener, await app.tokenFor(user));
  const [post, event] = [await buildPost({ society, author: people.member }), await buildEvent({ society })];
  const doomed = {
    post: await buildPost({ society, author: people.member }),
    event: await buildEvent({ society }),
    society: await buildSociety({ admin }),
  };
  const as = async <C extends Call>(who: Listener, call: C, input: InputOf<C>): Promise<DataOf<C>> => {
    const { status, data, error } = await app.call(call, input, tokens.get(who));
    if (status >= 300) throw new Error(`${call.name}: ${status} ${JSON.stringify(error)}`);
    return data;
  };
  const built: MessageScenario = {
    society,
    people,
    plainMember: await buildMember(society),
    post,
    event,
    doomed,
    closing: await buildSociety({ admin }),
    as,
    async endSessionOf(who) {
      const token = await app.tokenFor(people[who]);
      await app.call(logout, {}, token);
      return hashToken(token);
    },
    async runJobs(verb, ...objects) {
      await drain();
      const records = await Activities.find({ verb, object: { $in: objects as never[] } }).lean();
      await Promise.all(records.map(({ _id }) => dispatch({ kind: 'activity', id: String(_id), version: 1 })));
    },
    socketOf: (who) => inboxes.find((inbox) => inbox.who === who)!.socket,
  };
  return built;
}

beforeAll(async () => {
  const id = String(scenario.society._id);
  const rooms = [
    ...['mine', 'feed', 'societies', 'events', 'support', 'platform', 'staff'],
    ...(['societyPublic', 'society', 'societyModerators', 'societyAdmins'] as const).map((kind) => roomOf(kind, id)),
    ...[scenario.post, scenario.doomed.post].map(({ _id }) => roomOf('post', String(_id))),
    ...[scenario.event, scenario.doomed.event].map(({ _id }) => roomOf('event', String(_id))),
    roomOf('eventDoor', String(scenario.event._id)),
    roomOf('profile', String(scenario.people.member._id)),
  ];
  for (const { url } of [app, second]) {
    for (const who of listeners) {
      const socket = await openSocket(url, who === 'visitor' ? {} : { token: await app.tokenFor(scenario.people[who]) });
      expect(await socket.ask('join', rooms)).toMatchObject({ ok: true });
      inboxes.push({ who, socket });
    }
    const user = await buildUser();
    witnesses.push({ room: roomOf('user', String(user._id)), socket: await openSocket(url, { token: await app.tokenFor(user) }) });
  }
});

/** Waits until everything published was sent and received. */
async function settled(): Promise<void> {
  await drain();
  const payload = { kind: 'like' as const, id: String(scenario.post._id), on: true, version: 0 };
  await appendMessages([
    liveMessage(
      ownChanged,
      witnesses.map(({ room }) => room),
      payload,
    ),
  ]);
  for (const { socket } of witnesses) await socket.next(ownChanged);
  for (const { socket } of inboxes) await socket.ask('leave', 'nothing');
}

/** Fields that only one viewer may see, or that differ from viewer to viewer. */
const personal = [
  ...['Is_Liked', 'Is_Admin', 'Is_Following', 'Can', 'Online_Link', 'Email', 'Privacy', 'Request_Status'],
  ...['Like_Version', 'Follow_Version', 'Block_Version', 'Request_Version'],
];

function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, each]) => [key, ...keysIn(each)]) : [];
}

const cases: Record<string, MessageCase> = { ...contentMessageCases, ...peopleMessageCases };

test('every message of the contract is tested', () => {
  expect(Object.keys(cases).toSorted()).toEqual(messages.map(({ name }) => name).toSorted());
});

const rows: [title: string, name: string, cause: MessageCase][] = [
  ...Object.entries(cases).map(([name, messageCase]): [string, string, MessageCase] => [name, name, messageCase]),
  ...Object.entries(ownMessageCases).map(([kind, messageCase]): [string, string, MessageCase] => [
    `own:changed of a ${kind}`,
    ownChanged.name,
    { ...messageCase, matches: (payload) => payload.kind === kind },
  ]),
];

test.each(rows)('%s is the same for every recipient, and equals a refetch', async (_title, name, messageCase) => {
  await settled();
  for (const { socket } of inboxes) socket.received.length = 0;
  const isMeant = (payload: AnyPayload): boolean => messageCase.matches?.(payload, scenario) ?? true;
  await messageCase.act(scenario);
  const received = await Promise.all(
    inboxes.filter(({ who }) => messageCase.recipients.includes(who)).map(({ socket }) => socket.next(name, isMeant)),
  );
  await settled();
  const more = inboxes.filter(({ socket }) => socket.received.some(({ message, payload }) => message === name && isMeant(payload)));
  expect(more.map(({ who }) => who)).toEqual([]);
  const [first] = received;
  for (const each of received) expect(each).toEqual(first);
  const { payload } = first!;
  expect(messages.find((message) => message.name === name)?.payload.parse(payload)).toEqual(payload);
  expect(keysIn(payload).filter((key) => personal.includes(key))).toEqual([]);
  const [fromMessage, fetched] = (await messageCase.compare?.(payload, scenario)) ?? [];
  expect(fromMessage).toEqual(fetched);
});

test('a blocked person does not learn by whom: the message looks like a change of privacy', async () => {
  const { moderator, member } = scenario.people;
  for (const { socket } of inboxes) socket.received.length = 0;
  await scenario.as('member', blockUser, { user_id: String(moderator._id) });
  for (const { who, socket } of inboxes) {
    if (who !== 'moderator') continue;
    const { payload } = await socket.next(ownChanged);
    expect(payload).toMatchObject({ kind: 'privacy', id: String(moderator._id), on: true });
    expect(JSON.stringify(payload)).not.toContain(String(member._id));
  }
});
