import { AsyncLocalStorage } from 'node:async_hooks';

/** @typedef {(chunk: string | Buffer) => unknown} Write */

/** @type {AsyncLocalStorage<Write>} */
const redirected = new AsyncLocalStorage();

/**
 * Gives the function that prints what is said here: at the terminal, unless `collect` keeps it.
 * @returns {Write}
 */
export function writer() {
  return redirected.getStore() ?? ((chunk) => process.stdout.write(chunk));
}

/**
 * Does some work and keeps what it prints, so that steps that run side by side do not mix their lines.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<{ result: T, output: string }>}
 */
export async function collect(work) {
  let output = '';
  const result = await redirected.run((chunk) => {
    output += chunk;
  }, work);
  return { result, output };
}

/** A reason to end that a person can act on: printed as one clear line, without a stack. */
export class Refusal extends Error {}

/** @param {string} line */
export function say(line) {
  writer()(`${line}\n`);
}

/**
 * Does one step; what takes longer than a second is shown while it lasts and when it is done.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  const begun = Date.now();
  let shown = false;
  const timer = setTimeout(() => {
    shown = true;
    say(`${name} …`);
  }, 1_000);
  try {
    const result = await work();
    if (shown) say(`${name}: done in ${((Date.now() - begun) / 1_000).toFixed(1)} s`);
    return result;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs the whole of a script: a refusal is one line and exit status 1.
 * @param {() => Promise<number | undefined>} main its result is the exit status
 */
export async function runScript(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    process.stderr.write(error instanceof Refusal ? `${error.message}\n` : `${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  }
}
