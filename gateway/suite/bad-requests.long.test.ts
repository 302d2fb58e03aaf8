import { request as httpRequest } from 'node:http';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { type Call, readsQuery } from '#models/contract/define';
import { errors } from '#models/contract/errors';
import { calls } from '#models/contract/index';
import { buildScenario, type DatabaseSnapshot, type SocietyScenario, snapshotDatabase } from '../testing/scenario.js';
import { fieldsOf, validInput } from '../testing/valid-inputs.js';

const test = setUpTestApp({ logger: false });
let scenario: SocietyScenario;
let snapshot: DatabaseSnapshot;
beforeAll(async () => {
  scenario = await buildScenario(test, 'public');
  snapshot = await snapshotDatabase();
});
afterEach(async () => {
  if (snapshot.isTouched()) await snapshot.restore();
});

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

const bearer = (): Record<string, string> => ({ authorization: `Bearer ${scenario.tokens.admin}` });
const json = { 'content-type': 'application/json' };
const inputOf = (call: Call): Record<string, unknown> => validInput(call.name, scenario, 'admin');

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
    const headers = { ...bearer(), ...json, ...more };
    expectRefusal(await send({ method: call.method, path: call.path, headers, body }));
  });
});

describe('a body that is not an object', () => {
  it.each(bodyCells(oddBodies))('%s, given %s, does not fail', { tags: ['generated'] }, async (_call, _name, call, [, body]) => {
    const got = await send({ method: call.method, path: call.path, headers: { ...bearer(), ...json }, body });
    if (!call.input.safeParse({}).success) expectRefusal(got);
    else expectSettled(got);
  });
});

const query = (fields: Record<string, unknown>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key}=${encodeURIComponent(Buffer.from(String(value)).toString())}`)
    .join('&');
const withQuery = calls.filter(readsQuery);

describe('a field of a query', () => {
  const anId = 'f'.repeat(24);
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
