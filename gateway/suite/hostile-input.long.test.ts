import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#gateway/testing/test-app';
import { type Call, readsQuery } from '#models/contract/define';
import { errors } from '#models/contract/errors';
import { calls } from '#models/contract/index';
import { addDays, localOf } from '#models/db/local-time';
import { newId } from '#models/db/model';
import type { PostDoc } from '#models/db/posts';
import {
  buildComment,
  buildEvent,
  buildInvitation,
  buildJoinRequest,
  buildMembership,
  buildNotification,
  buildPost,
  buildReport,
  buildSociety,
  buildUser,
} from '#models/testing/builders';

let test: TestApp;
let user: Awaited<ReturnType<typeof buildUser>>;
let token: string;
/** A valid input for each call, of which one field is then broken. */
let good: Record<string, () => Record<string, unknown>>;

beforeAll(async () => {
  test = await startTestApp({ logger: false });
  user = await buildUser({ password: 'a-long-password' });
  token = await test.tokenFor(user);
  const society = await buildSociety({ admin: user });
  const other = await buildSociety();
  await buildMembership({ society: other, user });
  const posts: PostDoc[] = [];
  for (let i = 0; i < 3; i++) posts.push(await buildPost({ society, author: user }));
  const event = await buildEvent({ society, seats: 1 });
  const spare = String((await buildEvent({ society }))._id);
  await buildEvent({ society });
  const comment = await buildComment({ post: posts[0]!, author: user });
  await buildComment({ post: posts[0]! });
  const request = await buildJoinRequest({ society });
  const left = await buildSociety();
  const report = await buildReport({ society });
  const invitation = await buildInvitation({ user });
  const notification = await buildNotification({ user });
  const person = await buildUser();
  const [society_id, post_id, event_id] = [String(society._id), String(posts[0]!._id), String(event._id)];
  const account = () => ({
    name: 'A Name',
    email: `${randomUUID()}@uni.example`,
    password: 'a-long-password',
    student_id: randomUUID(),
    photo: 'drawn',
  });
  const plan = () => ({
    title: 'Kite evening',
    description: 'Long enough to be a description.',
    category: 'Social',
    date: addDays(localOf(new Date(), 'Asia/Amman').date, 9),
    time: '18:00',
    end_date: null,
    end_time: '19:00',
    location: 'The hill',
    max_attendees: 5,
    tags: ['Free'],
  });
  const credentials = () => ({ email: user.email, password: 'a-long-password' });
  good = {
    register: account,
    login: credentials,
    loginByQuery: credentials,
    verifyEmail: () => ({ verify_token: 'x'.repeat(43) }),
    forgotPassword: () => ({ email: user.email }),
    undoEmail: () => ({ undo_token: 'x'.repeat(43) }),
    resetPassword: () => ({ reset_token: 'x'.repeat(43), password: 'a-long-password' }),
    changePassword: () => ({ password: 'not-my-password', new_password: 'a-long-password' }),
    deleteAccount: () => ({ password: 'not-my-password' }),
    endSession: () => ({ session_id: '0'.repeat(64) }),
    createSociety: () => ({
      name: `Society ${randomUUID()}`,
      description: 'Long enough to be a description.',
      category: 'Social',
      tags: ['a'],
    }),
    getSocietiesByUserPublic: () => ({ user_id: String(user._id) }),
    getInsights: () => ({ society_id, days: 7 }),
    exportMembers: () => ({ society_id }),
    deleteSociety: () => ({ society_id, confirm: 'Another name' }),
    restoreSociety: () => ({ society_id }),
    updateInfo: () => ({ society_id, rules: 'Be kind.', privacy: { joinApproval: true } }),
    getSocietyInfo: () => ({ society_id }),
    checkMembership: () => ({ society_id }),
    checkAdmin: () => ({ society_id }),
    getAllMembers: () => ({ society_id, q: '', role: 'member', sort: 'name' }),
    updateMemberRole: () => ({ society_id, member: String(request.user), role: 'moderator' }),
    stepDown: () => ({ society_id, role: 'member' }),
    leaveSociety: () => ({ society_id: String(left._id) }),
    removeMember: () => ({ society_id, user_id: String(request.user), ban: 'false' }),
    getBans: () => ({ society_id }),
    unban: () => ({ society_id, user_id: String(request.user) }),
    invite: () => ({ society_id, user_id: String(request.user) }),
    acceptInvitation: () => ({ invitation_id: String(invitation._id) }),
    declineInvitation: () => ({ invitation_id: String(invitation._id) }),
    askToJoin: () => ({ society_id, answer: '' }),
    checkRequest: () => ({ society_id }),
    withdrawRequest: () => ({ society_id }),
    getJoinRequests: () => ({ society_id }),
    approveRequest: () => ({ request_id: String(request._id) }),
    rejectRequest: () => ({ request_id: String(request._id), reason: '' }),
    getPostsBySociety: () => ({ society_id }),
    getEventsBySociety: () => ({ society_id }),
    getEventsAttendedByUser: () => ({ user_id: String(user._id) }),
    getEventStats: () => ({ event_id }),
    getRelatedEvents: () => ({ event_id }),
    getCalendar: () => ({ from: '2026-01-01', to: '2026-01-31' }),
    getEventInfo: () => ({ event_id }),
    updateEvent: () => ({ event_id, ...plan() }),
    cancelEvent: () => ({ event_id, reason: 'Rain' }),
    deleteEvent: () => ({ event_id: spare }),
    createEvent: () => ({ society_id, ...plan() }),
    toggleAttendance: () => ({ event_id, status: 'attending' }),
    toggleBookmark: () => ({ event_id }),
    recordShare: () => ({ event_id }),
    getAttendees: () => ({ event_id }),
    checkIn: () => ({ event_id, user_id: String(user._id) }),
    getCalendarFile: () => ({ event_id }),
    getMyTicket: () => ({ event_id }),
    getUserStatus: () => ({ event_id }),
    createPost: () => ({ society_id, content: 'Hello', image: '' }),
    likePost: () => ({ post_id }),
    unlikePost: () => ({ post_id }),
    getComments: () => ({ post_id }),
    createComment: () => ({ post_id, content: 'Well said' }),
    deleteComment: () => ({ comment_id: String(comment._id) }),
    markRead: () => ({ notification_id: String(notification._id) }),
    updateProfile: () => ({ name: 'A Name', phone: '', bio: 'Third year', image: '', privacy: { showEmail: true } }),
    updatePreferences: () => ({
      locale: 'ar',
      quiet_hours: { start: '22:00', end: '07:00' },
      types: { followed: { mail: false } },
      muted_societies: [society_id],
    }),
    getPublicProfile: () => ({ user_id: String(person._id) }),
    suspendUser: () => ({ user_id: String(person._id), suspended: true, reason: '' }),
    followUser: () => ({ user_id: String(person._id) }),
    unfollowUser: () => ({ user_id: String(person._id) }),
    blockUser: () => ({ user_id: String(person._id) }),
    unblockUser: () => ({ user_id: String(person._id) }),
    getFollowers: () => ({ user_id: String(user._id) }),
    getFollowing: () => ({ user_id: String(user._id) }),
    reportPost: () => ({ post_id, message: 'Spam' }),
    reportThing: () => ({ kind: 'comment', id: String(comment._id), message: 'Spam' }),
    getReports: () => ({ society_id, status: 'open' }),
    resolveReport: () => ({ report_id: String(report._id), action: 'dismiss', note: '' }),
    getPost: () => ({ post_id }),
    getPostsByUser: () => ({ user_id: String(user._id) }),
    updatePost: () => ({ post_id, content: 'Hello again', image: '' }),
    deletePost: () => ({ post_id: String(posts[2]!._id) }),
  };
});
afterAll(() => test.close());

interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}
interface Got {
  status: number;
  text: string;
}

/** Sends the request verbatim, including what `fetch` would repair or refuse. */
function send({ method, path, headers = {}, body }: Sent): Promise<Got> {
  const { hostname, port } = new URL(test.url);
  // Node sends no length with a DELETE by itself, and the server would take the body for another request.
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, method, path, headers: { ...length, ...headers }, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

const codes = new Set(Object.keys(errors));
/** Expects a refusal of ours: 4xx, a code of the closed list, and no internals. */
function expectRefusal(got: Got): void {
  expect(got.status, got.text).toBeGreaterThanOrEqual(400);
  expect(got.status, got.text).toBeLessThan(500);
  const body = JSON.parse(got.text) as { code: string; error_message: string };
  expect(codes).toContain(body.code);
  expect(errors[body.code as keyof typeof errors]).toEqual([got.status, body.error_message]);
}
/** Expects an answer or a refusal, never an internal error. */
function expectSettled(got: Got): void {
  if (got.status >= 400) expectRefusal(got);
  else expect(got.status).toBeGreaterThanOrEqual(200);
}

const bearer = (own = token): Record<string, string> => ({ authorization: `Bearer ${own}` });
const json = { 'content-type': 'application/json' };
const inputOf = (call: Call): Record<string, unknown> => good[call.name]?.() ?? {};
/** Signing out ends the session of its own token. */
const tokenFor = async (call: Call): Promise<string> => (call.name === 'logout' ? test.tokenFor(user) : token);
const fieldsOf = (call: Call): string[] => Object.keys((call.input as unknown as { _zod: { def: { shape: object } } })._zod.def.shape);

const deep = (open: string, close: string): string => `${open.repeat(50_000)}${close.repeat(50_000)}`;
const badBodies: [name: string, body: string | Buffer, headers?: Record<string, string>][] = [
  ['JSON cut short', '{"post_id":'],
  ['text that is no JSON', 'hello'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
  ['an own __proto__', '{"__proto__":{"role":"admin"}}'],
  ['a nested __proto__', '{"a":{"__proto__":{"role":"admin"}}}'],
  ["a constructor's prototype", '{"constructor":{"prototype":{"role":"admin"}}}'],
  ['over a megabyte', JSON.stringify({ content: 'x'.repeat(1_100_000) })],
  ['form data', 'post_id=1', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['plain text', '{}', { 'content-type': 'text/plain' }],
  ['XML', '<a/>', { 'content-type': 'application/xml' }],
  ['an invalid type', '{}', { 'content-type': 'nonsense' }],
];
const oddBodies: [name: string, body: string][] = [
  ['an empty list', '[]'],
  ['a list of objects', '[{"post_id":"1"}]'],
  ['a number', '5'],
  ['a text', '"post_id"'],
  ['null', 'null'],
  ['true', 'true'],
  ['nothing', ''],
  ['deep lists', deep('[', ']')],
  ['deep objects', deep('{"a":', '}').replace('}', '1}')],
];
const withBody = calls.filter((call) => !readsQuery(call));
const across = <A, B>(as: readonly A[], bs: readonly B[]): [A, B][] => as.flatMap((a) => bs.map((b): [A, B] => [a, b]));
const bodyCells = <B extends readonly [string, ...unknown[]]>(bodies: readonly B[]) =>
  across(withBody, bodies).map(([call, body]) => [call.name, body[0], call, body] as const);

describe('an unreadable body', () => {
  it.each(bodyCells(badBodies))('%s refuses %s', { tags: ['generated'] }, async (_call, _name, call, [, body, more = {}]) => {
    const headers = { ...bearer(await tokenFor(call)), ...json, ...more };
    expectRefusal(await send({ method: call.method, path: call.path, headers, body }));
  });
});

describe('a body that is not an object', () => {
  it.each(bodyCells(oddBodies))('%s, given %s, does not fail', { tags: ['generated'] }, async (_call, _name, call, [, body]) => {
    const got = await send({ method: call.method, path: call.path, headers: { ...bearer(await tokenFor(call)), ...json }, body });
    if (!call.input.safeParse({}).success) expectRefusal(got);
    else expectSettled(got);
  });
});

const cursorOf = (text: string): string => Buffer.from(text).toString('base64url');
const anId = 'f'.repeat(24);
const badValues: [name: string, value: unknown][] = [
  ['a NUL', 'a\0b'],
  ['a lone surrogate', 'a\ud800b'],
  ['only invisible characters', '\u200b\u2060'],
  ['only spaces', '   '],
  ['an empty text', ''],
  ['a long text', 'x'.repeat(9000)],
  ['a text of letters that fold into many', '\ufdfa'.repeat(80)],
  ['an unknown id', String(newId())],
  ['an id in capitals', 'ABCDEFABCDEFABCDEFABCDEF'],
  ['a number', 5],
  ['a huge number', 1e308],
  ['a negative number', -1],
  ['a list', ['a', 'b']],
  ['an object', { $gt: '' }],
  ['null', null],
  ['true', true],
];
const badCursors: [name: string, value: unknown][] = [
  ['a cursor of texts', cursorOf(`${anId}sabc`)],
  ['a cursor of numbers', cursorOf(`${anId}n5`)],
  ['a cursor of a number beyond all dates', cursorOf(`${anId}n1e300`)],
  ['a cursor of times', cursorOf(`${anId}d${Date.now()}`)],
  ['a cursor of a time beyond all dates', cursorOf(`${anId}d1e300`)],
  ['a cursor of a list of times', cursorOf(`${anId}s${JSON.stringify(['', { at: Date.now() }])}`)],
  ['a cursor whose note is no time', cursorOf(`${anId}s${JSON.stringify(['1e300', { at: Date.now() }])}`)],
  ['a cursor of a list of numbers', cursorOf(`${anId}s${JSON.stringify(['', 5])}`)],
  ['a cursor of a list of two numbers', cursorOf(`${anId}s${JSON.stringify(['', 5, 5])}`)],
  ['a cursor of a list of texts', cursorOf(`${anId}s${JSON.stringify(['', 'a\0'])}`)],
  ['a cursor of no time', cursorOf(`${anId}s${JSON.stringify(['', { at: 'x' }])}`)],
  ['a cursor of nothing', cursorOf(`${anId}s${JSON.stringify(['', null])}`)],
  ['a cursor without an id', cursorOf('d5')],
  ['a cursor that is too long', cursorOf(`${anId}s${'x'.repeat(7000)}`)],
];

const valuesOf = (field: string): [string, unknown][] => (field === 'cursor' ? [...badValues, ...badCursors] : badValues);
const fieldCells = (which: Call[]): [string, string, string, Call, unknown][] =>
  which.flatMap((call) =>
    fieldsOf(call).flatMap((field) =>
      valuesOf(field).map(([name, value]): [string, string, string, Call, unknown] => [call.name, field, name, call, value]),
    ),
  );

describe('a field of a body', () => {
  it.each(fieldCells(withBody))('%s, with %s %s, does not fail', { tags: ['generated'] }, async (_call, field, _name, call, value) => {
    const body = JSON.stringify({ ...inputOf(call), [field]: value });
    expectSettled(await send({ method: call.method, path: call.path, headers: { ...bearer(await tokenFor(call)), ...json }, body }));
  });
});

const query = (fields: Record<string, unknown>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key}=${encodeURIComponent(Buffer.from(String(value)).toString())}`)
    .join('&');
const withQuery = calls.filter(readsQuery);

describe('a field of a query', () => {
  it.each(fieldCells(withQuery))('%s, with %s %s, does not fail', { tags: ['generated'] }, async (_call, field, _name, call, value) => {
    const path = `${call.path}?${query({ ...inputOf(call), [field]: value })}`;
    expectSettled(await send({ method: call.method, path, headers: bearer() }));
  });

  const rawQueries: [name: string, (field: string) => string][] = [
    ['twice', (field) => `${field}=${anId}&${field}=${anId}`],
    ['in brackets', (field) => `${field}[]=a&${field}[$gt]=`],
    ['in bytes that are no UTF-8', (field) => `${field}=%ff%fe`],
    ['in half a surrogate', (field) => `${field}=%ed%a0%80`],
    ['cut in the middle of a sign', (field) => `${field}=%e0%a4%`],
  ];
  const cells = withQuery.flatMap((call) =>
    fieldsOf(call).flatMap((field) => rawQueries.map(([name, make]) => [call.name, field, name, call, make] as const)),
  );
  it.each(cells)('%s, with %s %s, does not fail', { tags: ['generated'] }, async (_call, field, _name, call, make) => {
    const rest = inputOf(call);
    delete rest[field];
    expectSettled(await send({ method: call.method, path: `${call.path}?${query(rest)}&${make(field)}`, headers: bearer() }));
  });

  it.each(withQuery.map((call) => [call.name, call] as const))(
    '%s ignores __proto__ and unknown fields',
    { tags: ['generated'] },
    async (_name, call) => {
      const path = `${call.path}?${query(inputOf(call))}&__proto__=a&constructor=b&unknown=c`;
      expectSettled(await send({ method: call.method, path, headers: bearer() }));
    },
  );
});

describe('an invalid token', () => {
  const bad: [name: string, headers: Record<string, string>, query: string][] = [
    ['unknown', { authorization: 'Bearer nonsense' }, ''],
    ['of 15,000 signs', { authorization: `Bearer ${'x'.repeat(15_000)}` }, ''],
    ['in the query', {}, 'token=nonsense'],
    ['with a NUL in the query', {}, 'token=%00'],
    ['twice in the query', {}, 'token=a&token=b'],
  ];
  const cells = across(
    calls.filter((call) => call.auth === 'required'),
    bad,
  ).map(([call, each]) => [call.name, each[0], call, each] as const);
  it.each(cells)('%s refuses one %s', { tags: ['generated'] }, async (_call, _name, call, [, headers, more]) => {
    const path = `${call.path}?${readsQuery(call) ? query(inputOf(call)) : ''}&${more}`;
    const body = readsQuery(call) ? {} : { body: JSON.stringify(inputOf(call)) };
    const got = await send({ method: call.method, path, headers: { ...headers, ...(readsQuery(call) ? {} : json) }, ...body });
    expectRefusal(got);
    expect(got.status).toBe(401);
  });
});

describe('other methods', () => {
  it.each(calls.filter((call) => call.method === 'GET').map((call) => [call.name, call] as const))(
    'HEAD of %s reveals no more than GET',
    { tags: ['generated'] },
    async (_n, call) => {
      const path = `${call.path}?${query(inputOf(call))}`;
      const [head, get] = [await send({ method: 'HEAD', path, headers: bearer() }), await send({ method: 'GET', path, headers: bearer() })];
      expect([head.status, head.text]).toEqual([get.status, '']);
    },
  );

  it.each(across(calls, ['OPTIONS', 'PATCH'] as const).map(([call, method]) => [method, call.name, call] as const))(
    '%s of %s is 404',
    { tags: ['generated'] },
    async (method, _name, call) => {
      const got = await send({ method, path: call.path, headers: bearer() });
      expectRefusal(got);
    },
  );

  it.each(calls.map((call) => [call.name, call] as const))(
    '%s exists by its own method alone',
    { tags: ['generated'] },
    async (_name, call) => {
      const method = call.method === 'POST' ? 'GET' : 'POST';
      if (calls.some((each) => each.path === call.path && each.method === method)) return;
      expectRefusal(
        await send({ method, path: call.path, headers: { ...bearer(), ...json }, ...(method === 'POST' ? { body: '{}' } : {}) }),
      );
    },
  );
});

describe('an invalid path', () => {
  it.each([
    '/%',
    '/%e0%a4%a',
    '/%00',
    '/posts/%00',
    '/posts/get_all_posts%00',
    '/../../etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/%2e%2e/%2e%2e/package.json',
    '//posts/get_all_posts',
    '/posts/get_all_posts/more',
    `/${'x'.repeat(10_000)}`,
    '/nothing?token=secret',
    '/constructor',
    '/__proto__',
  ])('%s', async (path) => {
    for (const method of ['GET', 'POST']) {
      const got = await send({ method, path, headers: method === 'POST' ? json : {}, ...(method === 'POST' ? { body: '{}' } : {}) });
      expectRefusal(got);
    }
  });
});
