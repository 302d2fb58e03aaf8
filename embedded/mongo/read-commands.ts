import { runPipeline } from './aggregate.js';
import { type Collection, documentOf, encode, type StoredDoc } from './collection.js';
import {
  type Call,
  type Command,
  checkFields,
  collectionName,
  collectionOf,
  countField,
  countIn,
  docField,
  docsField,
  namespaceOf,
  search,
} from './command.js';
import type { CursorReply } from './cursors.js';
import { valueKey } from './keys.js';
import { type Found, find as findIn, type Query } from './planner.js';
import { compileProjection } from './project.js';
import { type Doc, getPath, MongoError } from './values.js';

function queryOf(body: Doc, filterField: string): Query {
  return {
    filter: docField(body, filterField) ?? {},
    sort: docField(body, 'sort'),
    skip: countField(body, 'skip'),
    limit: countField(body, 'limit'),
    hint: body.hint,
  };
}

function* mapped<T>(items: Iterable<T>, toRaw: (item: T) => Uint8Array): Generator<Uint8Array> {
  for (const item of items) yield toRaw(item);
}

function find(call: Call): CursorReply {
  const { body, node } = call;
  const projection = docField(body, 'projection');
  const project = projection && Object.keys(projection).length > 0 ? compileProjection(projection) : undefined;
  const records = search(call, collectionOf(call), queryOf(body, 'filter'));
  const toRaw = (stored: StoredDoc) => (project ? encode(project(documentOf(stored))) : stored.raw);
  const options = { batchSize: countField(body, 'batchSize'), singleBatch: body.singleBatch === true };
  return node.cursors.start(namespaceOf(call), call.session, mapped(records, toRaw), options);
}

function getMore(call: Call): CursorReply {
  const { getMore: id, collection } = call.body;
  return call.node.cursors.more(Number(id), `${call.db}.${collection}`, countField(call.body, 'batchSize') ?? 0);
}

/** The stages a plan can answer, as a query, and those that are left. */
function leadingStages(pipeline: Doc[]): { query: Query; rest: Doc[] } {
  let at = 0;
  const isNext = (name: string) => pipeline[at] !== undefined && name in (pipeline[at] ?? {});
  const filters: Doc[] = [];
  while (isNext('$match')) filters.push(docField(pipeline[at++] ?? {}, '$match') ?? {});
  const take = <T>(name: string, field: (body: Doc, name: string) => T) => (isNext(name) ? field(pipeline[at++] ?? {}, name) : undefined);
  const sort = take('$sort', docField);
  const skip = take('$skip', countField);
  const limit = isNext('$limit') && pipeline[at]?.$limit !== 0 ? take('$limit', countField) : undefined;
  const filter = filters.length > 1 ? { $and: filters } : (filters[0] ?? {});
  return { query: { filter, sort, skip, limit }, rest: pipeline.slice(at) };
}

const countStage = JSON.stringify([{ $group: { _id: 1, n: { $sum: 1 } } }]);

function aggregate(call: Call): CursorReply {
  const { node, session, body } = call;
  const namespace = namespaceOf(call);
  const options = docField(body, 'cursor');
  if (!options) throw new MongoError(9, "The 'cursor' option is required, except for aggregate with the explain argument");
  checkFields(options, ['batchSize'], 'cursor');
  const { query, rest } = leadingStages(docsField(body, 'pipeline'));
  const collection = collectionOf(call);
  const reply = (documents: Iterable<Uint8Array>) =>
    node.cursors.start(namespace, session, documents, { batchSize: countField(options, 'batchSize') });
  if (JSON.stringify(rest) === countStage && !query.sort) {
    const n = countIn(call, collection, { ...query, hint: body.hint });
    return reply(n > 0 ? [encode({ _id: 1, n })] : []);
  }
  const records = search(call, collection, { ...query, hint: body.hint });
  if (rest.length === 0) return reply(records.map(({ raw }) => raw));
  const lookup = (from: string, filter: Doc) => mappedDocs(search(call, call.view.collection(`${call.db}.${from}`), { filter }));
  return reply(mapped([...runPipeline(rest, mappedDocs(records), { lookup })], encode));
}

