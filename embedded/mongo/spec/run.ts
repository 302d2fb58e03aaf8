import { type Document, type MongoClient, MongoServerError } from 'mongodb';
import { Entities } from './entities.js';
import { asSent, Mismatch, match, type SpecDoc } from './matching.js';
import { type Operation, runOperation, unknownToDriver } from './operations.js';

interface Requirement {
  minServerVersion?: string;
  maxServerVersion?: string;
  topologies?: string[];
  auth?: boolean;
  csfle?: unknown;
  serverless?: string;
  serverParameters?: SpecDoc;
}

interface Contents {
  collectionName: string;
  databaseName: string;
  documents: SpecDoc[];
}

export interface SpecificationTest {
  description: string;
  skipReason?: string;
  runOnRequirements?: Requirement[];
  operations: Operation[];
  expectEvents?: { client: string; eventType?: string; ignoreExtraEvents?: boolean; events: Record<string, SpecDoc>[] }[];
  outcome?: Contents[];
}

/** A file of the unified test format. */
export interface Specification {
  description: string;
  runOnRequirements?: Requirement[];
  createEntities?: SpecDoc[];
  initialData?: Contents[];
  tests: SpecificationTest[];
}

/** The store says that it is a replica set of this version, without users. */
const ours = '8.0.0';
const longestMs = 60_000;

function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number)) as [number[], number[]];
  const differences = [0, 1, 2].map((part) => (a[part] ?? 0) - (b[part] ?? 0));
  return differences.find((each) => each !== 0) ?? 0;
}

function hindrance({ minServerVersion, maxServerVersion, topologies, auth, csfle, serverless, serverParameters }: Requirement) {
  if (minServerVersion !== undefined && compareVersions(ours, minServerVersion) < 0) return `for version ${minServerVersion} and later`;
  if (maxServerVersion !== undefined && compareVersions(ours, maxServerVersion) > 0) return `for version ${maxServerVersion} and earlier`;
  if (topologies !== undefined && !topologies.includes('replicaset')) return `for ${topologies.join(', ')}`;
  if (auth === true || serverless === 'require' || csfle || serverParameters) return 'for servers with users, encryption or parameters';
}

/** Says why a test is not for this store or this driver. */
export function notApplicable(file: Specification, test: SpecificationTest): string | undefined {
  if (test.skipReason !== undefined) return test.skipReason;
  const missing = test.operations.find(({ name }) => unknownToDriver.includes(name));
  if (missing) return `the driver has no ${missing.name}`;
  for (const requirements of [file.runOnRequirements, test.runOnRequirements]) {
    const hindrances = requirements?.map(hindrance) ?? [undefined];
    if (hindrances.every((each) => each !== undefined)) return hindrances.join('; ');
  }
}

function checkError(wanted: Document, error: Error & Document, entities: Entities): void {
  const check = (holds: boolean, what: string) => {
    if (!holds) throw new Mismatch(`expected an error with ${what}, got ${error.name} ${error.code} ${error.codeName}: ${error.message}`);
  };
  const hasLabel = (label: string): boolean => error.errorLabels?.includes(label) === true;
  if (wanted.isClientError !== undefined)
    check(wanted.isClientError === !(error instanceof MongoServerError), `isClientError ${wanted.isClientError}`);
  if (wanted.errorContains !== undefined)
    check(error.message.toLowerCase().includes(wanted.errorContains.toLowerCase()), wanted.errorContains);
  if (wanted.errorCode !== undefined) check(error.code === wanted.errorCode, `code ${wanted.errorCode}`);
  if (wanted.errorCodeName !== undefined) check(error.codeName === wanted.errorCodeName, `codeName ${wanted.errorCodeName}`);
  for (const label of wanted.errorLabelsContain ?? []) check(hasLabel(label), label);
  for (const label of wanted.errorLabelsOmit ?? []) check(!hasLabel(label), `no ${label}`);
  if (wanted.errorResponse !== undefined) match(wanted.errorResponse, error.errorResponse ?? error.result, entities, 'error', true);
  if (wanted.expectResult !== undefined) match(wanted.expectResult, error.partialResult ?? error.result, entities, 'partial result', true);
  for (const name of ['writeErrors', 'writeConcernErrors'].filter((each) => wanted[each] !== undefined))
    match(wanted[name], error[name], entities, name, true);
}

