import { type ClientSessionOptions, type Db, GridFSBucket, MongoClient, type MongoClientOptions, ReadPreference } from 'mongodb';
import { asSent, Mismatch, type Named, type SpecDoc } from './matching.js';

export interface MonitoredEvent {
  name: string;
  /** Outcome, in the words of the tests. */
  is: SpecDoc;
}

/** One test's client, and what was seen of it. */
interface Watched {
  client: MongoClient;
  events: MonitoredEvent[];
}

const secret = ['configureFailPoint', 'saslStart', 'saslContinue', 'authenticate', 'getnonce'];

/** Turns a read preference of the test format into the driver's; its other options have the driver's names already. */
export function optionsOf({ readPreference, ...rest }: SpecDoc): SpecDoc {
  if (readPreference === undefined) return rest;
  return { ...rest, readPreference: ReadPreference.fromOptions({ readPreference: readPreference as ReadPreference }) };
}

/** Entities that a test created and named: clients, databases, collections, sessions, buckets, and results that it saved. */
export class Entities implements Named {
  private readonly uri: string;
  private readonly things = new Map<string, unknown>();
  private readonly watched = new Map<string, Watched>();
  private readonly lsids = new Map<string, unknown>();
  /** Errors that the store answered, as `code message`. */
  readonly errors = new Set<string>();
  /** Clean-up to run when the test has ended. */
  readonly closers: (() => Promise<unknown>)[] = [];

  constructor(uri: string) {
    this.uri = uri;
  }

  /** Gives what has this name; its kind is what the test says it is. */
  entity<Kind = unknown>(name: string): Kind {
    if (!this.things.has(name)) throw new Mismatch(`nothing is called ${name}`);
    return this.things.get(name) as Kind;
  }

  save(name: string, thing: unknown): void {
    this.things.set(name, thing);
  }

  lsid(session: string): unknown {
    return this.lsids.get(session);
  }

  eventsOf(client: string): MonitoredEvent[] {
    return this.watched.get(client)?.events ?? [];
  }

  /** A client whose refused commands are remembered. */
  connect(options: MongoClientOptions = {}): MongoClient {
    const quick = { minHeartbeatFrequencyMS: 50, serverSelectionTimeoutMS: 10_000 };
    const client = new MongoClient(this.uri, { ...quick, ...options, monitorCommands: true });
    const note = ({ code, message, errmsg = message }: SpecDoc) => {
      if (code !== undefined && !String(errmsg).includes("via 'failCommand'")) this.errors.add(`${code} ${errmsg}`);
    };
    client.on('commandFailed', ({ failure }) => note(failure as unknown as SpecDoc));
    client.on('commandSucceeded', ({ reply }) => ((reply as SpecDoc | undefined)?.writeErrors as SpecDoc[] | undefined)?.forEach(note));
    this.closers.push(() => client.close());
    return client;
  }

  private watch(id: string, { observeEvents = [], ignoreCommandMonitoringEvents = [], uriOptions }: SpecDoc): MongoClient {
    const client = this.connect(uriOptions as MongoClientOptions);
    const events: MonitoredEvent[] = [];
    const ignored = [...secret, ...(ignoreCommandMonitoringEvents as string[])];
    for (const name of observeEvents as string[]) {
      client.on(name.replace(/Event$/, '') as 'commandStarted', (event) => {
        if (ignored.includes(event.commandName)) return;
        const { commandName, databaseName, command, reply } = event as typeof event & { reply?: SpecDoc };
        const bodies = { ...(command && { command: asSent(command) }), ...(reply && { reply: asSent(reply) }) };
        events.push({ name, is: { commandName, databaseName, ...bodies } });
      });
    }
    this.watched.set(id, { client, events });
    return client;
  }

  /** Makes one entity that a test describes. */
  create(description: SpecDoc): void {
    for (const [kind, given] of Object.entries(description)) {
      const { id, ...how } = given as SpecDoc & { id: string };
      this.save(id, this.make(kind, id, how));
    }
  }

  private make(kind: string, id: string, how: SpecDoc): unknown {
    if (kind === 'client') return this.watch(id, how);
    const options = optionsOf((how[`${kind}Options`] ?? {}) as SpecDoc);
    if (kind === 'database') return this.entity<MongoClient>(String(how.client)).db(String(how.databaseName), options);
    if (kind === 'collection') return this.entity<Db>(String(how.database)).collection(String(how.collectionName), options);
    if (kind === 'bucket') return new GridFSBucket(this.entity<Db>(String(how.database)), options);
    if (kind !== 'session') throw new Mismatch(`the runner does not know ${kind}`);
    const { defaultTransactionOptions, ...rest } = options;
    if (defaultTransactionOptions !== undefined) rest.defaultTransactionOptions = optionsOf(defaultTransactionOptions as SpecDoc);
    const session = this.entity<MongoClient>(String(how.client)).startSession(rest as ClientSessionOptions);
    this.lsids.set(id, session.id);
    this.closers.unshift(() => session.endSession());
    return session;
  }

  /** Closes everything. A transaction whose end was made to fail is still open: the session is ended for it. */
  async close(): Promise<void> {
    const endSessions = [...this.lsids.values()].filter((lsid) => lsid !== undefined);
    const runner = this.entity<MongoClient>('the runner');
    if (endSessions.length > 0)
      await runner
        .db('admin')
        .command({ endSessions })
        .catch(() => undefined);
    for (const close of this.closers) await close().catch(() => undefined);
  }
}
