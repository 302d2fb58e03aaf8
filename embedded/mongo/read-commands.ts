import { documentOf, encode, type StoredDoc } from './collection.js';
import {
  boolField,
  type Command,
  type CommandCall,
  checkFields,
  countField,
  countIn,
  docField,
  docsField,
  namespaceOf,
  search,
} from './command.js';
import { valueKey } from './keys.js';
import type { Query } from './planner.js';
import { compileProjection } from './project.js';
import { type Doc, getPath, MongoError, show } from './values.js';

function queryOf(body: Doc, filterField: string): Query {
  const filter = docField(body, filterField) ?? {};
  return { filter, sort: docField(body, 'sort'), skip: countField(body, 'skip'), limit: countField(body, 'limit') };
}

function* mapped(items: Iterable<StoredDoc>, toRaw: (item: StoredDoc) => Uint8Array): Generator<Uint8Array> {
  for (const item of items) yield toRaw(item);
}

function find(call: CommandCall): Buffer {
  const { body, node } = call;
  const projection = docField(body, 'projection');
  const project = projection && Object.keys(projection).length > 0 ? compileProjection(projection) : undefined;
  const records = search(call, queryOf(body, 'filter'));
  const toRaw = (stored: StoredDoc) => (project ? encode(project(documentOf(stored))) : stored.raw);
  const [batchSize, singleBatch] = [countField(body, 'batchSize'), boolField(body, 'singleBatch')];
  return node.cursors.start(namespaceOf(call), mapped(records, toRaw), { batchSize, singleBatch, transaction: call.transactionUnit });
}

function getMore({ node, db, body, transactionUnit }: CommandCall): Buffer {
  return node.cursors.more(Number(body.getMore), `${db}.${body.collection}`, countField(body, 'batchSize') ?? 0, transactionUnit);
}

const stageNames = ['$match', '$skip', '$limit', '$group'];
const countStage = show({ _id: 1, n: { $sum: 1 } });

/** A pipeline as `countDocuments` sends it; any other is refused. */
function countDocuments(call: CommandCall): Buffer {
  const pipeline = docsField(call.body, 'pipeline');
  checkFields(docField(call.body, 'cursor') ?? {}, [], 'cursor');
  const stages = pipeline.flatMap(Object.entries);
  if (stages.length !== pipeline.length)
    throw new MongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
  const order = stages.map(([name]) => stageNames.indexOf(name));
  const unknown = order.findIndex((at, i) => at <= (order[i - 1] ?? -1));
  if (unknown >= 0)
    throw new MongoError(40324, `Unrecognized pipeline stage name: '${stages[unknown]?.[0]}': the embedded store only counts`);
  const { $match: filter, $skip: skip, $limit: limit, $group: group } = Object.fromEntries(stages);
  if (show(group ?? {}) !== countStage) throw new MongoError(238, 'The embedded store only counts: {$group: {_id: 1, n: {$sum: 1}}}');
  if (limit === 0) throw new MongoError(15958, 'the limit must be positive');
  const n = countIn(call, queryOf({ filter, skip, limit }, 'filter'));
  return call.node.cursors.start(namespaceOf(call), n > 0 ? [encode({ _id: 1, n })] : []);
}

function distinct(call: CommandCall): Doc {
  const { key } = call.body;
  if (typeof key !== 'string' || key === '')
    throw new MongoError(14, "BSON field 'distinct.key' is the wrong type, expected type 'string'");
  const found = search(call, queryOf(call.body, 'query')).flatMap((stored) => getPath(documentOf(stored), key).flat(1));
  return { values: [...new Map(found.map((value) => [valueKey(value, false), value])).values()] };
}

function killCursors({ node, body }: CommandCall): Doc {
  const cursors = Array.isArray(body.cursors) ? body.cursors : [];
  const killed = cursors.filter((id) => node.cursors.open.delete(Number(id)));
  return { cursorsKilled: killed, cursorsNotFound: cursors.filter((id) => !killed.includes(id)), cursorsAlive: [], cursorsUnknown: [] };
}

export const readCommands: Record<string, Command> = {
  find: { kind: 'read', fields: ['filter', 'projection', 'sort', 'skip', 'limit', 'batchSize', 'singleBatch'], run: find },
  getMore: { kind: 'read', fields: ['collection', 'batchSize'], run: getMore },
  killCursors: { kind: 'read', fields: ['cursors'], run: killCursors },
  aggregate: { kind: 'read', fields: ['pipeline', 'cursor'], run: countDocuments },
  distinct: { kind: 'read', fields: ['key', 'query'], run: distinct },
  count: { kind: 'read', fields: ['query', 'skip', 'limit'], run: (call) => ({ n: countIn(call, queryOf(call.body, 'query')) }) },
};
