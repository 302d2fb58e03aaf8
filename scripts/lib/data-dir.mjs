import { accessSync, constants, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './commands.mjs';
import { identify, lives } from './processes.mjs';
import { Refusal } from './say.mjs';

/** @typedef {import('./processes.mjs').ProcessId} ProcessId */
/** @typedef {ProcessId & { uri: string }} StoreId */

/**
 * Processes on a DATA_DIR: read by the next start after a kill, and by scripts that need the stores meanwhile.
 * @typedef {object} State
 * @property {string} [socketDir]
 * @property {StoreId} [mongo]
 * @property {StoreId} [redis]
 * @property {{ mongoUri: string, redisUrl: string }} [uris] where the stores are, ours or others'
 * @property {Record<string, ProcessId>} children gateway, workers
 */

/**
 * Which store holds this folder's data, the port a mongod had, and whether the demo community was loaded.
 * @typedef {{ mongo: 'embedded' | 'mongod', port?: number, demo?: boolean }} Memory
 */

const MAX_LOG_BYTES = 10 * 1024 * 1024;

/** The folder of everything that Nadi keeps on this machine. */
export class DataDir {
  /** @param {string} [given] as DATA_DIR says; relative to the repository */
  constructor(given = process.env.DATA_DIR || '.data') {
    this.path = path.resolve(root, given);
  }

  /** @param {...string} parts */
  at(...parts) {
    return path.join(this.path, ...parts);
  }

  /** Makes the folder; one that cannot be written is refused. */
  open() {
    try {
      for (const name of ['', 'logs', 'redis']) mkdirSync(this.at(name), { recursive: true, mode: 0o700 });
      accessSync(this.path, constants.W_OK);
      writeFileSync(this.at('.writable'), '');
      rmSync(this.at('.writable'));
    } catch (error) {
      const reason = /** @type {NodeJS.ErrnoException} */ (error).code;
      throw new Refusal(`The folder ${this.path} cannot be written (${reason}): make it writable, or set DATA_DIR to another one.`);
    }
    return this;
  }

  /**
   * Takes the folder for this process; while the one that took it lives, others are refused.
   * @returns {() => void} gives it back
   */
  lock() {
    const file = this.at('starter.lock');
    const mine = `${file}.${process.pid}.new`;
    writeFileSync(mine, JSON.stringify(identify(process.pid)));
    try {
      while (!linked(mine, file)) {
        const holder = this.holder();
        if (holder !== undefined)
          throw new Refusal(
            `Nadi already runs on ${this.path} (process ${holder.pid}): stop that one first, or set DATA_DIR to another folder.`,
          );
        this.#dropStaleLock(file);
      }
    } finally {
      rmSync(mine, { force: true });
    }
    return () => rmSync(file, { force: true });
  }

  /** @param {string} file */
  #dropStaleLock(file) {
    const aside = `${file}.${process.pid}.stale`;
    try {
      renameSync(file, aside);
    } catch {
      return;
    }
    const moved = read(aside);
    if (lives(moved)) renameSync(aside, file);
    else rmSync(aside, { force: true });
  }

  /**
   * The process that has taken the folder, if it lives.
   * @returns {ProcessId | undefined}
   */
  holder() {
    const holder = read(this.at('starter.lock'));
    return lives(holder) ? holder : undefined;
  }

  /** @returns {State} */
  readState() {
    return { children: {}, ...read(this.at('state.json')) };
  }

  /** @param {State} state */
  writeState(state) {
    write(this.at('state.json'), state);
  }

  /** @returns {Memory | undefined} */
  readMemory() {
    return read(this.at('store.json'));
  }

  /** @param {Memory} memory */
  writeMemory(memory) {
    write(this.at('store.json'), memory);
  }

  /**
   * A log file; a large previous one is rotated.
   * @param {string} name
   */
  logFile(name) {
    const file = this.at('logs', `${name}.log`);
    if (existsSync(file) && statSync(file).size > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
    return file;
  }
}

/**
 * Gives a whole file its name at once, unless the name is taken: nobody reads a lock that is half written.
 * @param {string} from @param {string} to
 */
function linked(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {string} file @param {unknown} value */
function write(file, value) {
  writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
