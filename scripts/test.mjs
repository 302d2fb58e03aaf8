import { couldNotRun, total } from './lib/counting.mjs';
import { runInLanes } from './lib/lanes.mjs';
import { checkNode } from './lib/node-version.mjs';
import { installPackages } from './lib/packages.mjs';
import { Refusal, runScript, say } from './lib/say.mjs';
import { parseTestArguments } from './lib/test-arguments.mjs';
import { steps, stepsForFiles, watchTests } from './lib/test-steps.mjs';

/** @typedef {import('./lib/counting.mjs').Count} Count */
/** @typedef {import('./lib/test-steps.mjs').Step} Step */

/**
 * @param {Step} step
 * @returns {Promise<Count>}
 */
async function outcome(step) {
  try {
    return await step.work();
  } catch (error) {
    return couldNotRun(error instanceof Refusal ? error.message : String(error instanceof Error ? error.stack : error));
  }
}

/** @typedef {{ name: string, count: Count, seconds: number }} Done */

/**
 * @param {Step} step
 * @returns {Promise<Done>}
 */
async function runStep(step) {
  say(`\n== ${step.name}`);
  const begun = Date.now();
  const count = await outcome(step);
  return { name: step.name, count, seconds: Math.round((Date.now() - begun) / 1_000) };
}

/**
 * Runs the steps; without the packages none of them can run.
 * @param {Step[]} wanted
 */
async function runAll(wanted) {
  const install = {
    name: 'install',
    work: async () => {
      await installPackages();
      return { passed: 0, failed: 0 };
    },
  };
  const installed = await outcome(install);
  if (installed.failed > 0) return [{ name: install.name, count: installed, seconds: 0 }];
  return runInLanes(wanted, runStep);
}

/** `npm test`: every step, or the tests of the files that are named; the last line is `N passed, N failed`. */
async function main() {
  checkNode();
  const wanted = parseTestArguments(process.argv.slice(2), steps, process.env.INIT_CWD);
  if ('paths' in wanted && wanted.watch) {
    await installPackages();
    return watchTests(wanted);
  }
  const done = await runAll('paths' in wanted ? stepsForFiles(wanted) : steps.filter(({ name }) => wanted.steps.includes(name)));
  say('');
  for (const { name, count, seconds } of done) {
    const numbers = `${name.padEnd(14)}${String(count.passed).padStart(6)} passed ${String(count.failed).padStart(5)} failed`;
    const cells = count.generated ?? count.repeated;
    const apart = cells && `${count.generated ? 'generated' : 'repeated'}: ${cells.passed} passed, ${cells.failed} failed`;
    say([`${numbers} ${String(seconds).padStart(5)} s`, apart, count.why].filter((part) => part !== undefined).join('   '));
  }
  const { lines, code } = total(done.map(({ count }) => count));
  for (const line of lines) say(line);
  return code;
}

await runScript(main);
