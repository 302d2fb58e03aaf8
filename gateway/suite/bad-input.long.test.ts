import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpTestApp } from '#gateway/testing/test-app';
import { type Call, readsQuery } from '#models/contract/define';
import { type ErrorBody, errors } from '#models/contract/errors';
import { calls } from '#models/contract/index';
import { AuditEntries } from '#models/db/audit-entries';
import { FactorChallenges } from '#models/db/factor-challenges';
import { newId } from '#models/db/model';
import { buildScenario, type DatabaseSnapshot, type SocietyScenario, snapshotDatabase } from '../testing/scenario.js';
import { fieldsOf, requestOf, validInput } from '../testing/valid-inputs.js';

const test = setUpTestApp({ logger: false });
let scenario: SocietyScenario;
let snapshot: DatabaseSnapshot;
beforeAll(async () => {
  scenario = await buildScenario(test, 'public');
  snapshot = await snapshotDatabase();
});

type Input = Record<string, unknown>;

const nested = (depth: number): unknown => {
  let value: unknown = 'end';
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
};

const operator = fc.constantFrom(
  { $gt: '' },
  { $ne: null },
  { $where: 'sleep(1000)' },
  { $regex: '.*' },
  { $in: [] },
  { $expr: { $eq: [1, 1] } },
  [{ $gt: '' }],
);
const prototypeKey = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', 'then');
const odd = fc.constantFrom(
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u200b\u2060',
  '\u202eabc',
  '\ufdfa'.repeat(200),
  'e\u0301'.repeat(500),
  '\uffff',
  '👩‍👩‍👧‍👦'.repeat(80),
);
const badId = fc.oneof(
  fc.stringMatching(/^[0-9a-f]{23}$/),
  fc.stringMatching(/^[0-9a-f]{25}$/),
  fc.stringMatching(/^[0-9A-F]{24}$/),
  fc.stringMatching(/^[0-9a-f]{24}$/),
  fc.constantFrom('', ' ', 'undefined', 'null', '[object Object]', '../../etc/passwd', "' OR 1=1 --"),
);
const huge = fc.constantFrom(
  'x'.repeat(9000),
  'س'.repeat(200_000),
  Array(5000).fill('x'),
  Object.fromEntries(
    Array(2000)
      .fill('k')
      .map((k, i) => [k + i, i]),
  ),
);
const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(1e308, -0, 2 ** 53, Number.MAX_SAFE_INTEGER, -1));
const deep = fc.constantFrom(nested(50), nested(2000));
const badValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(undefined, null, true, [], {}),
  operator,
  odd,
  badId,
  huge,
  number,
  deep,
  fc.dictionary(prototypeKey, fc.jsonValue()),
);

/** Picks fields of a valid input and how to break them, and extra fields. */
interface Badness {
  fields: Input;
  more: Input;
}
const badness = (call: Call): fc.Arbitrary<Badness> => {
  const fields = fieldsOf(call);
  return fc.record({
    fields: fields.length > 0 ? fc.dictionary(fc.constantFrom(...fields), badValue, { minKeys: 1, maxKeys: 3 }) : fc.constant({}),
    more: fc.dictionary(fc.oneof(prototypeKey, fc.string(), fc.constantFrom('$where', 'a.b', 'role', 'user')), badValue, { maxKeys: 2 }),
  });
};

const send = async (call: Call, input: unknown, type?: string) => {
  const request = await requestOf(call, input as object, scenario.tokens.admin);
  return test.app.inject(type === undefined ? request : { ...request, headers: { ...request.headers, 'content-type': type } });
};
type Got = Awaited<ReturnType<typeof send>>;

/** Traces that a refusal may leave: an entry in the audit trail, and a challenge that is used up. */
const traces = new Set([AuditEntries.collection.name, FactorChallenges.collection.name]);
const changedByRefusal = async (): Promise<string[]> => (await snapshot.changed()).filter((name) => !traces.has(name));

/** A refusal has a text of ours and changes nothing; input that is valid after all is undone. */
async function settle(got: Got): Promise<void> {
  if (got.statusCode >= 300) {
    expect(got.statusCode, got.body).toBeGreaterThanOrEqual(400);
    expect(got.statusCode, got.body).toBeLessThan(500);
    const { code, error_message } = got.json<ErrorBody>();
    expect([got.statusCode, error_message]).toEqual(errors[code]);
    if (snapshot.isTouched()) expect(await changedByRefusal()).toEqual([]);
  }
  if (snapshot.isTouched()) await snapshot.restore();
}

const cursorOf = (text: string): string => Buffer.from(text).toString('base64url');
const anId = 'f'.repeat(24);
/** Values for every field of every call, beside the generated ones. */
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
const valuesOf = (field: string) => (field === 'cursor' ? [...badValues, ...badCursors] : badValues);

/** The same seed in every run. */
const always = { seed: 5, endOnFailure: true } as const;
const types = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data; boundary=x',
  'image/png',
  'nonsense',
  '',
];

describe('generated bad input', () => {
  it.each(calls.map((call) => [call.name, call] as const))(
    '%s refuses it, and changes nothing',
    { tags: ['generated'] },
    async (name, call) => {
      await fc.assert(
        fc.asyncProperty(badness(call), async ({ fields, more }) => {
          await settle(await send(call, { ...more, ...validInput(name, scenario, 'admin'), ...fields }));
        }),
        { ...always, numRuns: 40 },
      );
      expect(await changedByRefusal()).toEqual([]);
    },
  );

  it.each(calls.map((call) => [call.name, call] as const))(
    '%s takes or refuses each odd value in each of its fields',
    { tags: ['generated'] },
    async (name, call) => {
      for (const field of fieldsOf(call))
        for (const [title, value] of valuesOf(field)) {
          const got = await send(call, { ...validInput(name, scenario, 'admin'), [field]: value });
          expect(got.statusCode, `${field}: ${title}`).toBeLessThan(500);
          await settle(got);
        }
    },
  );

  const withBody = calls.filter((call) => !readsQuery(call) && !call.isForm);
  it.each(withBody.map((call) => [call.name, call] as const))(
    '%s refuses anything but an object of its fields',
    { tags: ['generated'] },
    async (name, call) => {
      await fc.assert(
        fc.asyncProperty(fc.oneof(fc.jsonValue(), deep, huge), async (body) => {
          await settle(await send(call, body));
        }),
        { ...always, numRuns: 12 },
      );
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...types), async (type) => {
          const got = await send(call, validInput(name, scenario, 'admin'), type);
          expect(got.statusCode, type).toBe(400);
          await settle(got);
        }),
        { ...always, numRuns: types.length },
      );
      expect(await changedByRefusal()).toEqual([]);
    },
  );
});
