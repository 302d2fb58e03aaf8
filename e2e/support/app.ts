import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoPassword } from '#models/testing/demo';
import { type GivenStores, takeGivenStores } from '#models/testing/given-stores';
import { linesWithSecrets } from '#models/testing/secrets';
import { demoFolder } from './demo-folder.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const START_TIMEOUT = 120_000;

export type ProgramName = 'gateway' | 'workers';

/** Nadi as `npm start` runs it, in a folder and on a port of its own. */
export class RunningApp {
  readonly dataDir = mkdtempSync(path.join(tmpdir(), 'nadi-e2e-'));
  readonly port: number;
  readonly #given: GivenStores;
  #starter: ChildProcess | undefined;
  #output = '';

  constructor(port: number, given: GivenStores) {
    this.port = port;
    this.#given = given;
  }

  get address(): string {
    return `http://localhost:${this.port}`;
  }

  /** Output of the starter. */
  get output(): string {
    return this.#output;
  }

  /** Starts the app, or restarts it on the same data, and waits until it announces that it runs. */
  async start(settings: Record<string, string> = {}): Promise<void> {
    this.#output = '';
    const ours = { PORT: String(this.port), DATA_DIR: this.dataDir, SEED: 'demo', RATE_LIMITS: 'off' };
    const env = { ...process.env, ...ours, ...this.#given.settings, ...settings };
    const starter = spawn(process.execPath, ['scripts/start.mjs'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#starter = starter;
    for (const stream of [starter.stdout, starter.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString();
      });
    }
    for (const until = Date.now() + START_TIMEOUT; !this.#output.includes('Nadi runs at'); await sleep(50)) {
      if (starter.exitCode !== null || Date.now() > until) throw new Error(`npm start failed:\n${this.#output}`);
    }
  }

  #state(): { children: Record<string, { pid: number }>; uris: { mongoUri: string; redisUrl: string } } {
    return JSON.parse(readFileSync(path.join(this.dataDir, 'state.json'), 'utf8'));
  }

  /** Addresses of its stores. */
  stores(): { mongoUri: string; redisUrl: string } {
    return this.#state().uris;
  }

  /** The process id of the gateway or the workers. */
  pid(name: ProgramName): number {
    const child = this.#state().children[name];
    if (child === undefined) throw new Error(`There is no ${name} running`);
    return child.pid;
  }

  /** kill -9 of the gateway or the workers; the supervisor starts it again. */
  kill(name: ProgramName): void {
    process.kill(this.pid(name), 'SIGKILL');
  }

  /** kill -9 of the starter: everything else lives on. */
  async killStarter(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Waits until /readyz answers 200 again. */
  async ready(): Promise<void> {
    for (const until = Date.now() + START_TIMEOUT; Date.now() < until; await sleep(50)) {
      const answer = await fetch(`${this.address}/readyz`).catch(() => undefined);
      if (answer?.status === 200) return;
    }
    throw new Error('The app did not become ready');
  }

  /** Logs of the gateway and the workers. */
  log(name: ProgramName): string {
    return readFileSync(path.join(this.dataDir, 'logs', `${name}.log`), 'utf8');
  }

  /** Ctrl-C. */
  async stop(): Promise<void> {
    await this.#end('SIGINT');
  }

  /** Ctrl-C, and its data is gone too. */
  async dispose(): Promise<void> {
    await this.stop();
    await this.#given.giveBack();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const starter = this.#starter;
    if (starter === undefined || starter.exitCode !== null || starter.signalCode !== null) return;
    const ended = new Promise((resolve) => starter.once('exit', resolve));
    starter.kill(signal);
    await ended;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/**
 * A new app that nobody has started yet: on stores of its own, which have the demo community already, or in a database of those that
 * were given.
 */
export async function newApp(): Promise<RunningApp> {
  const given = await takeGivenStores();
  const app = new RunningApp(await freePort(), given);
  const loaded = demoFolder();
  if (loaded !== undefined) cpSync(loaded, app.dataDir, { recursive: true });
  return app;
}

/** Lines of an app's logs with an address, a token or a password. */
export const secretsInLogs = (app: RunningApp): string[] =>
  (['gateway', 'workers'] as const).flatMap((name) => linesWithSecrets(app.log(name).split('\n'), new Set([demoPassword])));
