import { ResponseSerializationError } from 'fastify-type-provider-zod';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import { calls } from '#models/contract/index';
import { answerSerializer } from './answer-serializer.js';

/** Kinds of schemas whose forward and backward directions differ. */
const oneWay = new Set(['pipe', 'transform', 'default', 'prefault', 'catch', 'codec']);

/** Kinds of all schemas inside a schema. */
function kindsIn(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const { def } = (value as Partial<$ZodType>)._zod ?? {};
  return [...(def ? [def.type] : []), ...Object.values(def ?? value).flatMap((part) => kindsIn(part, seen))];
}

it.each(calls.filter(({ media }) => !media))('an answer of $name reads the same in both directions', { tags: ['generated'] }, (call) => {
  const kinds = [call.data, call.counts].flatMap((schema) => kindsIn(schema));
  expect(kinds.filter((kind) => oneWay.has(kind))).toEqual([]);
});

it('finds a transform inside a schema', () => {
  const nested = z.object({ list: z.array(z.pipe(z.string(), z.transform(Number))) });
  expect(kindsIn(nested)).toEqual(expect.arrayContaining(['object', 'array', 'pipe', 'transform']));
});

const serialize = answerSerializer({
  schema: z.object({ data: z.array(z.object({ ID: z.string().check(z.minLength(2)), Name: z.nullable(z.string()) })) }),
  method: 'GET',
  url: '/things',
});

it('strips fields that the schema does not have', () => {
  const answer = { data: [{ ID: 'ab', Name: null, secret: 'hidden' }], more: true };
  expect(JSON.parse(serialize(answer))).toEqual({ data: [{ ID: 'ab', Name: null }] });
});

it.each([{ data: [{ ID: 'a', Name: 'Too short' }] }, { data: [{ ID: 'ab' }] }, { data: null }])('refuses the answer %j', (answer) => {
  expect(() => serialize(answer)).toThrow(ResponseSerializationError);
});
