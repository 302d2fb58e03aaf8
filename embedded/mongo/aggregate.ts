import { compileExpression } from './expressions.js';
import { compileGroup } from './group.js';
import { compileFilter } from './match.js';
import { integer, isRegExp } from './match-operators.js';
import { compileFlags, flatten, type Leaf, projectLeaves } from './project.js';
import { compileSort } from './sort.js';
import { parsePath, readPath, show, writePath } from './update-paths.js';
import { type Doc, getPath, isPlainObject, MongoError } from './values.js';

export interface PipelineEnv {
  lookup(from: string, filter: Doc): Iterable<Doc>;
}

type Stage = (docs: Iterable<Doc>) => Iterable<Doc>;

const each = (change: (doc: Doc) => Doc): Stage =>
  function* (docs) {
    for (const doc of docs) yield change(doc);
  };

function compileMatch(spec: unknown): Stage {
  const matches = compileFilter(spec as Doc);
  return function* (docs) {
    for (const doc of docs) if (matches(doc)) yield doc;
  };
}

function compileSortStage(spec: unknown): Stage {
  if (!isPlainObject(spec)) throw new MongoError(15973, 'the $sort key specification must be an object');
  if (Object.keys(spec).length === 0) throw new MongoError(15976, '$sort stage must have at least one sort key');
  const order = compileSort(spec);
  return (docs) => [...docs].sort(order);
}

function compileLimit(spec: unknown): Stage {
  const limit = integer(spec);
  if (limit === undefined || limit < 0) throw new MongoError(5107201, `invalid argument to $limit stage: ${show(spec)}`);
  if (limit === 0) throw new MongoError(15958, 'the limit must be positive');
  return function* (docs) {
    let left = limit;
    for (const doc of docs) {
      yield doc;
      if (--left === 0) return;
    }
  };
}

function compileSkip(spec: unknown): Stage {
  const skip = integer(spec);
  if (skip === undefined || skip < 0) throw new MongoError(5107200, `invalid argument to $skip stage: ${show(spec)}`);
  return function* (docs) {
    let left = skip;
    for (const doc of docs) if (left-- <= 0) yield doc;
  };
}

function computedLeaf(value: unknown): Leaf {
  const expression = compileExpression(value);
  return { kind: 'compute', run: (root) => expression(root, {}) };
}

function compileProject(spec: unknown): Stage {
  if (!isPlainObject(spec) || Object.keys(spec).length === 0) {
    throw new MongoError(51272, '$project specification must have at least one field');
  }
  return each(compileFlags(spec, computedLeaf));
}

function compileAddFields(spec: unknown): Stage {
  if (!isPlainObject(spec)) throw new MongoError(40272, '$addFields specification stage must be an object');
  return each(
    projectLeaves(
      flatten(spec).map(([path, value]) => [path, computedLeaf(value)]),
      true,
    ),
  );
}

function compileUnset(spec: unknown): Stage {
  const paths = Array.isArray(spec) ? spec : [spec];
  if (paths.length === 0 || !paths.every((path) => typeof path === 'string')) {
    throw new MongoError(31002, '$unset specification must be a string or an array of strings');
  }
  return each(
    projectLeaves(
      paths.map((path) => [path, { kind: 'exclude' }]),
      true,
    ),
  );
}

function compileCount(spec: unknown): Stage {
  if (typeof spec !== 'string' || spec === '') throw new MongoError(40156, 'the count field must be a non-empty string');
  if (spec.startsWith('$')) throw new MongoError(40158, 'the count field cannot be a $-prefixed path');
  if (spec.includes('.')) throw new MongoError(40160, "the count field cannot contain '.'");
  return function* (docs) {
    let count = 0;
    for (const _doc of docs) count++;
    if (count > 0) yield { [spec]: count };
  };
}

/** The options of a stage; anything else is an error. */
function options(stage: string, spec: unknown, required: string[], optional: string[]): Doc {
  if (!isPlainObject(spec)) throw new MongoError(9, `the ${stage} stage specification must be an object, but found ${show(spec)}`);
  const unknown = Object.keys(spec).find((name) => !required.includes(name) && !optional.includes(name));
  if (unknown) throw new MongoError(stage === '$unwind' ? 28811 : 9, `unknown argument to ${stage}: ${unknown}`);
  const missing = required.find((name) => spec[name] === undefined);
  if (missing) throw new MongoError(9, `missing '${missing}' option to ${stage} stage specification`);
  return spec;
}

