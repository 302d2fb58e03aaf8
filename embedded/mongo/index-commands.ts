import { type Collection, encode, type IndexSpec } from './collection.js';
import {
  type Call,
  type Command,
  checkFields,
  collectionName,
  collectionOf,
  docField,
  docsField,
  namespaceOf,
  type WriteCall,
} from './command.js';
import { compileFilter } from './match.js';
import { type Doc, equal, isPlainObject, MongoError } from './values.js';

const indexFields = ['v', 'key', 'name', 'background', 'unique', 'partialFilterExpression', 'expireAfterSeconds'];

function indexSpec(asked: Doc): IndexSpec {
  if (asked.collation !== undefined) throw new MongoError(72, 'collation is not supported by this store');
  const unknown = Object.keys(asked).find((field) => !indexFields.includes(field));
  if (unknown) throw new MongoError(197, `The field '${unknown}' is not valid for an index specification of this store`);
  const { key, name, unique, expireAfterSeconds } = asked;
  if (!isPlainObject(key) || Object.keys(key).length === 0) throw new MongoError(67, 'Index keys cannot be empty.');
  for (const [path, direction] of Object.entries(key)) {
    const isPlainPath = path !== '' && !path.includes('$') && path.split('.').every((part) => part !== '');
    if ((direction !== 1 && direction !== -1) || !isPlainPath)
      throw new MongoError(67, `Index key { ${path}: ${direction} } is not supported by this store`);
  }
  if (typeof name !== 'string' || name === '') throw new MongoError(9, 'an index needs a name');
  const spec: IndexSpec = { name, key: key as IndexSpec['key'] };
  if (unique === true) spec.unique = true;
  const partial = docField(asked, 'partialFilterExpression');
  if (partial) {
    compileFilter(partial);
    spec.partialFilterExpression = partial;
  }
  if (expireAfterSeconds !== undefined) {
    if (typeof expireAfterSeconds !== 'number' || expireAfterSeconds < 0)
      throw new MongoError(67, 'expireAfterSeconds must be a number of at least 0');
    if (Object.keys(key).length > 1) throw new MongoError(67, 'TTL indexes are single-field indexes, compound indexes do not support TTL.');
    spec.expireAfterSeconds = expireAfterSeconds;
  }
  return spec;
}

const isSame = (a: IndexSpec, b: IndexSpec, fields: readonly (keyof IndexSpec)[]): boolean =>
  fields.every((field) => equal(a[field], b[field]));

/** True where the same index is there already; another under its name, or its like under another name, is an error. */
function exists(collection: Collection, spec: IndexSpec): boolean {
  for (const { spec: old } of collection.indexes) {
    const isAlike = isSame(old, spec, ['key', 'unique', 'partialFilterExpression']);
    if (isAlike && old.name === spec.name && equal(old.expireAfterSeconds, spec.expireAfterSeconds)) return true;
    if (isAlike && equal(old.key, { _id: 1 })) return true;
    if (isAlike && old.name !== spec.name) throw new MongoError(85, `Index already exists with a different name: ${old.name}`);
    if (isAlike) throw new MongoError(85, `An equivalent index already exists with the same name but different options: ${spec.name}`);
    if (old.name === spec.name) throw new MongoError(86, `An existing index has the same name as the requested index: ${spec.name}`);
  }
  return false;
}

function createIndexes(call: WriteCall): Doc {
  const specs = docsField(call.body, 'indexes').map(indexSpec);
  const createdCollectionAutomatically = collectionOf(call) === undefined;
  const collection = call.view.edit(call.db, collectionName(call));
  const numIndexesBefore = collection.indexes.length;
  for (const spec of specs) if (!exists(collection, spec)) collection.addIndex(spec);
  const numIndexesAfter = collection.indexes.length;
  if (numIndexesAfter > numIndexesBefore) call.view.saveCatalog(collection);
  const note = numIndexesAfter === numIndexesBefore ? { note: 'all indexes already exist' } : {};
  return { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, ...note };
}

function missing(call: Call): MongoError {
  return new MongoError(26, `ns does not exist: ${namespaceOf(call)}`);
}

function dropIndexes(call: WriteCall): Doc {
  if (!collectionOf(call)) throw missing(call);
  const collection = call.view.edit(call.db, collectionName(call));
  const nIndexesWas = collection.indexes.length;
  const { index: asked } = call.body;
  for (const one of Array.isArray(asked) ? asked : [asked]) {
    const gone = collection.indexes.filter(({ spec }) => (one === '*' ? spec.name !== '_id_' : one === spec.name || equal(one, spec.key)));
    if (gone.some(({ spec }) => spec.name === '_id_')) throw new MongoError(72, 'cannot drop _id index');
    if (gone.length === 0 && one !== '*')
      throw new MongoError(27, `index not found with name [${isPlainObject(one) ? JSON.stringify(one) : one}]`);
    collection.indexes = collection.indexes.filter((index) => !gone.includes(index));
  }
  call.view.saveCatalog(collection);
  return { nIndexesWas };
}

function listIndexes(call: Call) {
  const collection = collectionOf(call);
  if (!collection) throw missing(call);
  const specs = collection.indexes.map(({ spec }) => encode({ v: 2, ...spec }));
  return call.node.cursors.start(namespaceOf(call), call.session, specs, cursorOptions(call));
}

function cursorOptions(call: Call): { batchSize?: number } {
  const options = docField(call.body, 'cursor') ?? {};
  checkFields(options, ['batchSize'], 'cursor');
  return typeof options.batchSize === 'number' ? { batchSize: options.batchSize } : {};
}

function listCollections(call: Call) {
  const matches = compileFilter(docField(call.body, 'filter') ?? {});
  const own = [...call.view.collections()].filter(({ db }) => db === call.db);
  const entries = own.map(({ name, indexes }) => {
    const idIndex = indexes.find(({ spec }) => spec.name === '_id_');
    return { name, type: 'collection', options: {}, info: { readOnly: false }, idIndex: { v: 2, ...idIndex?.spec } };
  });
  const shown = entries
    .filter(matches)
    .map((entry) => encode(call.body.nameOnly === true ? { name: entry.name, type: entry.type } : entry));
  return call.node.cursors.start(`${call.db}.$cmd.listCollections`, call.session, shown, cursorOptions(call));
}

function create(call: WriteCall): Doc {
  if (!collectionOf(call)) call.view.edit(call.db, collectionName(call));
  return {};
}

function drop(call: WriteCall): Doc {
  const collection = collectionOf(call);
  if (!collection) return {};
  call.view.drop(collection);
  return { nIndexesWas: collection.indexes.length, ns: collection.namespace };
}

function dropDatabase(call: WriteCall): Doc {
  for (const collection of call.view.collections()) if (collection.db === call.db) call.view.drop(collection);
  return { dropped: call.db };
}

export const indexCommands: Record<string, Command> = {
  create: { kind: 'write', inTransaction: true, fields: [], run: create },
  createIndexes: { kind: 'write', inTransaction: true, fields: ['indexes'], run: createIndexes },
  dropIndexes: { kind: 'write', fields: ['index'], run: dropIndexes },
  drop: { kind: 'write', fields: [], run: drop },
  dropDatabase: { kind: 'write', fields: [], run: dropDatabase },
  listIndexes: { kind: 'read', fields: ['cursor'], run: listIndexes },
  // There are no users, so every collection is an authorized one.
  listCollections: { kind: 'read', fields: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'], run: listCollections },
};
