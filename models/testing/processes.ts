import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type EmbeddedMongoOptions, startEmbeddedMongo } from '#embedded/mongo-process';
import { startRedis } from '#embedded/redis';
import { isAlive, type StoreProcess, stopProcess } from '#embedded/store-process';
import { readTestEnv, type TestEnv } from '#models/env';
import { withDatabase } from './address.js';
import { takeGivenStores } from './given-stores.js';

/** Runs Nadi as separate processes that can be killed, for fault tests and the soak. */

const startWithinMs = 60_000;
const running = new Set<number>();
process.once('exit', () => {
  for (const pid of running) signal(pid, 'SIGKILL');
});

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has exited already.
  }
}

/** A store whose process can be killed and restarted on the same data, at the same address. */
class KillableStore {
  readonly #begin: () => Promise<StoreProcess>;
  #process: StoreProcess | undefined;

  constructor(begin: () => Promise<StoreProcess>) {
    this.#begin = begin;
  }

  /** Starts the store and waits until it serves. */
  async start(): Promise<void> {
    this.#process = await this.#begin();
    running.add(this.#process.pid);
  }

  get uri(): string {
    return this.#begun.uri;
  }

  get pid(): number {
    return this.#begun.pid;
  }

  get #begun(): StoreProcess {
    if (!this.#process) throw new Error('The store was never started.');
    return this.#process;
  }

  /** Sends SIGKILL and waits for the exit. */
  async kill(): Promise<void> {
    await this.#end((pid) => signal(pid, 'SIGKILL'));
  }

  async stop(): Promise<void> {
    await this.#end(() => {});
  }

  async #end(first: (pid: number) => void): Promise<void> {
    const pid = this.#process?.pid;
    if (pid === undefined || !running.has(pid)) return;
    first(pid);
    await stopProcess(pid);
    running.delete(pid);
  }
}

/** Stores and folder of a program. */
export interface ProgramStores {
  mongoUri: string;
  redisUrl: string;
  /** Folder of its log and its files. */
  dir: string;
}

export interface KillableStores extends ProgramStores {
  mongo: KillableStore;
  redis: KillableStore;
  /** Stops both stores and deletes their data. */
  close(): Promise<void>;
}

const ownRedis = (dir: string): KillableStore =>
  new KillableStore(() => startRedis({ socketDir: dir, dataDir: dir, logFile: path.join(dir, 'redis.log') }));

/** Starts an embedded store and a redis-server for the caller alone; both recover their data after a kill. */
export async function startKillableStores({ heapMb }: Pick<EmbeddedMongoOptions, 'heapMb'> = {}): Promise<KillableStores> {
  const dir = mkdtempSync(path.join(tmpdir(), 'nadi-own-'));
  const at = (name: string) => path.join(dir, name);
  const mongo = new KillableStore(() => startEmbeddedMongo({ dataDir: at('mongo'), socketDir: dir, logFile: at('mongo.log'), heapMb }));
  const redis = ownRedis(dir);
  await Promise.all([mongo.start(), redis.start()]);
  const close = async () => {
    await Promise.all([mongo.stop(), redis.stop()]);
    rmSync(dir, { recursive: true, force: true });
  };
  return { dir, mongo, redis, close, mongoUri: withDatabase(mongo.uri, 'nadi'), redisUrl: redis.uri };
}

/** Stores of a process test. A MongoDB given by TEST_MONGODB_URI is used instead of an own one; then only Redis can be killed. */
export type TestedStores = Omit<KillableStores, 'mongo'> & { mongo: KillableStore | undefined };

/** Starts the stores of a process test, or takes a database of the given MongoDB. */
export async function startTestedStores({ TEST_MONGODB_URI }: Pick<TestEnv, 'TEST_MONGODB_URI'> = readTestEnv()): Promise<TestedStores> {
  const { settings, giveBack } = await takeGivenStores({ TEST_MONGODB_URI, TEST_REDIS_URL: undefined });
  if (settings.MONGODB_URI === undefined) return startKillableStores();
  const dir = mkdtempSync(path.join(tmpdir(), 'nadi-own-'));
  const redis = ownRedis(dir);
  await redis.start();
  const close = async () => {
    await redis.stop();
    await giveBack();
    rmSync(dir, { recursive: true, force: true });
  };
  return { dir, mongo: undefined, redis, close, mongoUri: settings.MONGODB_URI, redisUrl: redis.uri };
}

