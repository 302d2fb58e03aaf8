import { applyOperator, namedOperators, operators } from './expression-operators.js';
import { isTrue, typeName } from './match-operators.js';
import { type Doc, isPlainObject, MongoError, ownField } from './values.js';

/** The value of an expression for a document; `variables` are those of `$map` and `$filter` around it. */
export type Expression = (doc: Doc, variables: Doc) => unknown;

type Scope = readonly string[];

const isNil = (value: unknown): boolean => value === null || value === undefined;

/** A path of fields as expressions read it: through arrays of documents to an array, never to an element's number. */
function follow(value: unknown, parts: string[], index: number): unknown {
  const name = parts[index];
  if (name === undefined) return value;
  if (isPlainObject(value)) return follow(ownField(value, name), parts, index + 1);
  if (!Array.isArray(value)) return undefined;
  return value
    .filter(isPlainObject)
    .map((element) => follow(element, parts, index))
    .filter((found) => found !== undefined);
}

function compilePath(text: string, scope: Scope): Expression {
  if (!text.startsWith('$$')) {
    const parts = text.slice(1).split('.');
    if (parts.includes('')) throw new MongoError(40353, `FieldPath must not have empty parts: ${text}`);
    return (doc) => follow(doc, parts, 0);
  }
  const [variable = '', ...parts] = text.slice(2).split('.');
  if (variable === 'ROOT' || variable === 'CURRENT') return (doc) => follow(doc, parts, 0);
  if (variable === 'REMOVE') return () => undefined;
  if (!scope.includes(variable)) throw new MongoError(17276, `Use of undefined variable: ${variable}`);
  return (_doc, variables) => follow(variables[variable], parts, 0);
}

/** The named arguments of an operator, each compiled; unknown and missing ones are errors. */
function namedArguments(operator: string, operand: unknown, required: string[], optional: string[]): Doc {
  if (!isPlainObject(operand)) throw new MongoError(9, `${operator} only supports an object as its argument`);
  const unknown = Object.keys(operand).find((name) => !required.includes(name) && !optional.includes(name));
  if (unknown) throw new MongoError(9, `Unrecognized parameter to ${operator}: ${unknown}`);
  const missing = required.find((name) => !(name in operand));
  if (missing) throw new MongoError(9, `Missing '${missing}' parameter to ${operator}`);
  return operand;
}

function compileCond(operand: unknown, scope: Scope): Expression {
  const named = Array.isArray(operand) ? undefined : namedArguments('$cond', operand, ['if', 'then', 'else'], []);
  const list = named ? [named.if, named.then, named.else] : (operand as unknown[]);
  if (list.length !== 3) throw new MongoError(16020, `Expression $cond takes exactly 3 arguments. ${list.length} were passed in.`);
  const [condition, yes, no] = list.map((item) => compileExpression(item, scope)) as [Expression, Expression, Expression];
  return (doc, variables) => (isTrue(condition(doc, variables)) ? yes : no)(doc, variables);
}

function compileSwitch(operand: unknown, scope: Scope): Expression {
  const { branches, default: fallback } = namedArguments('$switch', operand, ['branches'], ['default']);
  if (!Array.isArray(branches) || branches.length === 0) throw new MongoError(40068, '$switch requires at least one branch');
  const cases = branches.map((branch) => {
    const { case: condition, then } = namedArguments('$switch', branch, ['case', 'then'], []);
    return { holds: compileExpression(condition, scope), result: compileExpression(then, scope) };
  });
  const otherwise = fallback === undefined ? undefined : compileExpression(fallback, scope);
  return (doc, variables) => {
    const chosen = cases.find(({ holds }) => isTrue(holds(doc, variables)))?.result ?? otherwise;
    if (chosen) return chosen(doc, variables);
    throw new MongoError(40066, '$switch could not find a matching branch for an input, and no default was specified.');
  };
}

/** `$map` and `$filter`: an inner expression for each element, under the name `as`. */
function compileEach(operator: string, inner: string, finish: (array: unknown[], results: unknown[]) => unknown[]) {
  return (operand: unknown, scope: Scope): Expression => {
    const args = namedArguments(operator, operand, ['input', inner], ['as']);
    const name = args.as ?? 'this';
    if (typeof name !== 'string' || !/^[a-z][A-Za-z0-9_]*$/.test(name)) throw new MongoError(9, `Invalid variable name in ${operator}`);
    const input = compileExpression(args.input, scope);
    const each = compileExpression(args[inner], [...scope, name]);
    return (doc, variables) => {
      const array = input(doc, variables);
      if (isNil(array)) return null;
      if (!Array.isArray(array)) throw new MongoError(28651, `input to ${operator} must be an array not ${typeName(array)}`);
      const results = array.map((element) => each(doc, { ...variables, [name]: element }));
      return finish(array, results);
    };
  };
}