function compileUnwind(spec: unknown): Stage {
  const given =
    typeof spec === 'string' ? { path: spec } : options('$unwind', spec, ['path'], ['preserveNullAndEmptyArrays', 'includeArrayIndex']);
  const { path, preserveNullAndEmptyArrays: keep = false, includeArrayIndex: indexField } = given as Doc;
  if (typeof path !== 'string' || !path.startsWith('$')) {
    throw new MongoError(28818, "path option to $unwind stage should be prefixed with a '$'");
  }
  if (typeof keep !== 'boolean')
    throw new MongoError(28809, 'expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage');
  if (indexField !== undefined && (typeof indexField !== 'string' || indexField === '' || /^\$|\./.test(indexField))) {
    throw new MongoError(28810, 'expected a non-empty string for the includeArrayIndex option to $unwind stage');
  }
  const parts = parsePath(path.slice(1));
  const remove = projectLeaves([[parts.join('.'), { kind: 'exclude' }]], true);
  const numbered = (doc: Doc, index: number | null): Doc => (indexField === undefined ? doc : { ...doc, [indexField as string]: index });
  return function* (docs) {
    for (const doc of docs) {
      const value = readPath(doc, parts, true);
      if (!Array.isArray(value)) {
        if (keep || (value !== null && value !== undefined)) yield numbered(doc, null);
      } else if (value.length === 0) {
        if (keep) yield numbered(remove(doc), null);
      } else {
        for (const [index, element] of value.entries()) yield numbered(writePath(doc, parts, element) as Doc, index);
      }
    }
  };
}

function compileLookup(spec: unknown, env: PipelineEnv): Stage {
  const given = options('$lookup', spec, ['from', 'localField', 'foreignField', 'as'], ['pipeline']);
  const { from, localField, foreignField, as } = given;
  if (typeof from !== 'string' || typeof localField !== 'string' || typeof foreignField !== 'string' || typeof as !== 'string') {
    throw new MongoError(9, "$lookup argument must be a string: 'from', 'localField', 'foreignField' and 'as'");
  }
  const pipeline = compilePipeline(given.pipeline ?? [], env);
  const target = parsePath(as);
  return each((doc) => {
    const found = getPath(doc, localField);
    const values = found.length === 0 ? [null] : found.flat(1);
    if (values.some(isRegExp)) throw new MongoError(238, 'The embedded store does not look up regular expressions');
    const condition = values.length === 1 ? { $eq: values[0] } : { $in: values };
    const matches = values.length === 0 ? [] : env.lookup(from, { [foreignField]: condition });
    readPath(doc, target);
    return writePath(doc, target, [...pipeline(matches)]) as Doc;
  });
}

function compileReplaceRoot(spec: unknown): Stage {
  const newRoot = compileExpression(options('$replaceRoot', spec, ['newRoot'], []).newRoot);
  return each((doc) => {
    const root = newRoot(doc, {});
    if (isPlainObject(root)) return root;
    throw new MongoError(40228, `'newRoot' expression must evaluate to an object, but resulting value was: ${show(root)}`);
  });
}

function compileSortByCount(spec: unknown): Stage {
  const isPath = typeof spec === 'string' && spec.startsWith('$');
  const isOperator = isPlainObject(spec) && Object.keys(spec)[0]?.startsWith('$');
  if (!isPath && !isOperator) throw new MongoError(40149, 'the sortByCount field must be defined as a $-prefixed path or an expression');
  const group = compileGroup({ _id: spec, count: { $sum: 1 } });
  const order = compileSort({ count: -1 });
  return (docs) => [...group(docs)].sort(order);
}

const stages: Record<string, (spec: unknown, env: PipelineEnv) => Stage> = {
  $match: compileMatch,
  $sort: compileSortStage,
  $limit: compileLimit,
  $skip: compileSkip,
  $project: compileProject,
  $addFields: compileAddFields,
  $set: compileAddFields,
  $unset: compileUnset,
  $group: compileGroup,
  $count: compileCount,
  $unwind: compileUnwind,
  $lookup: compileLookup,
  $replaceRoot: compileReplaceRoot,
  $sortByCount: compileSortByCount,
};

function compilePipeline(pipeline: unknown, env: PipelineEnv): Stage {
  if (!Array.isArray(pipeline)) throw new MongoError(14, "'pipeline' option must be specified as an array");
  const compiled = pipeline.map((entry) => {
    const [name, ...more] = isPlainObject(entry) ? Object.keys(entry) : [];
    if (!name || more.length > 0) throw new MongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
    const compile = Object.hasOwn(stages, name) ? stages[name] : undefined;
    if (!compile) throw new MongoError(40324, `Unrecognized pipeline stage name: '${name}'`);
    return compile(entry[name], env);
  });
  return (docs) => compiled.reduce((input, stage) => stage(input), docs);
}

/** Runs a pipeline. All stages are checked before the first document is read; documents are read as they are asked for. */
export function runPipeline(pipeline: Doc[], input: Iterable<Doc>, env: PipelineEnv): Iterable<Doc> {
  return compilePipeline(pipeline, env)(input);
}
