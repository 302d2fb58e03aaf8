import { ObjectId } from 'bson';
import { decode, documentOf, encode, type StoredDoc } from './collection.js';
import { type Command, checkFields, collectionName, collectionOf, docField, docsField, search, type WriteCall } from './command.js';
import { compileProjection } from './project.js';
import { compileUpdate, upsertSeed } from './update.js';
import { type Doc, isPlainObject, MongoError, typeOrder } from './values.js';

const maxBatch = 100_000;

/** The document as it is stored: with an `_id`, which comes first. */
function toStored(doc: Doc): Uint8Array {
  const { _id = new ObjectId(), ...rest } = doc;
  checkId(_id);
  return encode({ _id, ...rest });
}

function checkId(id: unknown): void {
  if ([25, 50].includes(typeOrder(id))) throw new MongoError(53, "The '_id' value cannot be of type array or regex");
}

/** Raw documents are kept as they came, so that numbers keep their types; only a missing or misplaced `_id` is put right. */
function rawToStored(raw: Uint8Array): Uint8Array {
  const doc = decode(raw);
  checkId(doc._id);
  return Object.keys(doc)[0] === '_id' ? Buffer.from(raw) : toStored(doc);
}

function save(call: WriteCall, old: StoredDoc | undefined, raw: Uint8Array | undefined): void {
  call.view.write(call.view.edit(call.db, collectionName(call)), old, raw);
}

/** Runs the statements of a batch: after an error the ordered ones stop, the others go on. */
function batch(call: WriteCall, size: number, run: (index: number) => void): { writeErrors?: Doc[] } {
  if (size < 1 || size > maxBatch) throw new MongoError(72, `Write batch sizes must be between 1 and ${maxBatch}. Got ${size} operations.`);
  const writeErrors: Doc[] = [];
  for (let index = 0; index < size; index++) {
    try {
      run(index);
    } catch (error) {
      if (!(error instanceof MongoError) || error.code === 50) throw error;
      writeErrors.push({ index, code: error.code, errmsg: error.message, ...error.extra });
      if (call.body.ordered !== false) break;
    }
  }
  return writeErrors.length > 0 ? { writeErrors } : {};
}

function insert(call: WriteCall): Doc {
  const documents = call.documents ?? [];
  let n = 0;
  const errors = batch(call, documents.length, (index) => {
    save(call, undefined, rawToStored(documents[index] ?? new Uint8Array()));
    n++;
  });
  return { n, ...errors };
}

interface UpdateStatement {
  filter: Doc;
  update: Doc;
  multi: boolean;
  upsert: boolean;
  sort?: Doc | undefined;
  hint: unknown;
  arrayFilters: Doc[] | undefined;
}

interface Updated {
  matched: number;
  modified: number;
  upserted: unknown;
  before: Doc | undefined;
  after: Doc | undefined;
}

function runUpdate(call: WriteCall, statement: UpdateStatement): Updated {
  const { filter, update, multi, arrayFilters, sort, hint } = statement;
  if (!isPlainObject(update)) throw new MongoError(9, 'an update must be a document; pipelines are not supported by this store');
  const isReplacement = !Object.keys(update)[0]?.startsWith('$');
  if (isReplacement && multi) throw new MongoError(9, 'multi update is not supported for replacement-style update');
  const apply = compileUpdate(update, { filter, ...(arrayFilters && { arrayFilters }) });
  const found = search(call, collectionOf(call), { filter, sort, hint, ...(multi ? {} : { limit: 1 }) });
  const result: Updated = { matched: found.length, modified: 0, upserted: undefined, before: undefined, after: undefined };
  for (const stored of found) {
    result.before = documentOf(stored);
    result.after = apply(result.before, { inserting: false });
    const raw = encode(result.after);
    if (raw.equals(stored.raw)) continue;
    save(call, stored, raw);
    result.modified++;
  }
  if (found.length === 0 && statement.upsert) {
    const raw = toStored(apply(upsertSeed(filter), { inserting: true }));
    save(call, undefined, raw);
    result.after = decode(raw);
    result.upserted = result.after._id;
  }
  return result;
}

