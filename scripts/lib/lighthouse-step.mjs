import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { busiestPages } from './budget.mjs';
import { bin, root, run, tail } from './commands.mjs';
import { installPackages } from './packages.mjs';
import { Refusal, say } from './say.mjs';

/**
 * Of a page and a form; `performances` are those of every time, of a page that is held to its speed.
 * @typedef {{
 *   page: string, form: 'desktop' | 'mobile', sight: 'first' | 'second' | null, accessibility: number, bestPractices: number,
 *   performance: number | null, performances: number[], paints: Paints | null, faults: string[],
 * }} Verdict
 * @typedef {{ firstPaint: number, largestPaint: number, blocking: number, speedIndex: number, layoutShift: number }} Paints
 * @typedef {{ page: string, path: string, who: string, token?: string, isHeld: boolean, sight?: 'first' | 'second', slowdown?: number }} Visit
 */

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
export async function withApp(env, work) {
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
 * @returns {Promise<Visit[]>}
 */
export async function visitsOf(address, env) {
  const { code, output } = await run(bin('tsx'), ['--conditions=source', 'e2e/support/list-visits.ts', address], { env });
  if (code !== 0) throw new Refusal(`The visits could not be listed:\n${tail(output)}`);
  const visits = /** @type {{ page: string, path: string, who: string, token?: string }[]} */ (JSON.parse(output));
  return visits.map((visit) => ({ ...visit, isHeld: busiestPages.includes(visit.page) }));
}

/** Pages by which a first sight is judged. */
const sightPages = [...busiestPages, '/events/:id'];
/** How much slower than the machine Lighthouse's phone is by its defaults. */
const defaultSlowdown = 4;

/**
 * A visitor's first visit and a member's second of the pages that most people open first.
 * @param {Visit[]} visits
 * @returns {Visit[]}
 */
function sightsOf(visits) {
  const token = visits.find(({ who }) => who === 'member')?.token;
  if (token === undefined) throw new Refusal('No page is visited by a member.');
  const opened = { isHeld: true, slowdown: defaultSlowdown };
  return sightPages.flatMap((page) => {
    const path = visits.find((visit) => visit.page === page)?.path;
    if (path === undefined) throw new Refusal(`${page} is not visited.`);
    return [
      { page, path, who: 'visitor', sight: /** @type {const} */ ('first'), ...opened },
      { page, path, who: 'member', token, sight: /** @type {const} */ ('second'), ...opened },
    ];
  });
}

/**
 * `which`: every page, those that are held to their speed, or the first sights.
 * @typedef {{ env: NodeJS.ProcessEnv, chromium: string, times?: number, which?: 'all' | 'held' | 'sights' }} How
 */

/**
 * @param {Visit[]} visits
 * @param {How['which']} which
 */
function chosen(visits, which) {
  if (which === 'sights') return sightsOf(visits);
  return which === 'held' ? visits.filter(({ isHeld }) => isHeld) : [...visits, ...sightsOf(visits)];
}

/**
 * @param {string} address
 * @param {How} how
 */
async function judgeAt(address, { env, chromium, times = TIMES, which = 'all' }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'nadi-plan-'));
  const plan = path.join(folder, 'plan.json');
  try {
    const visits = chosen(await visitsOf(address, env), which);
    writeFileSync(plan, JSON.stringify({ address, chromium, times, visits }), { mode: 0o600 });
    return await run(process.execPath, ['scripts/lighthouse/judge.mjs', plan], { env, timeoutMs: JUDGE_TIMEOUT });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Points of performance that are wanted, and those below which a page may not fall (docs/decisions/011-*.md), by form: of a
 * visitor's first visit, of a member's second, and of a member's first.
 */
const speeds = {
  first: { desktop: { wanted: 98, held: 95 }, mobile: { wanted: 90, held: 70 } },
  second: { desktop: { wanted: 98, held: 80 }, mobile: { wanted: 80, held: 50 } },
  member: { desktop: { wanted: 95, held: 95 }, mobile: { wanted: 90, held: 50 } },
};
/** @param {Pick<Verdict, 'form' | 'sight'>} verdict */
const speedOf = ({ form, sight }) => speeds[sight ?? 'member'][form];

/**
 * Describes the failures of a verdict.
 * @param {Verdict} verdict
 * @returns {string[]}
 */
export function wrongWith({ form, sight, accessibility, bestPractices, performance, faults }) {
  const { held } = speedOf({ form, sight });
  return [
    ...faults,
    ...(accessibility < 100 && faults.length === 0 ? [`accessibility ${accessibility}`] : []),
    ...(bestPractices < 100 && faults.length === 0 ? [`best practices ${bestPractices}`] : []),
    ...(performance !== null && performance < held ? [`performance ${performance}, held at ${held}`] : []),
  ];
}

/**
 * Missed targets of a page that passes its limits, reported each time with a reference to the explanation.
 * @param {Verdict} verdict
 * @returns {string[]}
 */
export function missedBy({ form, sight, performance }) {
  const { wanted, held } = speedOf({ form, sight });
  const isMissed = performance !== null && performance >= held && performance < wanted;
  return isMissed ? [`missed: performance ${performance} of ${wanted}, see docs/performance.md#b8`] : [];
}

/** @param {Paints} paints */
const textOf = ({ firstPaint, largestPaint, blocking, speedIndex, layoutShift }) =>
  `FCP ${Math.round(firstPaint)}, LCP ${Math.round(largestPaint)}, TBT ${Math.round(blocking)}, SI ${Math.round(speedIndex)} ms, CLS ${layoutShift.toFixed(3)}`;

/** @param {Verdict} verdict */
export function sayVerdict(verdict) {
  const { page, form, accessibility, bestPractices, performance, paints } = verdict;
  const speed = performance === null ? '' : `, performance ${performance}`;
  say(`${form.padEnd(8)} accessibility ${accessibility}, best practices ${bestPractices}${speed}  ${page}`);
  if (paints) say(`         ${textOf(paints)}`);
  for (const line of [...wrongWith(verdict), ...missedBy(verdict)]) say(`         ${line}`);
}

/**
 * Lighthouse verdicts of the pages of a separate Nadi; `code` is not 0 if it did not finish.
 * @param {How} how `times` each held page is opened
 * @returns {Promise<{ verdicts: Verdict[], code: number, output: string }>}
 */
export async function verdictsOf(how) {
  await installPackages(path.join(root, 'scripts/lighthouse'));
  const { code, output } = await withApp(how.env, (log) => judgeAt(/Nadi runs at (\S+)/.exec(log)?.[1] ?? '', how));
  const lines = output.split('\n');
  for (const line of lines.filter((each) => each.startsWith('{"slowdown"'))) say(line);
  const verdicts = lines.filter((line) => line.startsWith('{"page"')).map((line) => /** @type {Verdict} */ (JSON.parse(line)));
  return { verdicts, code, output };
}

/**
 * Accessibility and best practices must be 100 on every page; those that most people open are held to their speed, the median of
 * several first visits, with a phone's slowness worked out from what Lighthouse says of this machine.
 * @param {string} chromium
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./counting.mjs').Count>}
 */
export async function judgePages(chromium, env) {
  const { verdicts, code, output } = await verdictsOf({ env, chromium });
  for (const verdict of verdicts) sayVerdict(verdict);
  const passed = verdicts.filter((verdict) => wrongWith(verdict).length === 0).length;
  if (code === 0 && verdicts.length > 0) return { passed, failed: verdicts.length - passed };
  return { passed, failed: verdicts.length - passed + 1, why: `Lighthouse ended with ${code}: ${tail(output, 5)}` };
}
