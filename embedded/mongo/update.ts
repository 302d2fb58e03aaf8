import { isOperators } from './match.js';
import { changes, type ValueUpdate } from './update-operators.js';
import { compare, type Doc, equal, isArrayIndex, isPlainObject, MongoError, ownField, show, typeName } from './values.js';

type Step = { operator: string; parts: string[]; change: ValueUpdate };

/** Operators for which a path blocked by a value is as good as missing. */
const lenient = new Set(['$unset', '$pull']);

/** The document with the value at the path changed. A path blocked by a value is an error, and so is any path into an array. */
function changeAt(doc: Doc, step: Step, at = 0): Doc {
  const { operator, parts, change } = step;
  const name = parts[at] ?? '';
  const current = ownField(doc, name);
  let next: unknown;
  if (at === parts.length - 1) {
    next = change(current);
    if (current !== undefined && next !== undefined && equal(current, next)) return doc;
  } else if (current === undefined || isPlainObject(current)) {
    const inner = current ?? {};
    next = changeAt(inner, step, at + 1);
    if (next === inner) return doc;
  } else {
    if (lenient.has(operator) && !Array.isArray(current)) return doc;
    if (Array.isArray(current) && isArrayIndex(parts[at + 1] ?? '')) throw unsupported(parts.join('.'));
    throw new MongoError(28, `Cannot create field '${parts[at + 1]}' in element {${name}: ${show(current)}}`);
  }
  if (next !== undefined) return { ...doc, [name]: next };
  if (current === undefined) return doc;
  const { [name]: _gone, ...rest } = doc;
  return rest;
}

const unsupported = (path: string): MongoError =>
  new MongoError(238, `The update path '${path}' names a position in an array, which is not supported by this store`);

/** Splits a path and refuses what MongoDB does not store; positions in arrays are not supported. */
function parsePath(path: string): string[] {
  const parts = path.split('.');
  if (parts.includes('')) throw new MongoError(56, `The update path '${path}' contains an empty field name, which is not allowed.`);
  if (parts.some((name, i) => i > 0 && /^\$($|\[)/.test(name))) throw unsupported(path);
  const dollar = parts.find((name) => name.startsWith('$'));
  if (dollar) throw new MongoError(52, `The dollar ($) prefixed field '${dollar}' in '${path}' is not valid for storage.`);
  return parts;
}

/** No path may be written twice, nor inside another that is written. */
function refuseConflicts(steps: readonly Step[]): void {
  const paths = steps.map(({ parts }) => parts.join('.'));
  for (const [i, path] of paths.entries()) {
    const other = paths.find((one, j) => i !== j && `${path}.`.startsWith(`${one}.`));
    if (other !== undefined) throw new MongoError(40, `Updating the path '${path}' would create a conflict at '${other}'`);
  }
}

/** MongoDB adds new fields in the order of their names, numbers by their value. */
const orderOf = ({ parts }: Step): unknown[] => parts.map((name) => (isArrayIndex(name) ? Number(name) : name));

/** An update by operators alone: from a document to the new one, which is the same object where nothing changes. */
export function compileUpdate(update: unknown): (doc: Doc, inserting: boolean) => Doc {
  if (!isOperators(update)) throw new MongoError(9, 'The embedded store updates by operators alone');
  const steps = Object.entries(update).flatMap(([operator, fields]) => {
    const make = Object.hasOwn(changes, operator) ? changes[operator] : undefined;
    if (!make) throw new MongoError(9, `Unknown modifier: ${operator}. The embedded store updates by operators alone`);
    if (!isPlainObject(fields)) throw new MongoError(9, `Modifiers operate on fields but we found type ${typeName(fields)} in ${operator}`);
    return Object.entries(fields).map(([path, operand]) => ({ operator, parts: parsePath(path), change: make(operand, path) }));
  });
  refuseConflicts(steps);
  steps.sort((a, b) => compare(orderOf(a), orderOf(b)));
  return (doc, inserting) => {
    const updated = steps.reduce((was, step) => (step.operator === '$setOnInsert' && !inserting ? was : changeAt(was, step)), doc);
    if (doc._id === undefined || equal(doc._id, updated._id)) return updated;
    throw new MongoError(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
  };
}

/** The values a query fixes a path to; through `$and`, and where only one value is possible. */
function fixedValues(filter: Doc): [string, unknown][] {
  return Object.entries(filter).flatMap(([name, operand]): [string, unknown][] => {
    if (name === '$and' || (name === '$or' && (operand as Doc[]).length === 1)) return (operand as Doc[]).flatMap(fixedValues);
    if (name.startsWith('$')) return [];
    if (!isOperators(operand)) return [[name, operand]];
    if ('$eq' in operand) return [[name, operand.$eq]];
    return Array.isArray(operand.$in) && operand.$in.length === 1 ? [[name, operand.$in[0]]] : [];
  });
}

/** The document an upsert begins with: what the query says by equality. */
export function upsertSeed(filter: Doc): Doc {
  const seen: string[] = [];
  return fixedValues(filter).reduce<Doc>((seed, [path, value]) => {
    const other = seen.find((one) => `${path}.`.startsWith(`${one}.`) || one.startsWith(`${path}.`));
    const which = other === path ? `path '${path}' is matched twice` : `both paths '${other}' and '${path}' are matched`;
    if (other !== undefined) throw new MongoError(54, `cannot infer query fields to set, ${which}`);
    seen.push(path);
    return changeAt(seed, { operator: '$set', parts: parsePath(path), change: () => value });
  }, {});
}