function update(call: WriteCall): Doc {
  const statements = call.documents?.map(decode) ?? docsField(call.body, 'updates');
  let [n, nModified] = [0, 0];
  const upserted: Doc[] = [];
  const errors = batch(call, statements.length, (index) => {
    const statement = statements[index] ?? {};
    checkFields(statement, ['q', 'u', 'multi', 'upsert', 'arrayFilters', 'hint', 'sort'], 'update.updates');
    const result = runUpdate(call, {
      filter: docField(statement, 'q') ?? {},
      update: statement.u as Doc,
      multi: statement.multi === true,
      upsert: statement.upsert === true,
      sort: docField(statement, 'sort'),
      hint: statement.hint,
      arrayFilters: statement.arrayFilters === undefined ? undefined : docsField(statement, 'arrayFilters'),
    });
    n += result.matched;
    nModified += result.modified;
    if (result.upserted === undefined) return;
    n++;
    upserted.push({ index, _id: result.upserted });
  });
  return { n, nModified, ...(upserted.length > 0 && { upserted }), ...errors };
}

function remove(call: WriteCall): Doc {
  const statements = call.documents?.map(decode) ?? docsField(call.body, 'deletes');
  let n = 0;
  const errors = batch(call, statements.length, (index) => {
    const statement = statements[index] ?? {};
    checkFields(statement, ['q', 'limit', 'hint'], 'delete.deletes');
    const limit = Number(statement.limit);
    if (limit !== 0 && limit !== 1) throw new MongoError(9, `The limit field in delete objects must be 0 or 1. Got ${statement.limit}`);
    for (const stored of search(call, collectionOf(call), { filter: docField(statement, 'q') ?? {}, limit, hint: statement.hint })) {
      save(call, stored, undefined);
      n++;
    }
  });
  return { n, ...errors };
}

function findAndModify(call: WriteCall): Doc {
  const { body } = call;
  const filter = docField(body, 'query') ?? {};
  const sort = docField(body, 'sort');
  const fields = docField(body, 'fields');
  const project = fields && Object.keys(fields).length > 0 ? compileProjection(fields) : (doc: Doc) => doc;
  const shown = (doc: Doc | undefined) => (doc ? project(doc) : null);
  if (body.remove === true) {
    if (body.update !== undefined || body.upsert === true || body.new === true)
      throw new MongoError(9, 'Cannot specify both an update and remove=true');
    const [stored] = search(call, collectionOf(call), { filter, sort, hint: body.hint, limit: 1 });
    if (stored) save(call, stored, undefined);
    return { lastErrorObject: { n: stored ? 1 : 0 }, value: shown(stored && documentOf(stored)) };
  }
  const { matched, upserted, before, after } = runUpdate(call, {
    filter,
    update: body.update as Doc,
    multi: false,
    upsert: body.upsert === true,
    sort,
    hint: body.hint,
    arrayFilters: body.arrayFilters === undefined ? undefined : docsField(body, 'arrayFilters'),
  });
  const isUpserted = upserted !== undefined;
  return {
    lastErrorObject: { n: matched + (isUpserted ? 1 : 0), updatedExisting: matched > 0, ...(isUpserted && { upserted }) },
    value: shown(body.new === true ? after : before),
  };
}

const write = { kind: 'write', inTransaction: true } as const;

export const writeCommands: Record<string, Command> = {
  insert: { ...write, fields: ['documents', 'ordered'], run: insert },
  update: { ...write, fields: ['updates', 'ordered'], run: update },
  delete: { ...write, fields: ['deletes', 'ordered'], run: remove },
  findAndModify: {
    ...write,
    fields: ['query', 'update', 'new', 'upsert', 'remove', 'fields', 'sort', 'hint', 'arrayFilters'],
    run: findAndModify,
  },
};
