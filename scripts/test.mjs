import { couldNotRun, total } from './lib/counting.mjs';
import { checkNode } from './lib/node-version.mjs';
import { installPackages } from './lib/packages.mjs';
import { Refusal, runScript, say } from './lib/say.mjs';
import { steps } from './lib/test-steps.mjs';

/** @typedef {import('./lib/counting.mjs').Count} Count */
/** @typedef {import('./lib/test-steps.mjs').Step} Step */

/**
 * The steps that the arguments ask for: `--all` the slow ones too, `--only=types,lint` just these.
 * @param {string[]} args
 */
function chosen(args) {
  const only = args
    .find((arg) => arg.startsWith('--only='))
    ?.slice('--only='.length)
    .split(',');
  const unknown = only?.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) throw new Refusal(`There is no step ${unknown}; there are ${steps.map((step) => step.name).join(', ')}.`);
  if (only !== undefined) return steps.filter((step) => only.includes(step.name));
  return steps.filter((step) => args.includes('--all') || step.slow !== true);
}

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

/**
 * Runs the steps one after the other; without the packages none of them can run.
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
  /** @type {{ name: string, count: Count, seconds: number }[]} */
  const done = [];
  for (const step of [install, ...wanted]) {
    if (step !== install) say(`\n== ${step.name}`);
    const begun = Date.now();
    const count = await outcome(step);
    if (step !== install || count.failed > 0) done.push({ name: step.name, count, seconds: Math.round((Date.now() - begun) / 1_000) });
    if (step === install && count.failed > 0) break;
  }
  return done;
}

/** `npm test`: every step, from nothing; the last line is `N passed, N failed`. */
async function main() {
  checkNode();
  const done = await runAll(chosen(process.argv.slice(2)));
  say('');
  for (const { name, count, seconds } of done) {
    const numbers = `${name.padEnd(10)}${String(count.passed).padStart(6)} passed ${String(count.failed).padStart(5)} failed`;
    say(`${numbers} ${String(seconds).padStart(5)} s${count.why === undefined ? '' : `   ${count.why}`}`);
  }
  const { line, code } = total(done.map(({ count }) => count));
  say(line);
  return code;
}

await runScript(main);
