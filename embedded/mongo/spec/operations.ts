import type { AnyBulkWriteOperation, ClientSession, Collection, Db, Document, GridFSBucket, MongoClient } from 'mongodb';
import { type Entities, type MonitoredEvent, optionsOf } from './entities.js';
import { Mismatch } from './matching.js';

/** An operation as the test format writes it. */
export interface Operation {
  name: string;
  object: string;
  arguments?: Document;
  expectResult?: unknown;
  expectError?: Document;
  ignoreResultAndError?: boolean;
  saveResultAsEntity?: string;
}

/** Input of an operation: its object, its own arguments, and the rest of them as the driver's options. */
interface Work {
  on: string;
  own: Document;
  options: Document;
  entities: Entities;
  /** Runs the operations of a callback one after the other, and throws what they throw. */
  runAll(operations: Operation[]): Promise<void>;
}

type Run = (work: Work) => Promise<unknown> | unknown;

const ownArguments = [
  ...['filter', 'document', 'documents', 'update', 'replacement', 'requests', 'pipeline', 'fieldName', 'keys', 'models', 'id', 'filename'],
  ...['collection', 'collectionName', 'database', 'databaseName', 'indexName', 'command', 'commandName', 'callback', 'failPoint'],
  ...['entities', 'client', 'state', 'validator'],
];

const collectionOf = ({ on, entities }: Work): Collection => entities.entity<Collection>(on);
const dbOf = ({ on, entities }: Work): Db => entities.entity<Db>(on);
const bucketOf = ({ on, entities }: Work): GridFSBucket => entities.entity<GridFSBucket>(on);
const clientOf = ({ on, entities }: Work): MongoClient => entities.entity<MongoClient>(on);
const sessionOf = ({ on, entities }: Work): ClientSession => entities.entity<ClientSession>(on);

function returning({ returnDocument, ...options }: Document): Document {
  return { ...options, ...(returnDocument !== undefined && { returnDocument: String(returnDocument).toLowerCase() }) };
}

async function watch(work: Work): Promise<unknown> {
  const stream = clientOf(work).watch(work.own.pipeline, work.options);
  work.entities.closers.unshift(() => stream.close());
  await stream.tryNext();
  return stream;
}

function bulkWriteOfClient(work: Work): Promise<unknown> {
  const models = (work.own.models as Document[]).flatMap((model) => Object.entries(model).map(([name, rest]) => ({ name, ...rest })));
  return clientOf(work).bulkWrite(models as Parameters<MongoClient['bulkWrite']>[0], work.options);
}

const onCollections: Record<string, Run> = {
  find: (work) => collectionOf(work).find(work.own.filter, work.options).toArray(),
  findOne: (work) => collectionOf(work).findOne(work.own.filter, work.options),
  insertOne: (work) => collectionOf(work).insertOne(work.own.document, work.options),
  insertMany: (work) => collectionOf(work).insertMany(work.own.documents, work.options),
  updateOne: (work) => collectionOf(work).updateOne(work.own.filter, work.own.update, work.options),
  updateMany: (work) => collectionOf(work).updateMany(work.own.filter, work.own.update, work.options),
  replaceOne: (work) => collectionOf(work).replaceOne(work.own.filter, work.own.replacement, work.options),
  deleteOne: (work) => collectionOf(work).deleteOne(work.own.filter, work.options),
  deleteMany: (work) => collectionOf(work).deleteMany(work.own.filter, work.options),
  findOneAndUpdate: (work) => collectionOf(work).findOneAndUpdate(work.own.filter, work.own.update, returning(work.options)),
  findOneAndReplace: (work) => collectionOf(work).findOneAndReplace(work.own.filter, work.own.replacement, returning(work.options)),
  findOneAndDelete: (work) => collectionOf(work).findOneAndDelete(work.own.filter, work.options),
  bulkWrite: (work) => collectionOf(work).bulkWrite(work.own.requests as AnyBulkWriteOperation[], work.options),
  countDocuments: (work) => collectionOf(work).countDocuments(work.own.filter, work.options),
  count: (work) => collectionOf(work).count(work.own.filter, work.options),
  estimatedDocumentCount: (work) => collectionOf(work).estimatedDocumentCount(work.options),
  distinct: (work) => collectionOf(work).distinct(work.own.fieldName, work.own.filter, work.options),
  aggregate: (work) => collectionOf(work).aggregate(work.own.pipeline, work.options).toArray(),
  createIndex: (work) => collectionOf(work).createIndex(work.own.keys, work.options),
  dropIndexes: (work) => collectionOf(work).dropIndexes(work.options),
  listIndexes: (work) => collectionOf(work).listIndexes(work.options).toArray(),
  listIndexNames: async (work) => (await collectionOf(work).listIndexes(work.options).toArray()).map(({ name }) => name),
  download: async (work) => Buffer.concat(await bucketOf(work).openDownloadStream(work.own.id).toArray()),
  downloadByName: async (work) => Buffer.concat(await bucketOf(work).openDownloadStreamByName(work.own.filename).toArray()),
};