const rootDir = fileURLToPath(new URL(import.meta.url.endsWith('.js') ? '../../../' : '../../', import.meta.url));

/**
 * Arguments of `node` for a program: its build when run from the build, or in tests that have one (NADI_TEST_BUILT), which starts in a
 * third of the time; else its source.
 */
export function program(name: string): string[] {
  if (import.meta.url.endsWith('.js') || readTestEnv().NADI_TEST_BUILT === '1') return [path.join(rootDir, 'dist', `${name}.js`)];
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return ['--conditions=source', '--import', loader, path.join(rootDir, `${name}.ts`)];
}

export interface ProgramOptions {
  /** Path of the program without its extension. */
  file: string;
  env: Record<string, string>;
  logFile: string;
  /** Arguments for `node` itself, before the program. */
  nodeArgs?: string[];
  /** Opens an IPC channel. */
  withChannel?: boolean;
  /** Polled until it returns true. */
  isReady: (log: string) => boolean | Promise<boolean>;
}

/** A program as a process, as the supervisor starts it. */
export class Program {
  readonly options: ProgramOptions;
  #child: ChildProcess | undefined;
  #begunAt = 0;

  constructor(options: ProgramOptions) {
    this.options = options;
  }

  get child(): ChildProcess {
    if (!this.#child) throw new Error('It was never started.');
    return this.#child;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  isAlive(): boolean {
    return isAlive(this.pid);
  }

  /** Whole log. */
  log(): string {
    return readFileSync(this.options.logFile, 'utf8');
  }

  /** The last warnings and errors in the log. */
  warnings(most: number): string[] {
    const lines = this.log().split('\n');
    return lines.filter((line) => /"level":(40|50|60)/.test(line)).slice(-most);
  }

  /** Starts or restarts the program and waits until it is ready. Rejects with the end of its log if it exits first. */
  async start(): Promise<void> {
    const { file, env, logFile, nodeArgs = [], withChannel = false, isReady } = this.options;
    const out = openSync(logFile, 'a', 0o600);
    this.#begunAt = readFileSync(logFile).length;
    this.#child = spawn(process.execPath, [...nodeArgs, ...program(file)], {
      cwd: rootDir,
      // Inherit no settings: they may be those of a real community.
      env: { NODE_ENV: 'production', ...env },
      stdio: ['ignore', out, out, ...(withChannel ? (['ipc'] as const) : [])],
    });
    closeSync(out);
    running.add(this.pid);
    const until = Date.now() + startWithinMs;
    while (!(await isReady(this.log().slice(this.#begunAt)))) {
      if (!this.isAlive() || Date.now() > until) throw new Error(`${file} did not start:\n${this.log().slice(-2000)}`);
      await sleep(20);
    }
  }

  /** Sends SIGKILL and waits for the exit. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Sends SIGTERM and waits for the exit. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async #end(name: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(name);
    await ended;
    running.delete(this.pid);
  }
}

/** Finds a free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

type ProgramOverrides = Pick<ProgramOptions, 'nodeArgs' | 'withChannel'> & { name?: string; env?: Record<string, string> };

const storesEnv = ({ mongoUri, redisUrl, dir }: ProgramStores) => ({
  MONGODB_URI: mongoUri,
  REDIS_URL: redisUrl,
  DATA_DIR: dir,
  SEED: 'empty',
  LOG_LEVEL: 'info',
});

/** Creates a gateway, not started yet, with a fixed port; it serves a web app only with `env.WEB_DIR`. */
export async function newGateway(
  where: ProgramStores,
  { name = 'gateway', env = {}, ...more }: ProgramOverrides = {},
): Promise<Program & { url: string }> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const isReady = async () => (await fetch(`${url}/healthz`).catch(() => null))?.status === 200;
  const made = new Program({
    file: 'gateway/server',
    env: { ...storesEnv(where), PORT: new URL(url).port, HOST: '127.0.0.1', RATE_LIMITS: 'off', ...env },
    logFile: path.join(where.dir, `${name}.log`),
    isReady,
    ...more,
  });
  return Object.assign(made, { url });
}

/** Creates a worker process, not started yet. */
export function newWorkers(where: ProgramStores, { name = 'workers', env = {}, ...more }: ProgramOverrides = {}): Program {
  return new Program({
    file: 'workers/main',
    env: { ...storesEnv(where), ...env },
    logFile: path.join(where.dir, `${name}.log`),
    isReady: (log) => log.includes('workers.process started'),
    ...more,
  });
}