function* mappedDocs(records: Iterable<StoredDoc>): Generator<Doc> {
  for (const stored of records) yield documentOf(stored);
}

function distinct(call: Call): Doc {
  const { key } = call.body;
  if (typeof key !== 'string' || key === '')
    throw new MongoError(14, "BSON field 'distinct.key' is the wrong type, expected type 'string'");
  const values = new Map<string, unknown>();
  for (const stored of search(call, collectionOf(call), queryOf(call.body, 'query'))) {
    for (const value of getPath(documentOf(stored), key).flat(1)) values.set(valueKey(value, false), value);
  }
  return { values: [...values.values()] };
}

/** What a command that may be explained looks for. */
function explained(command: string, body: Doc): Query {
  if (command === 'aggregate') return { ...leadingStages(docsField(body, 'pipeline')).query, hint: body.hint };
  if (command === 'update' || command === 'delete') return queryOf(docsField(body, `${command}s`)[0] ?? {}, 'q');
  if (command === 'find') return queryOf(body, 'filter');
  if (command === 'count' || command === 'distinct' || command === 'findAndModify') return queryOf(body, 'query');
  throw new MongoError(59, `Explain failed due to unknown command: ${command}`);
}

function winningPlan({ indexes, sortedInMemory }: Found): Doc {
  const scans = indexes.map(({ spec }) => ({
    stage: 'FETCH',
    inputStage: { stage: 'IXSCAN', indexName: spec.name, keyPattern: spec.key },
  }));
  const plan = scans.length > 1 ? { stage: 'SUBPLAN', inputStages: scans } : (scans[0] ?? { stage: 'COLLSCAN' });
  return sortedInMemory ? { stage: 'SORT', inputStage: plan } : plan;
}

function explain(call: Call): Doc {
  const inner = docField(call.body, 'explain') ?? {};
  const command = Object.keys(inner)[0] ?? '';
  const name = collectionName({ ...call, command, body: inner });
  const query = explained(command, inner);
  const nothing: Found = { records: [], indexes: [], keysExamined: 0, docsExamined: 0, sortedInMemory: false, scan: false };
  const collection: Collection | undefined = call.view.collection(`${call.db}.${name}`);
  const found = collection ? findIn(collection, query) : nothing;
  return {
    explainVersion: '1',
    queryPlanner: {
      namespace: `${call.db}.${name}`,
      parsedQuery: query.filter,
      winningPlan: collection ? winningPlan(found) : { stage: 'EOF' },
      rejectedPlans: [],
    },
    executionStats: {
      executionSuccess: true,
      nReturned: found.records.length,
      totalKeysExamined: found.keysExamined,
      totalDocsExamined: found.docsExamined,
    },
  };
}

function killCursors(call: Call): Doc {
  const cursors = Array.isArray(call.body.cursors) ? call.body.cursors : [];
  const killed = cursors.filter((id) => call.node.cursors.kill(Number(id)));
  return { cursorsKilled: killed, cursorsNotFound: cursors.filter((id) => !killed.includes(id)), cursorsAlive: [], cursorsUnknown: [] };
}

const queryFields = ['sort', 'skip', 'limit', 'hint'];

export const readCommands: Record<string, Command> = {
  find: {
    kind: 'read',
    inTransaction: true,
    fields: ['filter', 'projection', ...queryFields, 'batchSize', 'singleBatch', 'allowDiskUse'],
    run: find,
  },
  getMore: { kind: 'read', inTransaction: true, fields: ['collection', 'batchSize'], run: getMore },
  killCursors: { kind: 'read', inTransaction: true, fields: ['cursors'], run: killCursors },
  aggregate: { kind: 'read', inTransaction: true, fields: ['pipeline', 'cursor', 'allowDiskUse', 'hint'], run: aggregate },
  distinct: { kind: 'read', inTransaction: true, fields: ['key', 'query', 'hint'], run: distinct },
  count: {
    kind: 'read',
    fields: ['query', 'skip', 'limit', 'hint'],
    run: (call) => ({ n: countIn(call, collectionOf(call), queryOf(call.body, 'query')) }),
  },
  explain: { kind: 'read', fields: ['verbosity'], run: explain },
};
