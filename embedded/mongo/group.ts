import { compileExpression, type Expression } from './expressions.js';
import { valueKey } from './keys.js';
import { arithmetic, type Numeric, toNumber } from './numbers.js';
import { compare, type Doc, isNumber, isPlainObject, MongoError } from './values.js';

interface Accumulator {
  add(value: unknown): void;
  result(): unknown;
}

function added(a: Numeric, b: Numeric): Numeric {
  const sum = arithmetic('add', a, b);
  if (sum === undefined) throw new MongoError(238, 'The embedded store sums neither decimals nor beyond 64 bits');
  return sum;
}

/** Doubles are added with what rounding loses, as MongoDB does: ten times 0.1 is 1. */
class Sum {
  private doubles = 0;
  private lost = 0;
  private exact: Numeric | undefined;
  count = 0;

  add(value: unknown): void {
    if (!isNumber(value)) return;
    this.count++;
    if (typeof value !== 'number') {
      this.exact = added(this.exact ?? 0, value);
      return;
    }
    const total = this.doubles + value;
    this.lost += Math.abs(this.doubles) >= Math.abs(value) ? this.doubles - total + value : value - total + this.doubles;
    this.doubles = total;
  }

  result(): Numeric {
    const total = Number.isFinite(this.doubles) ? this.doubles + this.lost : this.doubles;
    return this.exact === undefined ? total : added(this.exact, total);
  }
}

function average(): Accumulator {
  const sum = new Sum();
  return { add: (value) => sum.add(value), result: () => (sum.count === 0 ? null : toNumber(sum.result()) / sum.count) };
}

function bound(direction: 1 | -1): Accumulator {
  let best: unknown = null;
  return {
    add(value) {
      if (value === null || value === undefined) return;
      if (best === null || compare(value, best) * direction > 0) best = value;
    },
    result: () => best,
  };
}

function end(isFirst: boolean): Accumulator {
  let kept: unknown = null;
  let isEmpty = true;
  return {
    add(value) {
      if (isEmpty || !isFirst) kept = value ?? null;
      isEmpty = false;
    },
    result: () => kept,
  };
}

function list(): Accumulator {
  const values: unknown[] = [];
  return { add: (value) => value !== undefined && values.push(value), result: () => values };
}

function set(): Accumulator {
  const values = new Map<string, unknown>();
  const add = (value: unknown) => {
    const key = value === undefined ? undefined : valueKey(value, false);
    if (key !== undefined && !values.has(key)) values.set(key, value);
  };
  return { add, result: () => [...values.values()] };
}

const accumulators: Record<string, () => Accumulator> = {
  $sum: () => new Sum(),
  $avg: average,
  $min: () => bound(-1),
  $max: () => bound(1),
  $first: () => end(true),
  $last: () => end(false),
  $push: list,
  $addToSet: set,
  $count: () => new Sum(),
};

interface GroupField {
  name: string;
  value: Expression;
  start(): Accumulator;
}

function compileField(name: string, spec: unknown): GroupField {
  if (name.includes('.')) throw new MongoError(40235, `The field name '${name}' cannot contain '.'`);
  if (name.startsWith('$')) throw new MongoError(40236, `The field name '${name}' cannot be an operator name`);
  const [operator = '', ...more] = isPlainObject(spec) ? Object.keys(spec) : [];
  if (!isPlainObject(spec) || !operator.startsWith('$')) throw new MongoError(40234, `The field '${name}' must be an accumulator object`);
  if (more.length > 0) throw new MongoError(40238, `The field '${name}' must specify one accumulator`);
  const start = Object.hasOwn(accumulators, operator) ? accumulators[operator] : undefined;
  if (!start) throw new MongoError(15952, `unknown group operator '${operator}'`);
  const operand = spec[operator];
  if (operator === '$count' && !(isPlainObject(operand) && Object.keys(operand).length === 0)) {
    throw new MongoError(9, '$count takes no arguments, i.e. $count:{}');
  }
  if (Array.isArray(operand)) throw new MongoError(40237, `The ${operator} accumulator is a unary operator`);
  return { name, start, value: operator === '$count' ? () => 1 : compileExpression(operand) };
}

/** `$group`: one document a distinct `_id`, in the order in which they first came. */
export function compileGroup(spec: unknown): (docs: Iterable<Doc>) => Iterable<Doc> {
  if (!isPlainObject(spec)) throw new MongoError(15947, "a group's fields must be specified in an object");
  if (!('_id' in spec)) throw new MongoError(15955, 'a group specification must include an _id');
  const { _id, ...rest } = spec;
  const id = compileExpression(_id);
  const fields = Object.entries(rest).map(([name, field]) => compileField(name, field));
  return function* (docs) {
    const groups = new Map<string, { id: unknown; states: Accumulator[] }>();
    for (const doc of docs) {
      const value = id(doc, {}) ?? null;
      const key = valueKey(value, false);
      let group = groups.get(key);
      if (!group) {
        group = { id: value, states: fields.map(({ start }) => start()) };
        groups.set(key, group);
      }
      for (const [i, state] of group.states.entries()) state.add(fields[i]?.value(doc, {}));
    }
    for (const group of groups.values()) {
      const results = group.states.map((state, i): [string, unknown] => [fields[i]?.name ?? '', state.result()]);
      yield { _id: group.id, ...Object.fromEntries(results) };
    }
  };
}
