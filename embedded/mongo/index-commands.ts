import { type Collection, encode, type IndexSpec } from './collection.js';
import {
  type Command,
  type CommandCall,
  checkFields,
  collectionOf,
  docField,
  docsField,
  editable,
  looseBoolField,
  type WriteCall,
} from './command.js';
import { compileFilter, isOperators } from './match.js';
import { badValue, type Doc, equal, isArrayIndex, isPlainObject, MongoError, show } from './values.js';

const indexFields = ['v', 'key', 'name', 'background', 'unique', 'partialFilterExpression', 'expireAfterSeconds'];
const partialOperators = ['$eq', '$gt', '$gte', '$lt', '$lte', '$type'];
const cannot = (message: string): MongoError => new MongoError(67, message);

/** A partial index may ask for values, ranges, types, and that a field be there: what MongoDB allows, but for `$and` and its like. */
function checkPartial(filter: Doc): Doc {
  for (const [path, condition] of Object.entries(filter)) {
    const operators = isOperators(condition) ? Object.entries(condition) : [];
    const bad = operators.find(([name, operand]) => !partialOperators.includes(name) && !(name === '$exists' && operand === true));
    if (bad || path.startsWith('$')) throw cannot(`Expression not supported in partial index: ${path}: ${bad?.[0] ?? ''}`);
  }
  compileFilter(filter);
  return filter;
}

function checkKey(key: unknown): IndexSpec['key'] {
  if (!isPlainObject(key) || Object.keys(key).length === 0) throw cannot('Index keys cannot be empty.');
  for (const [path, direction] of Object.entries(key)) {
    const isPlain = path.split('.').every((part) => part !== '' && !part.includes('$') && !isArrayIndex(part));
    if ((direction !== 1 && direction !== -1) || !isPlain)
      throw cannot(`Index key { ${path}: ${direction} } is not supported by this store`);
  }
  return key as IndexSpec['key'];
}

function indexSpec(asked: Doc): IndexSpec {
  const unknown = Object.keys(asked).find((field) => !indexFields.includes(field));
  if (unknown) throw new MongoError(197, `The field '${unknown}' is not valid for an index specification of this store`);
  const { name, expireAfterSeconds, v = 2 } = asked;
  const unique = looseBoolField(asked, 'unique');
  looseBoolField(asked, 'background');
  if (v !== 2) throw cannot(`Index version ${show(v)} is not supported by this store`);
  if (typeof name !== 'string' || name === '') throw new MongoError(9, 'an index needs a name');
  const partialFilterExpression = docField(asked, 'partialFilterExpression');
  const spec: IndexSpec = {
    name,
    key: checkKey(asked.key),
    ...(unique && { unique }),
    ...(partialFilterExpression && { partialFilterExpression: checkPartial(partialFilterExpression) }),
  };
  if (expireAfterSeconds === undefined) return spec;
  if (typeof expireAfterSeconds !== 'number' || !(expireAfterSeconds >= 0 && expireAfterSeconds < 2 ** 31))
    throw cannot('expireAfterSeconds must be a number from 0 up to 2^31');
  if (Object.keys(spec.key).length > 1) throw cannot('TTL indexes are single-field indexes, compound indexes do not support TTL.');
  return { ...spec, expireAfterSeconds };
}

/** True where the same index is there already; another under its name, or its like under another name, is an error. */
function exists({ specs }: Collection, spec: IndexSpec): boolean {
  for (const old of specs) {
    if (equal(old, spec)) return true;
    const isAlike = (['key', 'unique', 'partialFilterExpression'] as const).every((field) => equal(old[field], spec[field]));
    if (isAlike) throw new MongoError(85, `An equivalent index already exists with other options: ${old.name}`);
    if (old.name === spec.name) throw new MongoError(86, `An existing index has the same name as the requested index: ${spec.name}`);
  }
  return false;
}

