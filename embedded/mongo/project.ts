import { elementTest } from './match.js';
import { integer, isTrue } from './match-operators.js';
import { type Doc, isNumber, isPlainObject, MongoError, ownField } from './values.js';

/** What becomes of one field: kept, left out, changed where it is, or computed whether it is there or not. */
export type Leaf =
  | { kind: 'include' | 'exclude' }
  | { kind: 'change'; run(value: unknown): unknown }
  | { kind: 'compute'; run(root: Doc, value: unknown): unknown };

type Tree = Map<string, Tree | Leaf>;

function plant(tree: Tree, path: string, leaf: Leaf): void {
  const parts = path.split('.');
  if (parts.some((name) => name === '' || name.startsWith('$'))) throw new MongoError(16410, `The field path '${path}' is not supported`);
  let node = tree;
  for (const [i, name] of parts.entries()) {
    const isLast = i === parts.length - 1;
    const present = node.get(name);
    if (present && (isLast || !(present instanceof Map))) throw new MongoError(31249, `Path collision at ${path}`);
    if (isLast) {
      node.set(name, leaf);
    } else {
      const next: Tree = present ?? new Map();
      node.set(name, next);
      node = next;
    }
  }
}

const computes = (tree: Tree): boolean =>
  [...tree.values()].some((node) => (node instanceof Map ? computes(node) : node.kind === 'compute'));

function applyNode(node: Tree | Leaf | undefined, value: unknown, root: Doc, keep: boolean): unknown {
  if (!node) return keep ? value : undefined;
  if (node instanceof Map) return applyTree(node, value, root, keep);
  if (node.kind === 'exclude') return undefined;
  if (node.kind === 'change') return node.run(value);
  return node.kind === 'compute' ? node.run(root, value) : value;
}

/** `keep` says what becomes of fields that are not named. */
function applyTree(tree: Tree, value: unknown, root: Doc, keep: boolean): unknown {
  if (Array.isArray(value)) return value.map((element) => applyTree(tree, element, root, keep)).filter((element) => element !== undefined);
  if (!isPlainObject(value) && !computes(tree)) return keep ? value : undefined;
  const source = isPlainObject(value) ? value : {};
  const out = new Map<string, unknown>();
  const put = (name: string, result: unknown) => result !== undefined && out.set(name, result);
  const isLate = (node: Tree | Leaf | undefined) => !keep && !!node && !(node instanceof Map) && node.kind === 'compute';
  for (const [name, field] of Object.entries(source)) {
    const node = tree.get(name);
    if (!isLate(node)) put(name, applyNode(node, field, root, keep));
  }
  for (const [name, node] of tree) {
    const isNew = !Object.hasOwn(source, name) && (node instanceof Map ? computes(node) : node.kind === 'compute');
    if (isNew || isLate(node)) put(name, applyNode(node, ownField(source, name), root, keep));
  }
  return Object.fromEntries(out);
}

/** A projection of given leaves; `keep` for those that leave out or add, not for those that choose. */
export function projectLeaves(leaves: [string, Leaf][], keep: boolean): (doc: Doc) => Doc {
  const tree: Tree = new Map();
  for (const [path, leaf] of leaves) plant(tree, path, leaf);
  return (doc) => applyTree(tree, doc, doc, keep) as Doc;
}

/** Nested documents of a projection as dotted paths. */
export function flatten(fields: Doc, prefix = ''): [string, unknown][] {
  return Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    if (!isPlainObject(value) || Object.keys(value).some((key) => key.startsWith('$'))) return [[prefix + name, value]];
    if (Object.keys(value).length === 0) throw new MongoError(51270, 'An empty sub-projection is not a valid value');
    return flatten(value, `${prefix}${name}.`);
  });
}

/** The projection of find and `$project`; `computed` makes the leaf of what is neither 0 nor 1. */
export function compileFlags(projection: Doc, computed: (value: unknown) => Leaf): (doc: Doc) => Doc {
  const leaves = flatten(projection).map(([path, value]): [string, Leaf] => {
    const isFlag = isNumber(value) || typeof value === 'boolean';
    return [path, isFlag ? { kind: isTrue(value) ? 'include' : 'exclude' } : computed(value)];
  });
  const others = leaves.filter(([path, leaf]) => path !== '_id' && leaf.kind !== 'change');
  const [, decisive] = others[0] ?? leaves.find(([path]) => path === '_id') ?? [];
  const excludes = !decisive || decisive.kind === 'exclude';
  for (const [path, { kind }] of others) {
    if (excludes && kind !== 'exclude') throw new MongoError(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
    if (!excludes && kind === 'exclude') throw new MongoError(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
  }
  if (!excludes && !leaves.some(([path]) => path === '_id')) leaves.unshift(['_id', { kind: 'include' }]);
  return projectLeaves(leaves, excludes);
}

function sliceLeaf(operand: unknown): Leaf {
  const [skip, limit] = (Array.isArray(operand) ? operand : [operand, undefined]).map(integer);
  const isPair = Array.isArray(operand);
  if (skip === undefined || (isPair && (operand.length !== 2 || limit === undefined || limit <= 0))) {
    throw new MongoError(28724, '$slice takes an integer, or a number to skip and a positive number to return');
  }
  const slice = (array: unknown[]): unknown[] => {
    if (!isPair) return skip < 0 ? array.slice(skip) : array.slice(0, skip);
    const start = skip < 0 ? Math.max(0, array.length + skip) : skip;
    return array.slice(start, start + (limit ?? 0));
  };
  return { kind: 'change', run: (value) => (Array.isArray(value) ? slice(value) : value) };
}

function findLeaf(value: unknown): Leaf {
  const [operator, ...others] = isPlainObject(value) ? Object.keys(value) : [];
  const operand = isPlainObject(value) && operator ? value[operator] : undefined;
  if (operator === '$slice' && others.length === 0) return sliceLeaf(operand);
  if (operator !== '$elemMatch' || others.length > 0) {
    throw new MongoError(168, `The embedded store does not support ${operator ?? 'a value'} in a projection`);
  }
  const test = elementTest(operand);
  const run = (_root: Doc, array: unknown) => {
    const index = Array.isArray(array) ? array.findIndex(test) : -1;
    return index < 0 ? undefined : [(array as unknown[])[index]];
  };
  return { kind: 'compute', run };
}

/** The projection of a find. */
export function compileProjection(projection: Doc): (doc: Doc) => Doc {
  if (Object.keys(projection).length === 0) return (doc) => doc;
  return compileFlags(projection, findLeaf);
}
