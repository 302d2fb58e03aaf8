import { expect, test } from 'vitest';
import type { $ZodType } from 'zod/v4/core';
import { isChangedField } from '#gateway/plugins/audit';
import { auditedCalls } from '#gateway/plugins/audited-calls';
import { calls } from '#models/contract/index';
import ar from '#texts/ar/audit.json' with { type: 'json' };
import en from '#texts/en/audit.json' with { type: 'json' };

interface Def {
  type: string;
  entries?: Record<string, string>;
  shape?: Record<string, $ZodType>;
  innerType?: $ZodType;
  element?: $ZodType;
  in?: $ZodType;
}
const defOf = (schema: $ZodType) => schema._zod.def as unknown as Def;

/** Choices inside a schema, with the names of an object's fields. */
function choicesOf(schema: $ZodType): string[] {
  const { type, entries, shape, innerType, element, in: input } = defOf(schema);
  if (type === 'boolean') return ['true', 'false'];
  const inner = [innerType, element, input].flatMap((each) => (each ? choicesOf(each) : []));
  const fields = Object.entries(shape ?? {}).flatMap(([name, field]) => [name, ...choicesOf(field)]);
  return [...Object.values(entries ?? {}), ...(type === 'nullable' && inner.length > 0 ? ['null'] : []), ...inner, ...fields];
}

const rows = Object.entries(auditedCalls).flatMap(([name, { details = [], fields }]) => {
  const call = calls.find((each) => each.name === name);
  const shape = call && defOf(call.input).shape;
  if (!shape) return [];
  const choices = details.flatMap((detail) => (shape[detail] && detail !== 'call' && detail !== 'outcome' ? choicesOf(shape[detail]) : []));
  const changed = fields ? Object.keys(shape).filter(isChangedField) : [];
  return choices.length + changed.length > 0 ? [{ name, values: [...new Set([...choices, ...changed])] }] : [];
});

test('the table has calls with choices', () => {
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['toggleAttendance', 'updateInfo', 'decideRequests']));
});

test.each(rows)('every value in the trail of $name has words in both languages', { tags: ['generated'] }, ({ values }) => {
  for (const texts of [en, ar]) expect(values.filter((value) => !Object.hasOwn(texts.values, value))).toEqual([]);
});