/** Runs an operation and holds what comes of it to what the test expects. With `rethrow`, as in a callback, the error goes on. */
async function runAndCheck(operation: Operation, entities: Entities, mismatches: Mismatch[], rethrow = false): Promise<void> {
  const { expectResult, expectError, saveResultAsEntity } = operation;
  const runAll = async (operations: Operation[]) => {
    for (const each of operations) await runAndCheck(each, entities, mismatches, true);
  };
  try {
    const result = await runOperation(operation, entities, runAll);
    if (operation.ignoreResultAndError) return;
    if (expectError) throw new Mismatch(`expected an error with ${JSON.stringify(expectError)}, got none`);
    if ('expectResult' in operation) match(expectResult, result ?? undefined, entities, 'result', true);
    if (saveResultAsEntity !== undefined) entities.save(saveResultAsEntity, result);
  } catch (error) {
    if (error instanceof Mismatch) mismatches.push(new Mismatch(`${operation.name}: ${error.message}`));
    else if (expectError) {
      try {
        checkError(expectError, error as Error & Document, entities);
      } catch (mismatch) {
        mismatches.push(new Mismatch(`${operation.name}: ${(mismatch as Error).message}`));
      }
    } else if (!operation.ignoreResultAndError && !rethrow) mismatches.push(new Mismatch(`${operation.name} failed: ${error}`));
    if (rethrow) throw error;
  }
}

async function checkEvents({ expectEvents = [] }: SpecificationTest, entities: Entities): Promise<void> {
  for (const { client, eventType = 'command', events, ignoreExtraEvents } of expectEvents) {
    const seen = entities.eventsOf(client).filter(({ name }) => name.startsWith('connection') === (eventType === 'cmap'));
    for (const [at, wanted] of events.entries()) {
      const [[name, is] = []] = Object.entries(wanted);
      const event = seen[at];
      if (event?.name !== name) throw new Mismatch(`event ${at}: expected ${name} of ${is?.commandName}, got ${event?.name ?? 'nothing'}`);
      for (const [field, value] of Object.entries(is ?? {})) match(value, event?.is[field], entities, `event ${at} ${field}`, true);
    }
    if (!ignoreExtraEvents && seen.length > events.length)
      throw new Mismatch(
        `${seen.length - events.length} events more than expected: ${seen.slice(events.length).map(({ is }) => is.commandName)}`,
      );
  }
}

async function prepare(runner: MongoClient, { initialData = [] }: Specification): Promise<void> {
  for (const { databaseName, collectionName, documents } of initialData) {
    const db = runner.db(databaseName, { writeConcern: { w: 'majority' } });
    await db.dropCollection(collectionName);
    await db.createCollection(collectionName);
    if (documents.length > 0) await db.collection(collectionName).insertMany(documents);
  }
}

async function checkOutcome(runner: MongoClient, { outcome = [] }: SpecificationTest, entities: Entities): Promise<void> {
  for (const { databaseName, collectionName, documents } of outcome) {
    const stored = await runner.db(databaseName).collection(collectionName).find().sort({ _id: 1 }).toArray();
    match(documents, stored.map(asSent), entities, collectionName);
  }
}

export interface SpecOutcome {
  /** Differences from what the test expects; empty for one that passed. */
  mismatches: string[];
  /** Errors that the store answered, as `code message`. */
  errors: string[];
}

/** Runs one test against the store at this address. */
export async function runTest(uri: string, file: Specification, test: SpecificationTest): Promise<SpecOutcome> {
  const entities = new Entities(uri);
  const mismatches: Mismatch[] = [];
  const runner = entities.connect();
  entities.save('the runner', runner);
  const work = async () => {
    await prepare(runner, file);
    for (const description of file.createEntities ?? []) entities.create(description);
    for (const operation of test.operations) {
      await runAndCheck(operation, entities, mismatches);
      if (mismatches.length > 0) return;
    }
    for (const check of [() => checkEvents(test, entities), () => checkOutcome(runner, test, entities)])
      await check().catch((mismatch) => mismatches.push(mismatch));
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(reject, longestMs, new Mismatch(`it did not end in ${longestMs} ms`));
  });
  await Promise.race([work(), late]).catch((error) => mismatches.push(error));
  clearTimeout(timer);
  await runner
    .db('admin')
    .command({ configureFailPoint: 'failCommand', mode: 'off' })
    .catch(() => undefined);
  await entities.close();
  return { mismatches: mismatches.map(({ message }) => message), errors: [...entities.errors] };
}