const onDatabases: Record<string, Run> = {
  runCommand: (work) => dbOf(work).command(work.own.command, work.options),
  createCollection: (work) =>
    dbOf(work).createCollection(work.own.collection, { ...work.options, ...(work.own.pipeline && { pipeline: work.own.pipeline }) }),
  dropCollection: (work) => dbOf(work).dropCollection(work.own.collection, work.options),
  modifyCollection: (work) => dbOf(work).command({ collMod: work.own.collection, validator: work.own.validator }),
  listCollections: (work) => dbOf(work).listCollections(work.own.filter, work.options).toArray(),
  listCollectionNames: async (work) => {
    const collections = dbOf(work).listCollections(work.own.filter, { ...work.options, nameOnly: true });
    return (await collections.toArray()).map(({ name }) => name);
  },
};

const onClients: Record<string, Run> = {
  clientBulkWrite: bulkWriteOfClient,
  createChangeStream: watch,
  dropDatabase: (work) => clientOf(work).db(work.own.database).dropDatabase(work.options),
  listDatabases: async (work) => (await clientOf(work).db().admin().listDatabases(work.options)).databases,
  listDatabaseNames: async (work) => {
    const { databases } = await clientOf(work)
      .db()
      .admin()
      .listDatabases({ ...work.options, nameOnly: true });
    return databases.map(({ name }) => name);
  },
};

const onSessions: Record<string, Run> = {
  startTransaction: (work) => sessionOf(work).startTransaction(work.options),
  commitTransaction: (work) => sessionOf(work).commitTransaction(),
  abortTransaction: (work) => sessionOf(work).abortTransaction(),
  endSession: (work) => sessionOf(work).endSession(),
  withTransaction: (work) => sessionOf(work).withTransaction(() => work.runAll(work.own.callback), work.options),
  getSnapshotTime: (work) => (sessionOf(work) as unknown as Document).snapshotTime,
};

function holds(condition: boolean, work: Work): void {
  if (!condition) throw new Mismatch(`it does not hold, with ${JSON.stringify({ ...work.own, ...work.options, session: undefined })}`);
}

const givenSession = (work: Work): Document => work.options.session;
/** Turns the driver's name of a transaction's state into the test format's. */
const stateOf = (name: string): string => (name === 'NO_TRANSACTION' ? 'none' : name.replace(/_?TRANSACTION_?/, '').toLowerCase());

/** Tells whether the last two commands of a client were of one session. */
function oneLsid(work: Work): boolean {
  const started = work.entities.eventsOf(work.own.client).filter(({ name }) => name === 'commandStartedEvent');
  const [first, second] = started.slice(-2).map(({ is }: MonitoredEvent) => JSON.stringify((is.command as Document).lsid));
  return first !== undefined && first === second;
}

async function names(work: Work): Promise<{ collection: boolean; index: boolean }> {
  const { databaseName, collectionName, indexName } = work.own;
  const db = work.entities.entity<MongoClient>('the runner').db(databaseName);
  const collection = (await db.listCollections({ name: collectionName }).toArray()).length > 0;
  const indexes = collection ? await db.collection(collectionName).listIndexes().toArray() : [];
  return { collection, index: indexes.some(({ name }) => name === indexName) };
}

const ofRunner: Record<string, Run> = {
  createEntities: (work) => {
    for (const description of work.own.entities) work.entities.create(description);
  },
  failPoint: (work) => work.entities.entity<MongoClient>(work.own.client).db('admin').command(work.own.failPoint),
  assertSessionDirty: (work) => holds(givenSession(work).serverSession.isDirty, work),
  assertSessionNotDirty: (work) => holds(!givenSession(work).serverSession.isDirty, work),
  assertSessionPinned: (work) => holds(givenSession(work).isPinned, work),
  assertSessionUnpinned: (work) => holds(!givenSession(work).isPinned, work),
  assertSessionTransactionState: (work) => holds(stateOf(givenSession(work).transaction.state) === work.own.state, work),
  assertSameLsidOnLastTwoCommands: (work) => holds(oneLsid(work), work),
  assertDifferentLsidOnLastTwoCommands: (work) => holds(!oneLsid(work), work),
  assertCollectionExists: async (work) => holds((await names(work)).collection, work),
  assertCollectionNotExists: async (work) => holds(!(await names(work)).collection, work),
  assertIndexExists: async (work) => holds((await names(work)).index, work),
  assertIndexNotExists: async (work) => holds(!(await names(work)).index, work),
};

const operations: Record<string, Run> = { ...onCollections, ...onDatabases, ...onClients, ...onSessions, ...ofRunner };

/** Operations for which the driver has no call: their tests do not apply to it. */
export const unknownToDriver = ['listCollectionObjects', 'listDatabaseObjects', 'mapReduce'];

/** Runs one operation and gives its result. */
export async function runOperation(operation: Operation, entities: Entities, runAll: Work['runAll']): Promise<unknown> {
  const run = operations[operation.name];
  if (run === undefined) throw new Mismatch(`the runner does not know ${operation.name}`);
  const given = Object.entries(operation.arguments ?? {});
  const own = Object.fromEntries(given.filter(([name]) => ownArguments.includes(name)));
  const options = optionsOf(Object.fromEntries(given.filter(([name]) => !ownArguments.includes(name))));
  if (options.session !== undefined) options.session = entities.entity(String(options.session));
  return run({ on: operation.object, own, options, entities, runAll });
}
