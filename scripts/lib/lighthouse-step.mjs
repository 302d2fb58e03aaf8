import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { busiestPages } from './budget.mjs';
import { bin, root, run, tail } from './commands.mjs';
import { installPackages } from './packages.mjs';
import { Refusal, say } from './say.mjs';

/** @typedef {{ page: string, form: string, accessibility: number, bestPractices: number, performance: number | null, faults: string[] }} Verdict */

const START_TIMEOUT = 180_000;
const JUDGE_TIMEOUT = 80 * 60_000;
/** How often a page is opened whose speed is judged. */
const TIMES = 5;

/**
 * Starts Nadi with its demo community in a folder of its own, for as long as `work` takes; gives it what the start printed.
 * @template T
 * @param {NodeJS.ProcessEnv} env
 * @param {(banner: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withApp(env, work) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nadi-judged-'));
  const settings = { ...env, DATA_DIR: dataDir, PORT: '0', SEED: 'demo', RATE_LIMITS: 'off' };
  const starter = spawn(process.execPath, ['scripts/start.mjs'], { cwd: root, env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => starter.once('exit', resolve));
  try {
    return await work(await banner(starter));
  } finally {
    starter.kill('SIGINT');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} starter
 * @returns {Promise<string>}
 */
function banner(starter) {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Refusal(`npm start did not become ready:\n${tail(output)}`)), START_TIMEOUT);
    const hear = (/** @type {Buffer} */ chunk) => {
      output += chunk;
      if (!output.includes('Ctrl-C stops it')) return;
      clearTimeout(timer);
      resolve(output);
    };
    starter.stdout.on('data', hear);
    starter.stderr.on('data', hear);
    starter.once('exit', () => reject(new Refusal(`npm start ended:\n${tail(output)}`)));
  });
}

/**
 * One visit of every page, as the screens' own list has them; those held to their speed are marked.
 * @param {string} address
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<object[]>}
 */
async function visitsOf(address, env) {
  const { code, output } = await run(bin('tsx'), ['--conditions=source', 'e2e/support/list-visits.ts', address], { env });
  if (code !== 0) throw new Refusal(`The visits could not be listed:\n${tail(output)}`);
  const visits = /** @type {{ page: string }[]} */ (JSON.parse(output));
  return visits.map((visit) => ({ ...visit, isHeld: busiestPages.includes(visit.page) }));
}

/**
 * @param {string} address
 * @param {string} chromium
 * @param {NodeJS.ProcessEnv} env
 */
async function judgeAt(address, chromium, env) {
  const folder = mkdtempSync(path.join(tmpdir(), 'nadi-plan-'));
  const plan = path.join(folder, 'plan.json');
  try {
    writeFileSync(plan, JSON.stringify({ address, chromium, times: TIMES, visits: await visitsOf(address, env) }), { mode: 0o600 });
    return await run(process.execPath, ['scripts/lighthouse/judge.mjs', plan], { env, timeoutMs: JUDGE_TIMEOUT });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * What is wrong with a verdict, in words.
 * @param {Verdict} verdict
 * @returns {string[]}
 */
export function wrongWith({ form, accessibility, bestPractices, performance, faults }) {
  const wanted = form === 'desktop' ? 95 : 90;
  return [
    ...faults,
    ...(accessibility < 100 && faults.length === 0 ? [`accessibility ${accessibility}`] : []),
    ...(bestPractices < 100 && faults.length === 0 ? [`best practices ${bestPractices}`] : []),
    ...(performance !== null && performance < wanted ? [`performance ${performance} of ${wanted}`] : []),
  ];
}

/** @param {Verdict} verdict */
function tell(verdict) {
  const { page, form, accessibility, bestPractices, performance } = verdict;
  const speed = performance === null ? '' : `, performance ${performance}`;
  say(`${form.padEnd(8)} accessibility ${accessibility}, best practices ${bestPractices}${speed}  ${page}`);
  for (const wrong of wrongWith(verdict)) say(`         ${wrong}`);
}

/**
 * Accessibility and best practices must be 100 on every page; performance 95 (90 on a phone) on those that most people open,
 * the median of several first visits, with a phone's slowness worked out from what Lighthouse says of this machine.
 * @param {string} chromium
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./counting.mjs').Count>}
 */
export async function judgePages(chromium, env) {
  await installPackages(path.join(root, 'scripts/lighthouse'));
  const outcome = await withApp(env, (said) => judgeAt(/Nadi runs at (\S+)/.exec(said)?.[1] ?? '', chromium, env));
  const lines = outcome.output.split('\n');
  for (const line of lines.filter((each) => each.startsWith('{"slowdown"'))) say(line);
  const verdicts = lines.filter((line) => line.startsWith('{"page"')).map((line) => /** @type {Verdict} */ (JSON.parse(line)));
  for (const verdict of verdicts) tell(verdict);
  const passed = verdicts.filter((verdict) => wrongWith(verdict).length === 0).length;
  if (outcome.code === 0 && verdicts.length > 0) return { passed, failed: verdicts.length - passed };
  return { passed, failed: verdicts.length - passed + 1, why: `Lighthouse ended with ${outcome.code}: ${tail(outcome.output, 5)}` };
}
