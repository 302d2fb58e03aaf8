import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureProgram } from './apt.mjs';
import { which } from './commands.mjs';
import { identify, lives, stop } from './processes.mjs';
import { Refusal, say, step } from './say.mjs';

/** @typedef {import('./data-dir.mjs').DataDir} DataDir */
/** @typedef {import('./data-dir.mjs').StoreId} StoreId */
/** @typedef {import('./data-dir.mjs').Memory} Memory */
/** @typedef {{ MONGODB_URI?: string | undefined, REDIS_URL?: string | undefined, MONGOD?: string | undefined }} StoreSettings */
/** @typedef {{ detached: boolean, socketDir: string, onSpawn: (pid: number) => void, logFile: string }} Launch */
/** @typedef {'mongo' | 'redis'} StoreName */

const DATABASE = 'nadi';

/**
 * Which store holds the data: a mongod where there is one (MONGOD=off: none), else the embedded one; never another than before.
 * @param {{ memory: Memory | undefined, wanted: string | undefined, found: string | undefined, folder: string }} about
 * @returns {{ kind: 'embedded' | 'mongod', command?: string }}
 */
export function chooseMongo({ memory, wanted, found, folder }) {
  if (wanted !== undefined && wanted !== 'off' && found === undefined)
    throw new Refusal(`MONGOD names ${wanted}, which is no program here.`);
  const command = wanted === 'off' ? undefined : found;
  const kind = command === undefined ? 'embedded' : 'mongod';
  if (memory === undefined || memory.mongo === kind) return command === undefined ? { kind } : { kind, command };
  const copy = "'npm run data:export -- URI' copies the community to another MongoDB";
  if (kind === 'mongod')
    throw new Refusal(
      `${folder} holds its community in the embedded store, and this start would use ${command}: set MONGOD=off to go on with it; ${copy}.`,
    );
  throw new Refusal(`${folder} holds its community in a mongod, and none is found now: set MONGOD to the program's path; ${copy}.`);
}

/**
 * The last line of a store that cannot read its data, with how a backup comes back; any other error as it is.
 * @param {unknown} error
 */
export function explainUnreadable(error) {
  const last = error instanceof Error ? error.message.split('\n').at(-1) : undefined;
  return last?.startsWith('The store in ') ? new Refusal(`${last} 'npm run restore -- FILE' loads what 'npm run backup' wrote.`) : error;
}

/** The stores of one DATA_DIR: those that its settings name, and for the rest its own processes, which outlive a killed starter. */
export class Stores {
  /** @param {DataDir} dataDir @param {StoreSettings} settings */
  constructor(dataDir, settings) {
    this.dataDir = dataDir;
    this.settings = settings;
    this.socketDir = dataDir.readState().socketDir;
  }

  /** Uses those that live, starts the others, and gives their addresses. */
  async open() {
    const { MONGODB_URI, REDIS_URL } = this.settings;
    const memory = this.dataDir.readMemory();
    if (MONGODB_URI !== undefined && memory !== undefined) {
      say(`MONGODB_URI is used; the community in ${this.dataDir.path} stays where it is, and 'npm run data:export -- URI' copies it.`);
    }
    const [redisUrl, mongoUri] = await Promise.all([REDIS_URL ?? this.#use('redis'), MONGODB_URI ?? this.#use('mongo')]);
    const uris = { mongoUri, redisUrl };
    this.#note((state) => ({ ...state, uris }));
    return uris;
  }

  /** The own stores that have ended since they were started. */
  ended() {
    const state = this.dataDir.readState();
    return this.#own().filter((name) => !lives(state[name]));
  }

  /** @param {StoreName} name */
  async restart(name) {
    await this.#start(name);
  }

  async close() {
    const state = this.dataDir.readState();
    await Promise.all([stop(state.redis), stop(state.mongo, 30_000)]);
    if (this.socketDir !== undefined) rmSync(this.socketDir, { recursive: true, force: true });
    this.#note(({ children }) => ({ children }));
  }

  /** @returns {StoreName[]} */
  #own() {
    const { MONGODB_URI, REDIS_URL } = this.settings;
    return /** @type {StoreName[]} */ (['redis', 'mongo']).filter((name) => (name === 'redis' ? REDIS_URL : MONGODB_URI) === undefined);
  }

  /** @param {StoreName} name */
  async #use(name) {
    const recorded = this.dataDir.readState()[name];
    if (lives(recorded) && recorded !== undefined && recorded.uri !== '') return recorded.uri;
    await stop(recorded);
    return this.#start(name);
  }

  /** @param {StoreName} name */
  async #start(name) {
    this.socketDir ??= mkdtempSync(path.join(tmpdir(), 'nadi-'));
    const { socketDir } = this;
    this.#note((state) => ({ ...state, socketDir }));
    /** @param {number} pid @param {string} uri */
    const note = (pid, uri) => this.#note((state) => ({ ...state, [name]: { ...identify(pid), uri } }));
    const launch = {
      detached: true,
      socketDir,
      logFile: this.dataDir.logFile(name),
      onSpawn: (/** @type {number} */ pid) => note(pid, ''),
    };
    const started = name === 'redis' ? await this.#startRedis(launch) : await this.#startMongo(launch);
    note(started.pid, started.uri);
    return started.uri;
  }

  /** @param {Launch} launch */
  async #startRedis(launch) {
    const command = which('redis-server') ?? which('valkey-server') ?? (await ensureProgram('redis-server', ', or set REDIS_URL'));
    const { startRedis } = await import('#embedded/redis');
    return step('Starting Redis', () => startRedis({ ...launch, command, dataDir: this.dataDir.at('redis') }));
  }

  /** @param {Launch} launch */
  async #startMongo(launch) {
    const { MONGOD: wanted } = this.settings;
    const memory = this.dataDir.readMemory();
    const choice = chooseMongo({ memory, wanted, found: which(wanted ?? 'mongod'), folder: this.dataDir.path });
    if (memory === undefined) this.dataDir.writeMemory({ mongo: choice.kind });
    const started =
      choice.command === undefined ? await this.#startEmbedded(launch) : await this.#startMongod(choice.command, launch, memory);
    return { pid: started.pid, uri: withDatabase(started.uri) };
  }

  /** @param {Launch} launch */
  async #startEmbedded(launch) {
    const { startEmbeddedMongo } = await import('#embedded/mongo-process');
    const start = () => startEmbeddedMongo({ ...launch, dataDir: this.dataDir.at('mongo') });
    return step('Starting the embedded store', start).catch((error) => {
      throw explainUnreadable(error);
    });
  }

  /** @param {string} command @param {Launch} launch @param {Memory | undefined} memory */
  async #startMongod(command, launch, memory) {
    const { startMongod } = await import('#embedded/mongod');
    const { initiateReplicaSet } = await import('#models/db/replica-set');
    return step('Starting mongod', async () => {
      const port = memory?.port === undefined ? {} : { port: memory.port };
      const started = await startMongod({ ...launch, ...port, command, dataDir: this.dataDir.at('mongod') });
      this.dataDir.writeMemory({ ...memory, mongo: 'mongod', port: started.port });
      await initiateReplicaSet(started.uri);
      return started;
    });
  }

  /** @param {(state: import('./data-dir.mjs').State) => import('./data-dir.mjs').State} change */
  #note(change) {
    this.dataDir.writeState(change(this.dataDir.readState()));
  }
}

/** @param {string} uri */
function withDatabase(uri) {
  return uri.replace(/\/(\?|$)/, `/${DATABASE}$1`);
}
