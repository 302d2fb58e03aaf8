import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './commands.mjs';
import { Refusal } from './say.mjs';

/**
 * Tests to run: whole steps by name, or the tests of some files.
 * `web`, `server` and `e2e` hold the chosen paths by what they need to run, relative to the root.
 * @typedef {{ steps: string[] }} StepsToRun
 * @typedef {{ server: string[], web: string[], e2e: string[] }} TestPaths
 * @typedef {{ paths: TestPaths, name?: string, watch: boolean }} FilesToRun
 */

/** @typedef {{ name: string, check?: boolean, slow?: boolean }} NamedStep `check`: a step of `npm run check` */

const usage = 'npm test -- [path …] [-t "part of a test name"] [--watch] | [--all] | [--only=step,step]';

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        all: { type: 'boolean', default: false },
        only: { type: 'string' },
        testNamePattern: { type: 'string', short: 't' },
        watch: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message.split('. ')[0] : error}\nUsage: ${usage}`);
  }
}

/**
 * @param {string[]} given paths as typed, relative to `cwd`
 * @param {string} cwd
 * @returns {TestPaths}
 */
function sortPaths(given, cwd) {
  /** @type {TestPaths} */
  const paths = { server: [], web: [], e2e: [] };
  for (const each of given) {
    const file = path.relative(root, path.resolve(cwd, each));
    if (!existsSync(path.join(root, file)) || file.startsWith('..'))
      throw new Refusal(`There is no file or folder ${each}.\nUsage: ${usage}`);
    const folder = file.split(path.sep)[0];
    paths[folder === 'web' || folder === 'e2e' ? folder : 'server'].push(file);
  }
  return paths;
}

/**
 * Reads the arguments of `npm test`.
 * @param {string[]} args
 * @param {readonly NamedStep[]} steps every step there is, in order
 * @param {string} [cwd] what paths are relative to
 * @returns {StepsToRun | FilesToRun}
 * @throws {Refusal} on an unknown option, step or path, or on options that contradict each other
 */
export function parseTestArguments(args, steps, cwd = process.cwd()) {
  const { values, positionals } = parse(args);
  const picksFiles = positionals.length > 0 || values.testNamePattern !== undefined || values.watch;
  if (picksFiles && (values.all || values.only !== undefined)) throw new Refusal(`Choose steps or files, not both.\nUsage: ${usage}`);
  if (picksFiles) {
    const paths = sortPaths(positionals, cwd);
    if (values.watch && paths.e2e.length > 0) throw new Refusal('Browser tests (e2e/) cannot be watched.');
    return { paths, watch: values.watch, ...(values.testNamePattern === undefined ? {} : { name: values.testNamePattern }) };
  }
  if (values.only === undefined)
    return { steps: steps.filter(({ check, slow }) => values.all || !(check || slow)).map(({ name }) => name) };
  const only = values.only.split(',');
  const unknown = only.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) throw new Refusal(`There is no step ${unknown}; there are ${steps.map(({ name }) => name).join(', ')}.`);
  return { steps: steps.map(({ name }) => name).filter((name) => only.includes(name)) };
}
