import { checkPort } from './port.mjs';
import { localAddress, untilReady } from './ready.mjs';
import { Refusal, say, step } from './say.mjs';
import { seedDemo } from './seed-demo.mjs';
import { Stores } from './stores.mjs';
import { nextWait, Supervisor, stopChildren, when } from './supervisor.mjs';

/** @typedef {import('./data-dir.mjs').DataDir} DataDir */
/** @typedef {import('./supervisor.mjs').Program} Program */
/** @typedef {import('../../models/env.js').Env} Env */

const GIVE_UP_AFTER = 3;
const WATCH_EVERY = 200;

/**
 * Every setting, checked; all faults are one refusal.
 * @returns {Promise<Env>}
 */
export async function readSettings() {
  const { EnvError, readEnv } = await import('#models/env');
  try {
    return readEnv();
  } catch (error) {
    throw error instanceof EnvError ? new Refusal(error.message) : error;
  }
}

/** The stores, the gateway and the workers on one DATA_DIR, from the first step to the last. */
export class App {
  /** @type {Stores | undefined} */
  #stores;
  /** @type {NodeJS.Timeout | undefined} */
  #watch;
  #stopping = false;
  /** @type {Map<'mongo' | 'redis', { wait: number, at: number, begun: number }>} */
  #restarts = new Map();

  /** @param {DataDir} dataDir */
  constructor(dataDir) {
    this.dataDir = dataDir;
    this.supervisor = new Supervisor(dataDir);
  }

  /**
   * Starts everything, and gives the address once all of it is ready.
   * @param {Env} given
   * @param {{ gateway: string[], workers: string[] }} programs what follows `node`
   * @param {boolean} [show] what they print goes to the terminal
   */
  async start(given, programs, show = false) {
    await stopChildren(this.dataDir);
    const settings = { ...given, PORT: await checkPort(given.PORT, given.HOST) };
    this.#stores = new Stores(this.dataDir, settings);
    const uris = await this.#stores.open();
    this.#watch = setInterval(() => this.#watchStores(), WATCH_EVERY);
    const env = this.#environment(settings, uris);
    const launch = (/** @type {'gateway' | 'workers'} */ name) =>
      this.supervisor.start({ name, command: process.execPath, args: programs[name], env, show });
    const wanted = settings.SEED === 'demo';
    // Start at once if the community has been loaded before.
    const wasLoaded = this.dataDir.readMemory()?.demo === true;
    if (wasLoaded) launch('gateway');
    const seeding = wanted ? seedDemo(env) : Promise.resolve(undefined);
    if (!wasLoaded) await seeding.then(() => launch('gateway'));
    const address = localAddress(settings.HOST, settings.PORT);
    const ready = step('Waiting for the gateway', () => untilReady(address, () => this.#giveUp()));
    const [demo, last] = await Promise.all([seeding, ready]);
    this.#rememberDemo(demo);
    if (last !== undefined) throw new Refusal(`The gateway is not ready (${last}). Its log: ${this.dataDir.logFile('gateway')}`);
    // Somebody waits for the gateway, nobody for these.
    launch('workers');
    return { address: settings.HOST === '127.0.0.1' ? address.replace('127.0.0.1', 'localhost') : address, demo };
  }

  /** @param {import('./seed-demo.mjs').Demo | undefined} demo */
  #rememberDemo(demo) {
    const memory = this.dataDir.readMemory();
    if (memory !== undefined && demo !== undefined) this.dataDir.writeMemory({ ...memory, demo: true });
  }

  /** Stops everything, the stores last. */
  async stop() {
    this.#stopping = true;
    clearInterval(this.#watch);
    await this.supervisor.stop();
    await this.#stores?.close();
  }

  /**
   * @param {Env} settings
   * @param {{ mongoUri: string, redisUrl: string }} uris
   * @returns {NodeJS.ProcessEnv}
   */
  #environment(settings, uris) {
    return {
      NODE_ENV: 'production',
      ...process.env,
      PORT: String(settings.PORT),
      HOST: settings.HOST,
      DATA_DIR: this.dataDir.path,
      SEED: settings.SEED,
      MONGODB_URI: uris.mongoUri,
      REDIS_URL: uris.redisUrl,
    };
  }

  #giveUp() {
    if (this.#stopping) throw new Refusal('Stopped.');
    if (this.supervisor.ends('gateway') < GIVE_UP_AFTER) return;
    throw new Refusal(`The gateway cannot start. The end of its log:\n${this.supervisor.lastWords('gateway')}`);
  }

  #watchStores() {
    for (const name of this.#stores?.ended() ?? []) {
      const restart = this.#restarts.get(name);
      if (restart !== undefined && Date.now() < restart.at) continue;
      const wait = nextWait(restart?.wait, restart === undefined ? 0 : Date.now() - restart.begun);
      this.#restarts.set(name, { wait, at: Number.POSITIVE_INFINITY, begun: Date.now() });
      say(`The own ${name} store ended; it is started again ${when(wait)}.`);
      setTimeout(() => this.#restart(name, wait), wait);
    }
  }

  /** @param {'mongo' | 'redis'} name @param {number} wait */
  async #restart(name, wait) {
    if (this.#stopping) return;
    try {
      await this.#stores?.restart(name);
    } catch (error) {
      say(`The own ${name} store could not be started: ${error instanceof Error ? error.message : error}`);
    }
    this.#restarts.set(name, { wait, at: Date.now(), begun: Date.now() });
  }
}
