import { elementTests, equalTest, inTest, isRegExp, isTrue, regexTest, sizeTest, type Test } from './match-operators.js';
import { type Doc, isPlainObject, MongoError, ownField } from './values.js';

export type Predicate = (doc: Doc) => boolean;

/** Asks whether some value passes; with `expand`, an array's elements are asked before the array. */
type Subject = (expand: boolean, test: Test) => boolean;
type Condition = (subject: Subject) => boolean;

const badValue = (message: string): MongoError => new MongoError(2, message);

/** The values a path leads to, as MongoDB walks it: into documents, and into the documents of arrays. */
function someAt(start: unknown, parts: string[], from: number, expand: boolean, test: Test): boolean {
  let value = start;
  for (let index = from; index < parts.length; index++) {
    if (Array.isArray(value)) return someInArray(value, parts, index, expand, test);
    if (!isPlainObject(value)) return test(undefined);
    value = ownField(value, parts[index] ?? '');
  }
  if (expand && Array.isArray(value)) return value.some((element) => test(element)) || test(value);
  return test(value);
}

function someInArray(array: unknown[], parts: string[], index: number, expand: boolean, test: Test): boolean {
  const isLast = index === parts.length - 1;
  return array.some((element, position) => {
    if (isPlainObject(element) && someAt(element, parts, index, expand, test)) return true;
    if (String(position) !== parts[index]) return false;
    if (isLast) return test(element);
    return typeof element === 'object' && element !== null && someAt(element, parts, index + 1, expand, test);
  });
}

/** An operator document's first key tells it from a literal one; one that begins with a logical operator is a filter. */
const firstOperator = (value: unknown): string | undefined => {
  const first = isPlainObject(value) ? Object.keys(value)[0] : undefined;
  return first?.startsWith('$') ? first : undefined;
};

const logical = new Set(['$and', '$or', '$nor']);

function notCondition(operand: unknown, path: string): Condition {
  if (isRegExp(operand)) return negate(expanded(regexTest(operand)));
  if (!isPlainObject(operand)) throw badValue('$not needs a regex or a document');
  if (Object.keys(operand).length === 0) throw badValue('$not cannot be empty');
  return negate(operatorConditions(operand, path));
}

const negate =
  (condition: Condition): Condition =>
  (subject) =>
    !condition(subject);

const expanded =
  (test: Test): Condition =>
  (subject) =>
    subject(true, test);

const exists: Condition = (subject) => subject(false, (value) => value !== undefined);

function allOf(conditions: Condition[]): Condition {
  const [only] = conditions;
  return conditions.length === 1 && only ? only : (subject) => conditions.every((condition) => condition(subject));
}

/** A test of one array element: by operators, or as a filter over an embedded document. */
export function elementTest(operand: unknown): Test {
  if (!isPlainObject(operand)) throw badValue('$elemMatch needs an Object');
  const operator = firstOperator(operand);
  if (operator && !logical.has(operator)) {
    const condition = operatorConditions(operand, '');
    return (element) => condition((_expand, test) => test(element));
  }
  const predicate = compileFilter(operand);
  return (element) => (isPlainObject(element) ? predicate(element) : Array.isArray(element) && predicate({ ...element }));
}

function elemMatchCondition(operand: unknown): Condition {
  const test = elementTest(operand);
  return (subject) => subject(false, (value) => Array.isArray(value) && value.some((element) => test(element)));
}

function allCondition(operand: unknown): Condition {
  if (!Array.isArray(operand)) throw badValue('$all needs an array');
  if (operand.length === 0) return () => false;
  const areElemMatch = firstOperator(operand[0]) === '$elemMatch';
  return allOf(
    operand.map((item) => {
      if ((firstOperator(item) === '$elemMatch') !== areElemMatch) throw badValue('no $ expressions in $all');
      if (areElemMatch) return elemMatchCondition(item.$elemMatch);
      if (firstOperator(item)) throw badValue('no $ expressions in $all');
      return expanded(isRegExp(item) ? regexTest(item) : equalTest(item));
    }),
  );
}

function neCondition(operand: unknown): Condition {
  if (isRegExp(operand)) throw badValue("Can't have regex as arg to $ne.");
  return negate(expanded(equalTest(operand)));
}

function operatorCondition(operator: string, operand: unknown, siblings: Doc, path: string): Condition {
  switch (operator) {
    case '$ne':
      return neCondition(operand);
    case '$nin':
      return negate(expanded(inTest('$nin', operand)));
    case '$not':
      return notCondition(operand, path);
    case '$all':
      return allCondition(operand);
    case '$elemMatch':
      return elemMatchCondition(operand);
    case '$regex':
      return expanded(regexTest(operand, siblings.$options));
    case '$options':
      if (!('$regex' in siblings)) throw badValue('$options needs a $regex');
      return () => true;
    case '$exists':
      return isTrue(operand) ? exists : negate(exists);
    case '$size': {
      const test = sizeTest(operand);
      return (subject) => subject(false, test);
    }
  }
  const maker = Object.hasOwn(elementTests, operator) ? elementTests[operator] : undefined;
  if (!maker) throw badValue(`unknown operator: ${operator}`);
  return expanded(maker(operand, path));
}

function operatorConditions(operators: Doc, path: string): Condition {
  return allOf(Object.keys(operators).map((operator) => operatorCondition(operator, operators[operator], operators, path)));
}

function logicalPredicate(operator: string, operand: unknown): Predicate {
  if (!Array.isArray(operand)) throw badValue(`${operator} must be an array`);
  if (operand.length === 0) throw badValue('$and/$or/$nor must be a nonempty array');
  const branches = operand.map((branch) => {
    if (!isPlainObject(branch)) throw badValue('$or/$and/$nor entries need to be full objects');
    return compileFilter(branch);
  });
  if (operator === '$and') return (doc) => branches.every((branch) => branch(doc));
  const wanted = operator === '$or';
  return (doc) => branches.some((branch) => branch(doc)) === wanted;
}

function fieldPredicate(path: string, operand: unknown): Predicate {
  const parts = path.split('.');
  let condition: Condition;
  if (isPlainObject(operand) && firstOperator(operand)) condition = operatorConditions(operand, path);
  else condition = expanded(isRegExp(operand) ? regexTest(operand) : equalTest(operand));
  return (doc) => condition((expand, test) => someAt(doc, parts, 0, expand, test));
}

/** A query as a test of documents. Throws MongoDB's error for what is malformed or not on the allow-list. */
export function compileFilter(filter: Doc): Predicate {
  if (!isPlainObject(filter)) throw new MongoError(14, 'The query filter must be an object');
  const predicates: Predicate[] = [];
  for (const [name, operand] of Object.entries(filter)) {
    if (logical.has(name)) predicates.push(logicalPredicate(name, operand));
    else if (!name.startsWith('$')) predicates.push(fieldPredicate(name, operand));
    else if (name !== '$comment') throw badValue(`unknown top level operator: ${name}`);
  }
  const [only] = predicates;
  return predicates.length === 1 && only ? only : (doc) => predicates.every((predicate) => predicate(doc));
}
