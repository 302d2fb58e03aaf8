import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal, writer } from './say.mjs';

/** The root of the repository; every program runs in it. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Finds a program on the PATH.
 * @param {string} name
 * @returns {string | undefined}
 */
export function which(name) {
  const candidates = name.includes('/')
    ? [path.resolve(name)]
    : (process.env.PATH ?? '').split(path.delimiter).map((dir) => path.join(dir, name));
  return candidates.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return statSync(file).isFile();
    } catch {
      return false;
    }
  });
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
process.once('exit', () => {
  for (const child of running) child.kill();
});

/**
 * A program and its arguments at low priority: with a tenth of the processor time of a program beside it that needs all it can get.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {[string, string[]]}
 */
function atLowPriority(command, args) {
  const nice = which('nice');
  return nice === undefined ? [command, [...args]] : [nice, ['-n', '10', command, ...args]];
}

/** @typedef {{ code: number, output: string }} Outcome */

/**
 * Runs a program to its end, without a terminal, and gives what it printed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, show?: boolean, lowPriority?: boolean, timeoutMs?: number }} [options] `show`: its output is passed on as it comes
 * @returns {Promise<Outcome>} rejects with a Refusal when it was killed because the time is up
 */
export function run(command, args, { env = process.env, cwd = root, show = false, lowPriority = false, timeoutMs } = {}) {
  return new Promise((resolve, reject) => {
    const [program, given] = lowPriority ? atLowPriority(command, args) : [command, args];
    const child = spawn(program, given, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs, killSignal: 'SIGKILL' });
    running.add(child);
    const write = writer();
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        if (show) write(chunk);
      });
    }
    child.once('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}` }));
    child.once('close', (code, signal) => {
      running.delete(child);
      if (timeoutMs !== undefined && signal === 'SIGKILL')
        reject(new Refusal(`${path.basename(command)} did not end within ${Math.round(timeoutMs / 1_000)} s`));
      else resolve({ code: code ?? 1, output });
    });
  });
}

/**
 * Runs a program at our terminal. A Ctrl-C is the program's: who called goes on once it has ended.
 * @param {string} command @param {readonly string[]} args @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} its exit status
 */
export function runAttached(command, args, env) {
  const patient = () => {};
  process.on('SIGINT', patient);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: 'inherit' });
    const pass = () => child.kill('SIGTERM');
    process.on('SIGTERM', pass);
    child.once('error', reject);
    child.once('exit', (code) => {
      process.off('SIGINT', patient);
      process.off('SIGTERM', pass);
      resolve(code ?? 1);
    });
  });
}

/**
 * A program of node_modules. Started as itself: a killed npx leaves what it runs behind.
 * @param {string} name
 */
export function bin(name) {
  return path.join(root, 'node_modules', '.bin', name);
}

/**
 * The last lines of what a program printed.
 * @param {string} output
 * @param {number} [count]
 */
export function tail(output, count = 15) {
  return output.trimEnd().split('\n').slice(-count).join('\n');
}