const listOf = (operand: unknown): unknown[] => (Array.isArray(operand) ? operand : [operand]);

function compileLazy(operator: string, operand: unknown, scope: Scope): Expression {
  const parts = listOf(operand).map((item) => compileExpression(item, scope));
  if (operator === '$and') return (doc, variables) => parts.every((part) => isTrue(part(doc, variables)));
  if (operator === '$or') return (doc, variables) => parts.some((part) => isTrue(part(doc, variables)));
  if (parts.length < 2) throw new MongoError(1257300, '$ifNull needs at least two arguments');
  return (doc, variables) => {
    let value: unknown;
    for (const part of parts) {
      value = part(doc, variables);
      if (!isNil(value)) break;
    }
    return value;
  };
}

const forms: Record<string, (operand: unknown, scope: Scope) => Expression> = {
  $literal: (operand) => () => operand,
  $cond: compileCond,
  $switch: compileSwitch,
  $map: compileEach('$map', 'in', (_array, results) => results.map((value) => value ?? null)),
  $filter: compileEach('$filter', 'cond', (array, results) => array.filter((_element, i) => isTrue(results[i]))),
  $and: (operand, scope) => compileLazy('$and', operand, scope),
  $or: (operand, scope) => compileLazy('$or', operand, scope),
  $ifNull: (operand, scope) => compileLazy('$ifNull', operand, scope),
  $not: (operand, scope) => {
    const [part, ...more] = listOf(operand).map((item) => compileExpression(item, scope));
    if (!part || more.length > 0) throw new MongoError(16020, 'Expression $not takes exactly 1 arguments.');
    return (doc, variables) => !isTrue(part(doc, variables));
  },
};

/** The names of all expressions on the allow-list. */
export const expressionNames = [...Object.keys(forms), ...Object.keys(operators), ...Object.keys(namedOperators)];

function compileOperator(name: string, operand: unknown, scope: Scope): Expression {
  const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
  if (form) return form(operand, scope);
  const named = Object.hasOwn(namedOperators, name) ? namedOperators[name] : undefined;
  if (named) {
    const args = compileFields(namedArguments(name, operand, named.required, named.optional), scope);
    return (doc, variables) => named.run(args(doc, variables) as Doc);
  }
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (!operator) throw new MongoError(168, `Unrecognized expression '${name}'`);
  const args = listOf(operand).map((item) => compileExpression(item, scope));
  const [least, most] = operator.count;
  if (args.length < least || args.length > most) {
    throw new MongoError(16020, `Expression ${name} takes ${least} to ${most} arguments. ${args.length} were passed in.`);
  }
  return (doc, variables) =>
    applyOperator(
      name,
      operator,
      args.map((arg) => arg(doc, variables)),
    );
}

function compileFields(fields: Doc, scope: Scope): Expression {
  const compiled = Object.entries(fields).map(([name, value]) => [name, compileExpression(value, scope)] as const);
  return (doc, variables) =>
    Object.fromEntries(compiled.map(([name, value]) => [name, value(doc, variables)]).filter(([, value]) => value !== undefined));
}

/** Compiles an aggregation expression. Throws MongoDB's error for what is malformed or not on the allow-list. */
export function compileExpression(expression: unknown, scope: Scope = []): Expression {
  if (typeof expression === 'string' && expression.startsWith('$')) return compilePath(expression, scope);
  if (Array.isArray(expression)) {
    const items = expression.map((item) => compileExpression(item, scope));
    return (doc, variables) => items.map((item) => item(doc, variables) ?? null);
  }
  if (!isPlainObject(expression)) return () => expression;
  const names = Object.keys(expression);
  const [first = ''] = names;
  if (!names.some((name) => name.startsWith('$'))) return compileFields(expression, scope);
  if (names.length > 1) throw new MongoError(15983, 'an object representing an expression must have exactly one field');
  return compileOperator(first, expression[first], scope);
}
