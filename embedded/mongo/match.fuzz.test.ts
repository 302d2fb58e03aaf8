import { ObjectId } from 'bson';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { testProperty } from '#models/testing/properties';
import { documentKeys, valueKey } from './keys.js';
import { compileFilter } from './match.js';
import { compileUpdate } from './update.js';
import { compare, compileSort, type Doc, equal, indexValues, isPlainObject, typeOrder } from './values.js';

const id = (n: number) => new ObjectId(n.toString(16).padStart(24, '0'));
const scalar = fc.constantFrom<unknown>(
  null,
  0,
  1,
  2,
  1.5,
  -1,
  Number.NaN,
  '',
  'a',
  'ab',
  true,
  false,
  id(1),
  id(2),
  new Date(0),
  new Date(5),
);
const name = fc.constantFrom('a', 'b', '0');
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const doc = fc.dictionary(name, value, { maxKeys: 3, noNullPrototype: true }) as fc.Arbitrary<Doc>;
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));

const comparison = fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte');
const condition = fc.oneof(
  fc.tuple(comparison, value).map(([operator, operand]) => ({ [operator]: operand })),
  fc.tuple(fc.constantFrom('$in', '$nin'), fc.array(value, { maxLength: 3 })).map(([operator, operand]) => ({ [operator]: operand })),
  fc.boolean().map((operand) => ({ $exists: operand })),
);
const clause = fc
  .tuple(path, condition, fc.boolean())
  .map(([at, operators, negated]) => ({ [at]: negated ? { $not: operators } : operators }));
const filter: fc.Arbitrary<Doc> = fc.oneof(
  clause,
  fc
    .tuple(fc.constantFrom('$and', '$or', '$nor'), fc.array(clause, { minLength: 1, maxLength: 3 }))
    .map(([operator, all]) => ({ [operator]: all })),
);

/** The rules of the manual in the plainest form: all values at a path are listed first, then each operator asks the list. */
function candidates(current: unknown, parts: string[]): { leaves: unknown[]; expanded: boolean }[] {
  const [first, ...rest] = parts;
  if (first === undefined) return [{ leaves: Array.isArray(current) ? [...current, current] : [current], expanded: true }];
  if (!Array.isArray(current)) return candidates(isPlainObject(current) ? current[first] : undefined, isPlainObject(current) ? rest : []);
  return current.flatMap((element, i) => {
    const inside = isPlainObject(element) ? candidates(element, parts) : [];
    if (String(i) !== first) return inside;
    if (rest.length === 0) return [...inside, { leaves: [element], expanded: false }];
    return isPlainObject(element) || Array.isArray(element) ? [...inside, ...candidates(element, rest)] : inside;
  });
}

const isNaNumber = (v: unknown) => typeof v === 'number' && Number.isNaN(v);
const orNull = (v: unknown) => v ?? null;

function holds(operator: string, v: unknown, operand: unknown): boolean {
  if (operator === '$eq') return operand === null ? orNull(v) === null : equal(v, operand);
  const [left, right] = operand === null ? [orNull(v), null] : [v, operand];
  if (typeOrder(left) !== typeOrder(right)) return false;
  if (isNaNumber(left) !== isNaNumber(right)) return false;
  const order = isNaNumber(left) ? 0 : compare(left, right);
  return operator === '$gt' ? order > 0 : operator === '$gte' ? order >= 0 : operator === '$lt' ? order < 0 : order <= 0;
}

function slowly(document: Doc, at: string, operator: string, operand: unknown): boolean {
  const values = candidates(document, at.split('.')).flatMap(({ leaves }) => leaves);
  if (operator === '$not') return !Object.entries(operand as Doc).every(([inner, arg]) => slowly(document, at, inner, arg));
  if (operator === '$ne') return !values.some((v) => holds('$eq', v, operand));
  if (operator === '$in') return (operand as unknown[]).some((item) => values.some((v) => holds('$eq', v, item)));
  if (operator === '$nin') return !slowly(document, at, '$in', operand);
  if (operator === '$exists') return values.some((v) => v !== undefined) === operand;
  return values.some((v) => holds(operator, v, operand));
}

function reference(query: Doc, document: Doc): boolean {
  return Object.entries(query).every(([key, operand]) => {
    if (key === '$and') return (operand as Doc[]).every((inner) => reference(inner, document));
    if (key === '$or') return (operand as Doc[]).some((inner) => reference(inner, document));
    if (key === '$nor') return !(operand as Doc[]).some((inner) => reference(inner, document));
    return Object.entries(operand as Doc).every(([operator, arg]) => slowly(document, key, operator, arg));
  });
}

const runs = { seed: 20_261_121, quick: 300, all: 3000 };

describe('over all documents', () => {
  testProperty(
    'a compiled query answers as the plain rules do',
    fc.property(filter, doc, (query, document) => {
      expect(compileFilter(query)(document)).toBe(reference(query, document));
    }),
    runs,
  );

  testProperty(
    'what equals a scalar is found under it in the index',
    fc.property(path, scalar, doc, (at, operand, document) => {
      fc.pre(compileFilter({ [at]: operand })(document) && !/(^|\.)0/.test(at));
      expect(indexValues(document, at).some((indexedValue) => equal(indexedValue, operand))).toBe(true);
    }),
    runs,
  );

  testProperty(
    'compare is an order, and keys sort as it does',
    fc.property(value, value, value, (a, b, c) => {
      expect(Math.sign(compare(a, b))).toBe(-Math.sign(compare(b, a)) + 0);
      if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0);
      const [x, y] = [valueKey(a, false), valueKey(b, false)];
      expect(x < y ? -1 : x > y ? 1 : 0).toBe(Math.sign(compare(a, b)));
    }),
    runs,
  );

  testProperty(
    'a sort by one field is the order of the best keys',
    fc.property(path, doc, doc, fc.constantFrom<1 | -1>(1, -1), (at, a, b, direction) => {
      const best = (document: Doc) => {
        const keys = documentKeys(document, [{ path: at, parts: at.split('.'), descending: false }]).sort();
        return (direction === 1 ? keys[0] : keys.at(-1)) ?? '';
      };
      const expected = best(a) < best(b) ? -direction : best(a) > best(b) ? direction : 0;
      expect(Math.sign(compileSort({ [at]: direction })(a, b))).toBe(expected);
    }),
    runs,
  );

  testProperty(
    '$set is found again, and changes nothing it was given',
    fc.property(path, value, doc, (at, operand, document) => {
      const before = JSON.stringify(document);
      let after: Doc | undefined;
      try {
        after = compileUpdate({ $set: { [at]: operand } })(document, false);
      } catch (error) {
        expect([28, 238]).toContain((error as { code?: number }).code);
      }
      expect(JSON.stringify(document)).toBe(before);
      if (after) expect(compileFilter({ [at]: { $eq: operand } })(after)).toBe(true);
    }),
    runs,
  );
});
