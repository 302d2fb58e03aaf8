import { EJSON } from 'bson';
import { compileFilter, type Predicate } from './match.js';
import type { Test } from './match-operators.js';
import { type Doc, isArrayIndex, isPlainObject, MongoError, ownField } from './values.js';

const longestPadding = 1_500_000;

export const show = (value: unknown): string => EJSON.stringify(value as object);

/** What is at a path of names and array indexes. A path blocked by a value is an error, or missing when lenient. */
export function readPath(doc: unknown, parts: string[], lenient = false): unknown {
  let value = doc;
  for (const [i, name] of parts.entries()) {
    if (Array.isArray(value) && isArrayIndex(name)) value = value[Number(name)];
    else if (isPlainObject(value)) value = ownField(value, name);
    else if (value === undefined || lenient) return undefined;
    else throw new MongoError(28, `Cannot create field '${name}' in element {${parts[i - 1]}: ${show(value)}}`);
  }
  return value;
}

/** A copy with the value at the path, which must not be blocked; shares with the original all that does not change. */
export function writePath(container: unknown, parts: string[], value: unknown, index = 0): unknown {
  const name = parts[index];
  if (name === undefined) return value;
  if (Array.isArray(container)) {
    const position = Number(name);
    const padding = Math.max(0, position - container.length);
    if (padding > longestPadding) throw new MongoError(2, `can't backfill more than ${longestPadding} elements`);
    const copy = [...container, ...new Array(padding).fill(null)];
    copy[position] = writePath(container[position], parts, value, index + 1);
    return copy;
  }
  const fields = isPlainObject(container) ? container : {};
  return { ...fields, [name]: writePath(ownField(fields, name), parts, value, index + 1) };
}

/** A copy without the path; an array's element becomes null. */
export function erasePath(container: unknown, parts: string[]): unknown {
  const name = parts.at(-1) ?? '';
  const around = parts.slice(0, -1);
  const holder = readPath(container, around, true);
  if (Array.isArray(holder)) return isArrayIndex(name) && Number(name) < holder.length ? writePath(container, parts, null) : container;
  if (!isPlainObject(holder) || !Object.hasOwn(holder, name)) return container;
  const { [name]: _gone, ...rest } = holder;
  return writePath(container, around, rest);
}

/** Splits a path and refuses what MongoDB does not store. */
export function parsePath(path: string): string[] {
  if (path === '') throw new MongoError(56, 'An empty update path is not valid.');
  const parts = path.split('.');
  for (const [i, name] of parts.entries()) {
    if (name === '') throw new MongoError(56, `The update path '${path}' contains an empty field name, which is not allowed.`);
    if (!name.startsWith('$')) continue;
    if (!isPositional(name)) throw new MongoError(52, `The dollar ($) prefixed field '${name}' in '${path}' is not valid for storage.`);
    if (i === 0) throw new MongoError(2, `Cannot have positional (i.e. '${name}') element in the first position in path '${path}'`);
  }
  return parts;
}

const isPositional = (name: string): boolean => /^\$(\[([a-z][A-Za-z0-9]*)?\])?$/.test(name);

export const hasPositional = (parts: string[]): boolean => parts.some(isPositional);

/** No path may be written twice, nor inside another that is written. */
export function refuseConflicts(paths: string[][]): void {
  const seen = new Set<string>();
  const conflict = (path: string, at: string) => new MongoError(40, `Updating the path '${path}' would create a conflict at '${at}'`);
  for (const parts of paths) {
    const path = parts.join('.');
    if (seen.has(path)) throw conflict(path, path);
    seen.add(path);
  }
  for (const parts of paths) {
    const outer = parts.map((_name, i) => parts.slice(0, i).join('.')).find((prefix) => seen.has(prefix));
    if (outer !== undefined) throw conflict(parts.join('.'), outer);
  }
}

/** What the positional parts of paths stand for in one update. */
export interface Positions {
  filters: Map<string, Test>;
  clauses: [string, Predicate][];
}

/** The concrete paths of one with `$`, `$[]` or `$[name]` in a document. */
export function expandPath(doc: Doc, parts: string[], positions: Positions): string[][] {
  let paths: string[][] = [[]];
  for (const name of parts) {
    paths = isPositional(name)
      ? paths.flatMap((path) => elementIndexes(doc, path, name, positions).map((index) => [...path, String(index)]))
      : paths.map((path) => [...path, name]);
  }
  return paths;
}

function elementIndexes(doc: Doc, path: string[], name: string, positions: Positions): number[] {
  const array = readPath(doc, path, true);
  if (name === '$') return [matchedIndex(doc, path, positions.clauses)];
  if (array === undefined) {
    throw new MongoError(2, `The path '${path.join('.')}' must exist in the document in order to apply array updates.`);
  }
  if (!Array.isArray(array)) throw new MongoError(2, `Cannot apply array updates to non-array element ${path.at(-1)}: ${show(array)}`);
  const test = name === '$[]' ? () => true : positions.filters.get(name.slice(2, -1));
  if (!test) throw new MongoError(2, `No array filter found for identifier '${name.slice(2, -1)}' in path '${path.join('.')}.${name}'`);
  return [...array.keys()].filter((index) => test(array[index]));
}

/** The first element by which the query's condition on this array holds. */
function matchedIndex(doc: Doc, path: string[], clauses: [string, Predicate][]): number {
  const array = readPath(doc, path, true);
  const own = path.join('.');
  for (const [clausePath, holds] of Array.isArray(array) ? clauses : []) {
    if (clausePath !== own && !clausePath.startsWith(`${own}.`)) continue;
    const index = (array as unknown[]).findIndex((element) => holds(writePath(doc, path, [element]) as Doc));
    if (index >= 0) return index;
  }
  throw new MongoError(2, 'The positional operator did not find the match needed from the query.');
}

/** A query's conditions on fields, each by itself: what `$` is found by. */
export function fieldClauses(filter: Doc): [string, Predicate][] {
  return Object.entries(filter).flatMap(([name, operand]): [string, Predicate][] => {
    if (name === '$and' || name === '$or') return (operand as Doc[]).flatMap(fieldClauses);
    return name.startsWith('$') ? [] : [[name, compileFilter({ [name]: operand })]];
  });
}
