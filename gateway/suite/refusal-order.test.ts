import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp, type TestApp } from '#gateway/testing/test-app';
import type { Call } from '#models/contract/define';
import { calls } from '#models/contract/index';
import { rates } from '#models/contract/limits';
import { createPost } from '#models/contract/posts';
import { newId } from '#models/db/model';
import { buildSociety, buildUser } from '#models/testing/builders';
import { testCells } from '#models/testing/cells';
import { fieldsOf } from '../testing/valid-inputs.js';

const test = setUpTestApp({ rateLimits: true });
let limited: TestApp['app'];
beforeAll(async () => {
  limited = test.app;
});

const unreadable: [name: string, body: string, type: string][] = [
  ['JSON that is cut short', '{"a":', 'application/json'],
  ['a body of another type', 'a=1', 'application/x-www-form-urlencoded'],
  ['fields that do not fit', '{"post_id":5}', 'application/json'],
];
const named = (some: readonly Call[]) => some.map((call) => [call.name, call] as const);
const guarded = calls.filter((call) => call.auth === 'required' && call.method === 'POST');

describe('a visitor gets 401 before anything else', () => {
  testCells(
    guarded.flatMap((call) => unreadable.map(([name, body, type]) => [call.name, name, call, body, type] as const)),
    ([, name, { feature }]) => [feature, name],
  )('%s, with %s', async (_call, _name, call, body, type) => {
    const answer = await limited.inject({ method: 'POST', url: call.path, payload: body, headers: { 'content-type': type } });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthorized']);
  });
});

describe('a caller over the rate limit gets 429 before any other fault', () => {
  it.each(unreadable)('with %s', async (_name, body, type) => {
    const user = await buildUser();
    const headers = { authorization: `Bearer ${await test.tokenFor(user)}`, 'content-type': type };
    const ask = () => limited.inject({ method: 'POST', url: createPost.path, payload: body, headers });
    for (let i = 0; i < rates.post.points; i++) expect((await ask()).statusCode).toBe(400);
    const answer = await ask();
    expect([answer.statusCode, answer.json().code]).toEqual([429, 'too_many_requests']);
  });
});

describe('invalid input is reported before a missing object', () => {
  it.each([
    ['an unknown society, no text', () => ({ society_id: String(newId()), content: ' ' }), 400],
    ['an unknown society, a text', () => ({ society_id: String(newId()), content: 'Hello' }), 404],
    ['a society of others, no text', async () => ({ society_id: String((await buildSociety())._id), content: '' }), 400],
    ['a society of others, a text', async () => ({ society_id: String((await buildSociety())._id), content: 'Hello' }), 403],
    [
      'an invite-only society of others, a text',
      async () => ({ society_id: String((await buildSociety({ privacy: { visibility: 'invite-only' } }))._id), content: 'Hello' }),
      404,
    ],
  ])('%s', async (_name, input, status) => {
    const answer = await test.call(createPost, await input(), await test.tokenFor(await buildUser()));
    expect(answer.status).toBe(status);
  });
});

describe('an invalid cursor', () => {
  const lists = calls.filter((call) => fieldsOf(call).includes('cursor'));
  testCells(named(lists), ([, { feature }]) => [feature])('is 400 in %s, whether or not the object exists', async (name, call) => {
    const token = await test.tokenFor(await buildUser());
    const unknown = Object.fromEntries(['society_id', 'post_id', 'event_id', 'user_id'].map((field) => [field, String(newId())]));
    for (const cursor of ['nonsense', Buffer.from(`${newId()}d1e300`).toString('base64url')]) {
      const answer = await test.call(call, { ...unknown, q: 'a', choice: 0, cursor }, token);
      expect([name, answer.status, answer.error.fields]).toEqual([name, 400, { cursor: 'This cursor is not valid' }]);
    }
  });
});

describe('a body that is too large', () => {
  const headers = { 'content-type': 'application/json' };
  const payload = JSON.stringify({ content: 'x'.repeat(1_100_000) });
  testCells(named(guarded.filter(({ isForm }) => !isForm)), ([, { feature }]) => [feature])(
    'is 401 for a visitor in %s, and 413 with a session',
    async (_name, call) => {
      const visitor = await limited.inject({ method: 'POST', url: call.path, payload, headers });
      expect([visitor.statusCode, visitor.json().code]).toEqual([401, 'unauthorized']);
      const authorization = `Bearer ${await test.tokenFor(await buildUser())}`;
      const user = await limited.inject({ method: 'POST', url: call.path, payload, headers: { ...headers, authorization } });
      expect([user.statusCode, user.json().code]).toEqual([413, 'too_large']);
    },
  );
});

describe('a bad token', () => {
  testCells(named(calls.filter((call) => call.auth !== 'none' && call.method === 'GET')), ([, { feature }]) => [feature])(
    'is 401 in %s where the query has two tokens, whatever they are',
    async (_name, call) => {
      const good = await test.tokenFor(await buildUser());
      for (const token of ['a', good]) {
        const answer = await limited.inject(`${call.path}?token=${token}&token=${good}`);
        expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthorized']);
      }
    },
  );

  testCells(named(calls.filter((call) => call.auth !== 'none')), ([, { feature }]) => [feature])(
    'is 401 in %s too',
    async (_name, call) => {
      const answer = await test.call(call, {}, 'nonsense');
      expect([answer.status, answer.error.code]).toEqual([401, 'unauthorized']);
    },
  );
});
