import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startEmbeddedMongo } from '#embedded/mongo-process';
import { startRedis } from '#embedded/redis';
import { isAlive, type StoreProcess, stopProcess } from '#embedded/store-process';
import { readTestEnv, type TestEnv } from '#models/env';
import { withDatabase } from './address.js';
import { takeGivenStores } from './given-stores.js';

/** Nadi as it really runs, each part a process that can be killed: for tests of faults, and for the soak. */

const startWithinMs = 60_000;
const running = new Set<number>();
process.once('exit', () => {
  for (const pid of running) signal(pid, 'SIGKILL');
});

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

/** A store whose process can be killed and begun again on the same data, at the same address. */
export class KillableStore {
  readonly #begin: () => Promise<StoreProcess>;
  #process: StoreProcess | undefined;

  constructor(begin: () => Promise<StoreProcess>) {
    this.#begin = begin;
  }

  /** Begins it, and waits until it serves. */
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

  /** kill -9, and waits until it is gone. */
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

/** What a program of ours is told of its stores. */
export interface ProgramStores {
  mongoUri: string;
  redisUrl: string;
  /** Where it keeps its log and its files. */
  dir: string;
}

export interface KillableStores extends ProgramStores {
  mongo: KillableStore;
  redis: KillableStore;
  /** Stops both, and their data is gone. */
  close(): Promise<void>;
}

const ownRedis = (dir: string): KillableStore =>
  new KillableStore(() => startRedis({ socketDir: dir, dataDir: dir, logFile: path.join(dir, 'redis.log') }));

/** A MongoDB-wire store and a redis-server that nobody else uses, and that keep their data through a kill. */
export async function startKillableStores(): Promise<KillableStores> {
  const dir = mkdtempSync(path.join(tmpdir(), 'nadi-own-'));
  const at = (name: string) => path.join(dir, name);
  const mongo = new KillableStore(() => startEmbeddedMongo({ dataDir: at('mongo'), socketDir: dir, logFile: at('mongo.log') }));
  const redis = ownRedis(dir);
  await Promise.all([mongo.start(), redis.start()]);
  const close = async () => {
    await Promise.all([mongo.stop(), redis.stop()]);
    rmSync(dir, { recursive: true, force: true });
  };
  return { dir, mongo, redis, close, mongoUri: withDatabase(mongo.uri, 'nadi'), redisUrl: redis.uri };
}

/** The same on the MongoDB that TEST_MONGODB_URI names, where one is given: then only Redis can be killed. */
export type TestedStores = Omit<KillableStores, 'mongo'> & { mongo: KillableStore | undefined };

/** Stores for tests of processes: of one's own, but for a MongoDB that was given. */
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

/** What follows `node` for one of our programs: the built file, or the source where the sources are what runs. */
function program(name: string): string[] {
  if (import.meta.url.endsWith('.js')) return [path.join(rootDir, 'dist', `${name}.js`)];
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return ['--conditions=source', '--import', loader, path.join(rootDir, `${name}.ts`)];
}

export interface ProgramOptions {
  /** Its file, without the ending. */
  file: string;
  env: Record<string, string>;
  logFile: string;
  /** What stands before the program, for `node` itself. */
  nodeArgs?: string[];
  /** A channel for messages from and to it. */
  withChannel?: boolean;
  /** Whether it is at work; asked until it says yes. */
  isReady: (log: string) => boolean | Promise<boolean>;
}

/** One of our programs as a process, as the supervisor starts it. */
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

  /** Everything that it has logged. */
  log(): string {
    return readFileSync(this.options.logFile, 'utf8');
  }

  /** Starts it, or starts it again, and waits until it is at work. Rejects with its last words when it ends first. */
  async start(): Promise<void> {
    const { file, env, logFile, nodeArgs = [], withChannel = false, isReady } = this.options;
    const out = openSync(logFile, 'a', 0o600);
    this.#begunAt = readFileSync(logFile).length;
    this.#child = spawn(process.execPath, [...nodeArgs, ...program(file)], {
      cwd: rootDir,
      // Nothing of our own settings: these may be those of a real community.
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

  /** kill -9, and waits until it is gone. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** As Ctrl-C does it. */
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

/** A port that is free just now. */
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

/** A gateway that has not been started yet, always on the same port; without the web app, whose place is told by `env.WEB_DIR`. */
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

/** Workers that have not been started yet. */
export function newWorkers(where: ProgramStores, { name = 'workers', env = {}, ...more }: ProgramOverrides = {}): Program {
  return new Program({
    file: 'workers/main',
    env: { ...storesEnv(where), ...env },
    logFile: path.join(where.dir, `${name}.log`),
    isReady: (log) => log.includes('workers.process started'),
    ...more,
  });
}
