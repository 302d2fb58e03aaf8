import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { root, tail } from './commands.mjs';
import { identify, stop } from './processes.mjs';
import { say } from './say.mjs';

/** @typedef {import('./data-dir.mjs').DataDir} DataDir */
/** @typedef {{ name: string, command: string, args: string[], env: NodeJS.ProcessEnv, show?: boolean }} Program `show`: at the terminal instead of in a log */

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;
const STEADY_AFTER = 10_000;

/**
 * How long to wait before a program is started again: not at all the first time, or once it ran steadily; then 1 s, doubled each time up to 30 s.
 * @param {number | undefined} before the last wait
 * @param {number} ranMs how long it ran
 */
export function nextWait(before, ranMs) {
  if (before === undefined || ranMs >= STEADY_AFTER) return 0;
  return before > 0 ? Math.min(before * 2, LONGEST_WAIT) : FIRST_WAIT;
}

/** @param {number} wait a wait in ms, for people */
export const when = (wait) => (wait === 0 ? 'at once' : `in ${wait / 1_000} s`);

/** Keeps programs running: one that ended is started again, until stop() is called. */
export class Supervisor {
  #stopping = false;
  /** @type {Map<string, { wait: number | undefined, timer?: NodeJS.Timeout, ends: number }>} */
  #programs = new Map();

  /** @type {Set<import('node:child_process').ChildProcess>} */
  #children = new Set();

  /** @param {DataDir} dataDir */
  constructor(dataDir) {
    this.dataDir = dataDir;
    // However this process ends by itself, nobody is left on the port.
    process.once('exit', () => {
      for (const child of this.#children) child.kill();
    });
  }

  /** @param {Program} program */
  start(program) {
    if (this.#stopping) return;
    this.#programs.set(program.name, { wait: undefined, ends: 0 });
    this.#launch(program);
  }

  /**
   * How often a program has ended by itself.
   * @param {string} name
   */
  ends(name) {
    return this.#programs.get(name)?.ends ?? 0;
  }

  /**
   * The last lines that a program wrote.
   * @param {string} name
   */
  lastWords(name) {
    return tail(readFileSync(this.dataDir.logFile(name), 'utf8'));
  }

  /** Asks all of them to end, and waits. */
  async stop() {
    this.#stopping = true;
    for (const { timer } of this.#programs.values()) clearTimeout(timer);
    await stopChildren(this.dataDir);
  }

  /** @param {Program} program */
  #launch(program) {
    const { name, command, args, env, show = false } = program;
    const log = openSync(this.dataDir.logFile(name), 'a', 0o600);
    const begun = Date.now();
    const out = show ? 'inherit' : log;
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', out, out], detached: true });
    closeSync(log);
    this.#children.add(child);
    if (child.pid !== undefined) {
      const state = this.dataDir.readState();
      this.dataDir.writeState({ ...state, children: { ...state.children, [name]: identify(child.pid) } });
    }
    child.once('error', (error) => say(`${name} could not be started: ${error.message}`));
    child.once('exit', (code, signal) => {
      this.#children.delete(child);
      this.#ended(program, signal ?? `status ${code}`, Date.now() - begun);
    });
  }

  /** @param {Program} program @param {string} how @param {number} ranMs */
  #ended(program, how, ranMs) {
    const record = this.#programs.get(program.name);
    if (this.#stopping || record === undefined) return;
    record.wait = nextWait(record.wait, ranMs);
    record.ends += 1;
    say(`${program.name} ended (${how}); it is started again ${when(record.wait)}. Its log: ${this.dataDir.logFile(program.name)}`);
    record.timer = setTimeout(() => this.#launch(program), record.wait);
  }
}

/**
 * Stops the gateway and the workers that run on a folder, also those that a killed starter left behind.
 * @param {DataDir} dataDir
 */
export async function stopChildren(dataDir) {
  const { children, ...state } = dataDir.readState();
  await Promise.all(Object.values(children).map((id) => stop(id)));
  dataDir.writeState({ ...state, children: {} });
}