function createIndexes(call: WriteCall): Doc {
  const specs = docsField(call.body, 'indexes').map(indexSpec);
  if (specs.length === 0) throw badValue('Must specify at least one index to create');
  const found = collectionOf(call) ?? editable(call);
  const missing = specs.filter((spec) => !exists(found, spec));
  if (missing.length === 0) return { numIndexesAfter: found.specs.length };
  if (call.transactionUnit && !(call.transactionUnit.hasMade(found) && found.records.size === 0))
    throw new MongoError(263, `Cannot create new indexes on existing collection ${found.namespace} in a multi-document transaction.`);
  call.unit.claimSchema(found);
  const collection = editable(call);
  collection.addIndexes(missing);
  call.unit.saveCatalog(collection);
  return { numIndexesAfter: collection.specs.length };
}

/** Drops indexes by name; `'*'` means all but that of `_id`. */
function dropIndexes(call: WriteCall): Doc {
  const found = collectionOf(call);
  if (!found) throw new MongoError(26, `ns not found ${call.db}.${call.body.dropIndexes}`);
  const asked = call.body.index;
  const all = found.specs.map(({ name }) => name).filter((name) => name !== '_id_');
  const names = asked === '*' ? all : Array.isArray(asked) ? asked : [asked];
  for (const name of names) {
    if (typeof name !== 'string') throw new MongoError(14, 'This store drops indexes by name only');
    if (name === '_id_') throw new MongoError(72, 'cannot drop _id index');
    if (!all.includes(name)) throw new MongoError(27, `index not found with name [${name}]`);
  }
  call.unit.claimSchema(found);
  const collection = editable(call);
  collection.dropIndexes(new Set(names));
  call.unit.saveCatalog(collection);
  return { nIndexesWas: all.length + 1 };
}

/** Answers a list with a cursor, as a find. */
function list(call: CommandCall, namespace: string, docs: Doc[]): Buffer {
  checkFields(docField(call.body, 'cursor') ?? {}, [], 'cursor');
  return call.node.cursors.start(namespace, docs.map(encode));
}

function listIndexes(call: CommandCall): Buffer {
  const collection = collectionOf(call);
  if (!collection) throw new MongoError(26, `ns does not exist: ${call.db}.${call.body.listIndexes}`);
  const docs = collection.specs.map((spec) => ({ v: 2, ...spec }));
  return list(call, collection.namespace, docs);
}

function listCollections(call: CommandCall): Buffer {
  const own = [...call.collections.values()].filter(({ db }) => db === call.db);
  looseBoolField(call.body, 'authorizedCollections');
  const more = looseBoolField(call.body, 'nameOnly') ? {} : { options: {}, info: { readOnly: false } };
  const matches = compileFilter(docField(call.body, 'filter') ?? {});
  return list(call, `${call.db}.$cmd.listCollections`, own.map(({ name }) => ({ name, type: 'collection', ...more })).filter(matches));
}

function create(call: WriteCall): Doc {
  if (!collectionOf(call)) editable(call);
  return {};
}

function drop(call: WriteCall): Doc {
  const collection = collectionOf(call);
  if (collection) call.unit.drop(collection);
  return {};
}

function dropDatabase(call: WriteCall): Doc {
  for (const collection of [...call.collections.values()]) if (collection.db === call.db) call.unit.drop(collection);
  return { dropped: call.db };
}

export const indexCommands: Record<string, Command> = {
  create: { kind: 'write', fields: [], run: create },
  createIndexes: { kind: 'write', fields: ['indexes'], run: createIndexes },
  drop: { kind: 'write', fields: [], run: drop },
  dropDatabase: { kind: 'write', fields: [], run: dropDatabase },
  dropIndexes: { kind: 'write', fields: ['index'], run: dropIndexes },
  listIndexes: { kind: 'read', fields: ['cursor'], run: listIndexes },
  listCollections: { kind: 'read', fields: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'], run: listCollections },
};
