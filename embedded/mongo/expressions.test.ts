// biome-ignore-all lint/suspicious/noThenProperty: the name is MongoDB's
import { Binary, Decimal128, Long, ObjectId } from 'bson';
import { describe, expect, it } from 'vitest';
import { compileExpression, expressionNames } from './expressions.js';
import type { Doc } from './values.js';

const id = new ObjectId('650000000000000000000001');
const at = new Date('2024-02-29T13:14:15.678Z');
const later = new Date('2024-02-29T13:14:16.678Z');
const doc = {
  _id: id,
  n: 7,
  zero: 0,
  nil: null,
  text: 'Hi سلام 😀',
  list: [3, 1, 2],
  docs: [{ k: 1, v: { w: 5 } }, { k: 2 }, 9, [{ k: 3 }]],
  inner: { deep: { x: 4 } },
  at,
  later,
  big: Long.fromString('9007199254740993'),
};

const missing = Symbol('missing');
type Row = [expression: unknown, expected: unknown];
const code = (expected: number): { code: number } => ({ code: expected });

const tables: Record<string, Row[]> = {
  'field paths': [
    ['$n', 7],
    ['$inner.deep.x', 4],
    ['$nothing', missing],
    ['$n.x', missing],
    ['$docs.k', [1, 2]],
    ['$docs.v.w', [5]],
    ['$list.0', []],
    ['$$ROOT.n', 7],
    ['$$CURRENT.inner.deep', { x: 4 }],
    ['$$REMOVE', missing],
    ['$constructor', missing],
    ['$$nobody', code(17276)],
    ['$$NOW', code(17276)],
    ['$a..b', code(40353)],
    ['$', code(40353)],
  ],
  literals: [
    [5, 5],
    ['text', 'text'],
    [null, null],
    [id, id],
    [
      ['$n', '$nothing', 1],
      [7, null, 1],
    ],
    [
      { a: '$n', b: '$nothing', c: { d: '$zero' } },
      { a: 7, c: { d: 0 } },
    ],
    [{}, {}],
    [{ $literal: '$n' }, '$n'],
    [{ $literal: { $add: [1] } }, { $add: [1] }],
  ],
  $add: [
    [{ $add: ['$n', 1, 2.5] }, 10.5],
    [{ $add: ['$n', '$nil'] }, null],
    [{ $add: ['$n', '$nothing'] }, null],
    [{ $add: [] }, 0],
    [{ $add: ['$at', 1000] }, later],
    [{ $add: [1000, '$at'] }, later],
    [{ $add: ['$big', 1] }, Long.fromString('9007199254740994')],
    [{ $add: ['$n', '$text'] }, code(14)],
    [{ $add: ['$at', '$later'] }, code(16612)],
  ],
  $subtract: [
    [{ $subtract: ['$n', 2] }, 5],
    [{ $subtract: ['$later', '$at'] }, 1000],
    [{ $subtract: ['$later', 1000] }, at],
    [{ $subtract: ['$big', 1] }, Long.fromString('9007199254740992')],
    [{ $subtract: ['$n', '$nil'] }, null],
    [{ $subtract: ['$n', '$text'] }, code(14)],
    [{ $subtract: ['$n', '$at'] }, code(14)],
    [{ $subtract: [1] }, code(16020)],
    [{ $subtract: [1, 2, 3] }, code(16020)],
  ],
  $multiply: [
    [{ $multiply: ['$n', 2, 0.5] }, 7],
    [{ $multiply: ['$n', '$nil'] }, null],
    [{ $multiply: [] }, 1],
    [{ $multiply: ['$n', '$text'] }, code(14)],
  ],
  $divide: [
    [{ $divide: ['$n', 2] }, 3.5],
    [{ $divide: ['$n', '$nothing'] }, null],
    [{ $divide: ['$n', 0] }, code(2)],
    [{ $divide: ['$n', '$text'] }, code(14)],
    [{ $divide: [Decimal128.fromString('1'), 2] }, code(14)],
  ],
  $mod: [
    [{ $mod: ['$n', 4] }, 3],
    [{ $mod: [-7, 4] }, -3],
    [{ $mod: ['$nil', 4] }, null],
    [{ $mod: ['$n', 0] }, code(2)],
    [{ $mod: ['$text', 4] }, code(14)],
  ],
  $abs: [
    [{ $abs: -3 }, 3],
    [{ $abs: '$nil' }, null],
    [{ $abs: '$text' }, code(14)],
  ],
  $ceil: [
    [{ $ceil: 1.2 }, 2],
    [{ $ceil: ['$nothing'] }, null],
  ],
  $floor: [
    [{ $floor: -1.2 }, -2],
    [{ $floor: '$text' }, code(14)],
  ],
  $trunc: [
    [{ $trunc: -1.8 }, -1],
    [{ $trunc: [1.85, 1] }, code(16020)],
  ],
  $cmp: [
    [{ $cmp: [1, 2] }, -1],
    [{ $cmp: ['a', 2] }, 1],
    [{ $cmp: [2, Long.fromNumber(2)] }, 0],
  ],
  $eq: [
    [{ $eq: ['$n', 7] }, true],
    [{ $eq: ['$n', Long.fromNumber(7)] }, true],
    [{ $eq: ['$n', '7'] }, false],
    [{ $eq: ['$nothing', null] }, false],
    [{ $eq: ['$nothing', '$nobody'] }, true],
    [{ $eq: ['$nil', null] }, true],
    [{ $eq: ['$_id', id] }, true],
    [{ $eq: ['$list', [3, 1, 2]] }, true],
    [{ $eq: ['$list', 3] }, false],
    [
      {
        $eq: [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      },
      false,
    ],
    [{ $eq: ['$n'] }, code(16020)],
  ],
  $ne: [
    [{ $ne: ['$n', 8] }, true],
    [{ $ne: ['$nothing', null] }, true],
  ],
  $gt: [
    [{ $gt: ['$n', 6] }, true],
    [{ $gt: ['a', 6] }, true],
    [{ $gt: ['$nil', '$nothing'] }, true],
    [{ $gt: [Long.fromNumber(10), Long.fromNumber(9)] }, true],
  ],
  $gte: [
    [{ $gte: ['$n', 7] }, true],
    [{ $gte: ['$nothing', 0] }, false],
  ],
  $lt: [
    [{ $lt: ['$at', '$later'] }, true],
    [{ $lt: ['$nothing', null] }, true],
  ],
  $lte: [
    [{ $lte: ['$n', 7] }, true],
    [{ $lte: ['a', 'B'] }, false],
  ],
  $and: [
    [{ $and: ['$n', true] }, true],
    [{ $and: ['$n', '$zero'] }, false],
    [{ $and: [] }, true],
    [{ $and: ['$text', '$list', '$inner'] }, true],
    [{ $and: [false, { $size: '$n' }] }, false],
  ],
  $or: [
    [{ $or: ['$zero', '$nil', '$nothing', false] }, false],
    [{ $or: ['$zero', ''] }, true],
    [{ $or: [] }, false],
  ],
  $not: [
    [{ $not: ['$zero'] }, true],
    [{ $not: '$n' }, false],
    [{ $not: ['$n', 1] }, code(16020)],
  ],
  $cond: [
    [{ $cond: [{ $gt: ['$n', 5] }, 'big', 'small'] }, 'big'],
    [{ $cond: { if: '$nil', then: 1, else: '$n' } }, 7],
    [{ $cond: [true, '$nothing', 1] }, missing],
    [{ $cond: [1, 2] }, code(16020)],
    [{ $cond: { if: 1, then: 2 } }, code(9)],
    [{ $cond: { if: 1, then: 2, else: 3, or: 4 } }, code(9)],
  ],
  $ifNull: [
    [{ $ifNull: ['$nil', '$nothing', 'x'] }, 'x'],
    [{ $ifNull: ['$zero', 1] }, 0],
    [{ $ifNull: ['$nil', '$nothing'] }, missing],
    [{ $ifNull: ['$nil'] }, code(1257300)],
  ],
  $switch: [
    [
      {
        $switch: {
          branches: [
            { case: false, then: 1 },
            { case: '$n', then: 2 },
          ],
        },
      },
      2,
    ],
    [{ $switch: { branches: [{ case: false, then: 1 }], default: 3 } }, 3],
    [{ $switch: { branches: [{ case: false, then: 1 }] } }, code(40066)],
    [{ $switch: { branches: [] } }, code(40068)],
    [{ $switch: { branches: [{ case: 1 }] } }, code(9)],
  ],
  $size: [
    [{ $size: '$list' }, 3],
    [{ $size: ['$list'] }, 3],
    [{ $size: { $literal: [] } }, 0],
    [{ $size: '$nothing' }, code(17124)],
    [{ $size: '$n' }, code(17124)],
  ],
  $in: [
    [{ $in: [1, '$list'] }, true],
    [{ $in: ['$_id', [id]] }, true],
    [{ $in: [9, '$list'] }, false],
    [{ $in: [9, '$nothing'] }, code(40081)],
  ],
  $isArray: [
    [{ $isArray: '$list' }, true],
    [{ $isArray: ['$n'] }, false],
    [{ $isArray: '$nothing' }, false],
  ],
  $arrayElemAt: [
    [{ $arrayElemAt: ['$list', 0] }, 3],
    [{ $arrayElemAt: ['$list', -1] }, 2],
    [{ $arrayElemAt: ['$list', 9] }, missing],
    [{ $arrayElemAt: ['$nil', 0] }, null],
    [{ $arrayElemAt: ['$n', 0] }, code(28689)],
    [{ $arrayElemAt: ['$list', 'x'] }, code(28690)],
  ],
  $concatArrays: [
    [{ $concatArrays: ['$list', [9]] }, [3, 1, 2, 9]],
    [{ $concatArrays: ['$list', '$nil'] }, null],
    [{ $concatArrays: ['$list', '$n'] }, code(28664)],
  ],
  $filter: [
    [{ $filter: { input: '$list', cond: { $gt: ['$$this', 1] } } }, [3, 2]],
    [{ $filter: { input: '$docs', as: 'd', cond: { $eq: ['$$d.k', '$$d.k'] } } }, doc.docs],
    [{ $filter: { input: '$list', as: 'x', cond: { $lt: ['$$x', '$n'] } } }, [3, 1, 2]],
    [{ $filter: { input: '$nothing', cond: true } }, null],
    [{ $filter: { input: '$n', cond: true } }, code(28651)],
    [{ $filter: { input: '$list', cond: true, limit: 1 } }, code(9)],
    [{ $filter: { input: '$list', as: 'X', cond: true } }, code(9)],
  ],
  $map: [
    [{ $map: { input: '$list', in: { $multiply: ['$$this', '$n'] } } }, [21, 7, 14]],
    [
      { $map: { input: '$list', as: 'a', in: { $map: { input: '$list', as: 'b', in: { $add: ['$$a', '$$b'] } } } } },
      [
        [6, 4, 5],
        [4, 2, 3],
        [5, 3, 4],
      ],
    ],
    [{ $map: { input: '$docs', as: 'd', in: '$$d.k' } }, [1, 2, null, [3]]],
    [{ $map: { input: '$nil', in: 1 } }, null],
    [{ $map: { input: '$n', in: 1 } }, code(28651)],
    [{ $map: { input: '$list' } }, code(9)],
  ],
  $concat: [
    [{ $concat: ['a', '-', 'b'] }, 'a-b'],
    [{ $concat: ['a', '$nothing'] }, null],
    [{ $concat: [] }, ''],
    [{ $concat: ['a', '$n'] }, code(16702)],
  ],
  $toLower: [
    [{ $toLower: 'ABC É' }, 'abc É'],
    [{ $toLower: '$nil' }, ''],
    [{ $toLower: '$list' }, code(16007)],
  ],
  $toUpper: [
    [{ $toUpper: 'abc é' }, 'ABC é'],
    [{ $toUpper: '$nothing' }, ''],
    [{ $toUpper: '$_id' }, code(16007)],
  ],
  $substrCP: [
    [{ $substrCP: ['$text', 3, 4] }, 'سلام'],
    [{ $substrCP: ['$text', 8, 9] }, '😀'],
    [{ $substrCP: ['$text', 99, 1] }, ''],
    [{ $substrCP: ['$nil', 0, 1] }, ''],
    [{ $substrCP: ['$text', -1, 1] }, code(34454)],
    [{ $substrCP: ['$text', 'x', 1] }, code(34450)],
    [{ $substrCP: ['$text', 0, 1.5] }, code(34452)],
    [{ $substrCP: ['$n', 0, 1] }, code(16007)],
  ],
  $toString: [
    [{ $toString: '$_id' }, '650000000000000000000001'],
    [{ $toString: '$n' }, '7'],
    [{ $toString: '$big' }, '9007199254740993'],
    [{ $toString: true }, 'true'],
    [{ $toString: '$at' }, '2024-02-29T13:14:15.678Z'],
    [{ $toString: '$nothing' }, null],
    [{ $toString: '$list' }, code(241)],
    [{ $toString: new Binary(Buffer.from('x')) }, code(241)],
  ],
  $year: [
    [{ $year: '$at' }, 2024],
    [{ $year: '$nil' }, null],
    [{ $year: '$n' }, code(16006)],
    [{ $year: { date: '$at', timezone: 'Asia/Riyadh' } }, code(16006)],
  ],
  $month: [[{ $month: '$at' }, 2]],
  $dayOfMonth: [[{ $dayOfMonth: ['$at'] }, 29]],
  $dayOfYear: [[{ $dayOfYear: '$at' }, 60]],
  $dayOfWeek: [[{ $dayOfWeek: '$at' }, 5]],
  $hour: [[{ $hour: '$at' }, 13]],
  $minute: [[{ $minute: '$at' }, 14]],
  $second: [[{ $second: '$at' }, 15]],
  $millisecond: [[{ $millisecond: '$at' }, 678]],
  $dateToString: [
    [{ $dateToString: { date: '$at' } }, '2024-02-29T13:14:15.678Z'],
    [{ $dateToString: { date: '$at', format: '%Y-%m-%d' } }, '2024-02-29'],
    [{ $dateToString: { date: '$at', format: 'on %d.%m at %H:%M:%S.%L, day %j' } }, 'on 29.02 at 13:14:15.678, day 060'],
    [{ $dateToString: { date: '$at', format: '%Y %Y' } }, '2024 2024'],
    [{ $dateToString: { date: '$nothing' } }, null],
    [{ $dateToString: { date: '$nothing', onNull: 'never' } }, 'never'],
    [{ $dateToString: { date: '$n' } }, code(16006)],
    [{ $dateToString: { date: '$at', format: '%G-%V' } }, code(18536)],
    [{ $dateToString: { date: '$at', format: '100%' } }, code(18536)],
    [{ $dateToString: { date: '$at', timezone: 'Asia/Riyadh' } }, code(9)],
    [{ $dateToString: '$at' }, code(9)],
  ],
  $dateTrunc: [
    [{ $dateTrunc: { date: '$at', unit: 'year' } }, new Date('2024-01-01T00:00:00Z')],
    [{ $dateTrunc: { date: '$at', unit: 'quarter' } }, new Date('2024-01-01T00:00:00Z')],
    [{ $dateTrunc: { date: '$at', unit: 'month' } }, new Date('2024-02-01T00:00:00Z')],
    [{ $dateTrunc: { date: '$at', unit: 'day' } }, new Date('2024-02-29T00:00:00Z')],
    [{ $dateTrunc: { date: '$at', unit: 'hour' } }, new Date('2024-02-29T13:00:00Z')],
    [{ $dateTrunc: { date: '$at', unit: 'minute' } }, new Date('2024-02-29T13:14:00Z')],
    [{ $dateTrunc: { date: '$at', unit: 'second' } }, new Date('2024-02-29T13:14:15Z')],
    [{ $dateTrunc: { date: new Date('1999-12-31T23:59:59Z'), unit: 'month' } }, new Date('1999-12-01T00:00:00Z')],
    [{ $dateTrunc: { date: new Date('1969-12-31T23:59:59Z'), unit: 'day' } }, new Date('1969-12-31T00:00:00Z')],
    [{ $dateTrunc: { date: '$nil', unit: 'day' } }, null],
    [{ $dateTrunc: { date: '$n', unit: 'day' } }, code(5439012)],
    [{ $dateTrunc: { date: '$at', unit: 'week' } }, code(5439014)],
    [{ $dateTrunc: { date: '$at', unit: 'day', timezone: 'Asia/Riyadh' } }, code(9)],
    [{ $dateTrunc: { date: '$at', unit: 'day', binSize: 2 } }, code(9)],
  ],
};

const isCode = (expected: unknown): expected is { code: number } =>
  typeof expected === 'object' && expected !== null && typeof (expected as Doc).code === 'number';

describe.each(Object.keys(tables))('expressions: %s', (table) => {
  it.each(tables[table]!.map(([expression, expected]) => ({ expression, expected })))('$expression', ({ expression, expected }) => {
    const run = () => compileExpression(expression)(doc, {});
    if (isCode(expected)) expect(run).toThrow(expect.objectContaining(expected));
    else expect(run()).toEqual(expected === missing ? undefined : expected);
  });
});

describe('the allow-list of expressions', () => {
  it.each(expressionNames)('%s has cases above', (name) => {
    expect(tables[name] ?? tables.literals).toBeDefined();
    expect(name === '$literal' || name in tables).toBe(true);
  });

  const refused = [
    '$function',
    '$rand',
    '$regexMatch',
    '$reduce',
    '$let',
    '$round',
    '$pow',
    '$setUnion',
    '$mergeObjects',
    '$dateAdd',
    '$toObjectId',
  ];
  it.each([...refused, '$convert', '$week', '$isoWeek', '$getField', '$meta', '$sum', '$first', '$slice', '$foo', '$constructor'])(
    'refuses %s',
    (name) => {
      expect(() => compileExpression({ [name]: 1 })).toThrow(expect.objectContaining({ code: 168 }));
    },
  );

  it('refuses two operators in one document', () => {
    expect(() => compileExpression({ $add: [1], $abs: 1 })).toThrow(expect.objectContaining({ code: 15983 }));
    expect(() => compileExpression({ a: 1, $abs: 1 })).toThrow(expect.objectContaining({ code: 15983 }));
  });
});
