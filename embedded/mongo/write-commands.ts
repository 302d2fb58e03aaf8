import { ObjectId } from 'bson';
import { decode, documentOf, encode, type StoredDoc } from './collection.js';
import {
  boolField,
  type Command,
  checkFields,
  docField,
  docsField,
  editable,
  looseBoolField,
  needed,
  search,
  type WriteCall,
} from './command.js';
import type { Query } from './planner.js';
import { compileUpdate, upsertSeed } from './update.js';
import { type Doc, isPlainObject, MongoError, refuseUnknownTypes } from './values.js';

const maxBatch = 100_000;

/** An `_id` must not have fields that begin with `$`, at any depth. */
function checkId(id: unknown): void {
  if (typeof id !== 'object' || id === null || !(isPlainObject(id) || Array.isArray(id))) return;
  const dollar = isPlainObject(id) && Object.keys(id).find((name) => name.startsWith('$'));
  if (dollar) throw new MongoError(52, `_id fields may not contain '$'-prefixed fields: ${dollar} is not valid for storage.`);
  for (const inner of Object.values(id)) checkId(inner);
}

/** The document as it is stored: with an `_id`, which comes first. One that is so already keeps its bytes, and its numbers their types. */
function toStored(doc: Doc, raw?: Uint8Array): Uint8Array {
  const { _id = new ObjectId(), ...rest } = doc;
  if (Array.isArray(_id)) throw new MongoError(53, "The '_id' value cannot be of type array");
  checkId(_id);
  return raw && Object.keys(doc)[0] === '_id' ? Buffer.from(raw) : encode({ _id, ...rest });
}

const save = (call: WriteCall, old: StoredDoc | undefined, raw: Uint8Array | undefined) => call.unit.write(editable(call), old, raw);

/** Runs the statements of a batch, each of which gives its count: after an error the ordered ones stop, the others go on. */
function batch<T>(call: WriteCall, statements: readonly T[], run: (statement: T, index: number) => number): Doc {
  const size = statements.length;
  const isOrdered = boolField(call.body, 'ordered') ?? true;
  if (size < 1 || size > maxBatch) throw new MongoError(16, `Write batch sizes must be between 1 and ${maxBatch}. Got ${size} operations.`);
  let n = 0;
  const writeErrors: Doc[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      n += run(statement, index);
    } catch (error) {
      if (!(error instanceof MongoError) || error.code === 112) throw error;
      writeErrors.push({ index, code: error.code, errmsg: error.message, ...error.extra });
      if (isOrdered) break;
    }
  }
  return { n, ...(writeErrors.length > 0 && { writeErrors }) };
}

/** Statements of an update or a delete; each has a filter and no unknown fields. */
function statementsOf(call: WriteCall, name: string, allowed: readonly string[]): (Doc & { filter: Doc })[] {
  const statements = call.documents?.map(decode) ?? docsField(call.body, name);
  return statements.map((statement) => {
    refuseUnknownTypes(statement);
    checkFields(statement, allowed, `${call.command}.${name}`);
    return { ...statement, filter: needed(docField(statement, 'q'), `${call.command}.${name}.q`) };
  });
}

function insert(call: WriteCall): Doc {
  return batch(call, needed(call.documents, 'insert.documents'), (raw) => {
    const doc = decode(raw);
    refuseUnknownTypes(doc);
    save(call, undefined, toStored(doc, raw));
    return 1;
  });
}

function runUpdate(call: WriteCall, query: Query, update: unknown, upsert: boolean) {
  const apply = compileUpdate(update);
  const found = search(call, query);
  let modified = 0;
  let [before, after]: (Doc | undefined)[] = [];
  for (const stored of found) {
    before = documentOf(stored);
    after = apply(before, false);
    if (after === before) continue;
    save(call, stored, encode(after));
    modified++;
  }
  if (found.length > 0 || !upsert) return { matched: found.length, modified, before, after };
  const raw = toStored(apply(upsertSeed(query.filter), true));
  save(call, undefined, raw);
  after = decode(raw);
  return { matched: 0, modified, before, after, upserted: after._id };
}

function update(call: WriteCall): Doc {
  let nModified = 0;
  const upserted: Doc[] = [];
  const statements = statementsOf(call, 'updates', ['q', 'u', 'multi', 'upsert']).map((statement) => {
    const [multi = false, upsert = false] = [boolField(statement, 'multi'), boolField(statement, 'upsert')];
    return { query: { filter: statement.filter, limit: multi ? 0 : 1 }, u: statement.u, upsert };
  });
  const done = batch(call, statements, ({ query, u, upsert }, index) => {
    const result = runUpdate(call, query, u, upsert);
    nModified += result.modified;
    if (result.upserted === undefined) return result.matched;
    upserted.push({ index, _id: result.upserted });
    return 1;
  });
  return { ...done, nModified, ...(upserted.length > 0 && { upserted }) };
}

function remove(call: WriteCall): Doc {
  return batch(call, statementsOf(call, 'deletes', ['q', 'limit']), ({ filter, limit }) => {
    if (limit !== 0 && limit !== 1) throw new MongoError(9, `The limit field in delete objects must be 0 or 1. Got ${limit}`);
    const found = search(call, { filter, limit });
    for (const stored of found) save(call, stored, undefined);
    return found.length;
  });
}

function findAndModify(call: WriteCall): Doc {
  const { update } = call.body;
  const [upsert = false, isNew] = [looseBoolField(call.body, 'upsert'), looseBoolField(call.body, 'new')];
  if (looseBoolField(call.body, 'remove')) throw new MongoError(238, 'The embedded store does not remove by findAndModify');
  const query = { filter: docField(call.body, 'query') ?? {}, limit: 1 };
  const { matched, upserted, before, after } = runUpdate(call, query, update, upsert);
  const wasUpserted = upserted !== undefined;
  return {
    lastErrorObject: { n: matched || Number(wasUpserted), updatedExisting: matched > 0, ...(wasUpserted && { upserted }) },
    value: (isNew ? after : before) ?? null,
  };
}

/** All of them wait for open transactions that have written the same, at most as long as they say. */
const write = (run: (call: WriteCall) => Doc, ...fields: string[]): Command => ({ kind: 'write', fields: [...fields, 'maxTimeMS'], run });

export const writeCommands: Record<string, Command> = {
  insert: write(insert, 'documents', 'ordered'),
  update: write(update, 'updates', 'ordered'),
  delete: write(remove, 'deletes', 'ordered'),
  findAndModify: write(findAndModify, 'query', 'update', 'new', 'upsert', 'remove'),
};
