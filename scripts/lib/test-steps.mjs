import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureChromium, ensureProgram } from './apt.mjs';
import { checkBudget } from './budget.mjs';
import { buildApp } from './build.mjs';
import { bin, root, run, runAttached } from './commands.mjs';
import { asOne, asRepeated, countOne, countPlaywright, countVitest } from './counting.mjs';
import { judgePages } from './lighthouse-step.mjs';
import { say, writer } from './say.mjs';
import { program } from './seed-demo.mjs';

/**
 * One step of `npm test`; those of `npm run check` and the `slow` ones only of `npm run test:all`.
 * @typedef {import('./lanes.mjs').Placed & import('./test-arguments.mjs').NamedStep & { work: () => Promise<import('./counting.mjs').Count> }} Step
 */

const MINUTE = 60_000;

/** Settings of a real community: no test may see them. */
const hidden =
  /^(MONGODB_URI|REDIS_URL|PORT|HOST|PUBLIC_URL|DATA_DIR|SEED|TRUST_PROXY|TIME_ZONE|EMAIL_.*|SMTP_URL|MAIL_FROM|SUPPORT_EMAIL|METRICS_TOKEN|SCIM_TOKEN|OIDC_.*|SAML_.*|PASSWORDS|STAFF_SECOND_FACTOR|SSO_SECOND_FACTOR|LOG_LEVEL|RATE_LIMITS|REPLAY_WINDOW|ANSWER_SECONDS|NODE_ENV)$/;

/** @param {NodeJS.ProcessEnv} [more] */
function testEnv(more = {}) {
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !hidden.test(name))), CI: '1', ...more };
}

/**
 * Gives a folder for reports, and reads the report that was written into it.
 * @template T
 * @param {(file: string) => Promise<number>} work gives the exit status
 * @returns {Promise<{ code: number, report: T | undefined }>}
 */
async function reported(work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'nadi-report-'));
  const file = path.join(folder, 'report.json');
  try {
    const code = await work(file);
    try {
      return { code, report: JSON.parse(readFileSync(file, 'utf8')) };
    } catch {
      return { code, report: undefined };
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function types() {
  // Each checker beside the first works out most types anew: four take three times the processor time.
  const check = (/** @type {string} */ folder) => run(bin('tsc'), ['-p', folder, '--pretty', 'false', '--checkers', '1']);
  const outcomes = await Promise.all(['.', 'web', 'web/sw', 'e2e'].map(check));
  for (const { output } of outcomes) writer()(output);
  return countOne(Math.max(...outcomes.map(({ code }) => code)));
}

/** Biome for syntax and format, oxlint for promises that nobody awaits (it reads types), knip for what nothing uses. */
async function lint() {
  const tools = /** @type {const} */ ([
    ['biome', ['check', '.', '--max-diagnostics=50']],
    ['oxlint', []],
    ['knip', ['--cache']],
  ]);
  // Of oxlint: each thread beside the first works out most types anew.
  const env = { ...process.env, GOMAXPROCS: '1' };
  let worst = 0;
  for (const [tool, args] of tools) worst = Math.max(worst, (await run(bin(tool), [...args], { show: true, env })).code);
  return countOne(worst);
}

/**
 * Options of a run of vitest.
 * @typedef {{ env?: NodeJS.ProcessEnv, minutes?: number }} VitestOptions `minutes`: what it may take
 */

/** @param {string[]} projects @param {string[]} [filters] */
const inProjects = (projects, filters = []) => [...projects.map((name) => `--project=${name}`), ...filters];

/**
 * @param {string[]} filters which tests, as arguments of vitest
 * @param {VitestOptions} [options]
 */
function vitest(filters, { env, minutes = 25 } = {}) {
  return reported(async (file) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const args = ['run', ...filters, ...reporters, '--allowOnly=false', '--passWithNoTests=false'];
    const options = { show: true, env: testEnv(env), timeoutMs: minutes * MINUTE };
    return (await run(bin('vitest'), args, options)).code;
  });
}

async function guards() {
  const { code, report } = await vitest(inProjects(['guards']));
  return asOne(countVitest(report, code, { guards: () => true }));
}

/** @param {string} file */
const isWeb = (file) => path.relative(root, file).startsWith(`web${path.sep}`);

/** @type {Promise<unknown> | undefined} */
let redis;
/** Makes sure of redis-server, once: tests that stop Redis start one of their own, whatever TEST_REDIS_URL names. */
function ensureRedis() {
  redis ??= ensureProgram('redis-server', '');
  return redis;
}

/** Every project of tests but the slow one. */
const testProjects = inProjects(['timed', 'node', 'dom']);

/** Leaves out the rest of the long tables. */
const short = ['--tagsFilter=!long'];

/** @type {Promise<void> | undefined} */
let built;
/** Builds what is older than its sources, once: steps that run beside each other need the same build. */
function ensureBuilt() {
  built ??= buildApp({ lowPriority: true });
  return built;
}

async function build() {
  await ensureBuilt();
  return countOne(0);
}

/** Weighs what a first visit loads. */
async function budget() {
  await ensureBuilt();
  return checkBudget();
}

/** Tests that start programs take their build: see models/testing/processes.ts. */
const onBuild = { NADI_TEST_BUILT: '1' };

/** Tests of the server that judge by the clock. They start no programs, and so need no build. */
async function timedTests() {
  await ensureRedis();
  const { code, report } = await vitest(inProjects(['timed'], short));
  return countVitest(report, code, { timed: () => true });
}

async function serverTests() {
  await Promise.all([ensureRedis(), ensureBuilt()]);
  const { code, report } = await vitest(inProjects(['node'], short), { env: onBuild });
  return countVitest(report, code, { node: () => true });
}

async function webTests() {
  const { code, report } = await vitest(inProjects(['dom'], short));
  return countVitest(report, code, { dom: () => true });
}

/** The integration tests once more, on a store that fails now and then. */
async function faults() {
  if ((process.env.TEST_MONGODB_URI ?? '') !== '')
    return { passed: 0, failed: 0, why: 'left out on TEST_MONGODB_URI: the faults come from the embedded store' };
  await ensureBuilt();
  const seed = process.env.NADI_TEST_FAULTS ?? String(Date.now() % 1_000_000);
  say(`The seed of the faults is ${seed}; NADI_TEST_FAULTS=${seed} repeats them.`);
  const { code, report } = await vitest(inProjects(['timed', 'node']), { env: { ...onBuild, NADI_TEST_FAULTS: seed }, minutes: 60 });
  return asRepeated(countVitest(report, code, { node: () => true }));
}

/** What has to wait for seconds on end, as for stores that are away. */
async function long() {
  await Promise.all([ensureRedis(), ensureBuilt()]);
  const { code, report } = await vitest(inProjects(['long']), { env: onBuild });
  return countVitest(report, code, { long: () => true });
}

/** The rest of the tables of which `npm test` runs a part. */
async function tables() {
  await Promise.all([ensureRedis(), ensureBuilt()]);
  const { code, report } = await vitest([...testProjects, '--tagsFilter=long'], { env: onBuild });
  return countVitest(report, code, { node: (file) => !isWeb(file), dom: isWeb });
}

/** A minute of what `npm run soak` does for an hour, with as many people as two cores bear beside themselves. */
async function soak() {
  await ensureRedis();
  await ensureBuilt();
  const args = [...program('scripts/soak/main'), '--minutes', '1', '--sockets', '200'];
  return countOne((await run(process.execPath, args, { show: true, env: testEnv(), timeoutMs: 10 * MINUTE })).code);
}

/**
 * Runs one project of the Playwright tests.
 * @param {string} project
 * @param {number} [minutes] what it may take
 * @param {number} [retries] how often a failed test runs again, each time on a fresh app
 */
export function playwright(project, minutes, retries) {
  return runPlaywright([`--project=${project}`], minutes, retries);
}

/**
 * @param {string[]} filters which tests, as arguments of Playwright
 * @param {number} [minutes] what they may take
 * @param {number} [retries] how often a failed test runs again
 */
async function runPlaywright(filters, minutes = 10, retries = 0) {
  await ensureRedis();
  const chromium = await ensureChromium();
  await ensureBuilt();
  const { code, report } = await reported(async (file) => {
    // A time limit of Playwright's own still writes the report.
    const args = [
      'test',
      ...filters,
      '--reporter=list,json',
      `--retries=${retries}`,
      '--forbid-only',
      `--global-timeout=${minutes * MINUTE}`,
    ];
    const env = testEnv({ ...onBuild, PLAYWRIGHT_JSON_OUTPUT_FILE: file, NADI_CHROMIUM: chromium });
    return (await run(bin('playwright'), args, { show: true, env, timeoutMs: (minutes + 1) * MINUTE })).code;
  });
  return countPlaywright(report, code);
}

/**
 * Steps that wait for the clock part of the time, beside steps that only compute: these run at low priority, in the processor time
 * that the others leave. More side by side would each need more processor time for the same work.
 */
const clocked = { group: 'clocked', lane: 'clocked' };
const computing = { group: 'clocked', lane: 'computing' };
/** Steps that read the sources and run nothing, beside each other. */
const reading = (/** @type {string} */ lane) => ({ group: 'check', lane, check: true });

/** @type {Step[]} */
export const steps = [
  { name: 'lint', ...reading('lint'), work: lint },
  { name: 'types', ...reading('types'), work: types },
  { name: 'guards', ...reading('types'), work: guards },
  { name: 'timed', ...clocked, work: timedTests },
  // Journeys expect live updates soon, which a machine that is busy with something else may miss once.
  { name: 'journeys', ...clocked, work: () => playwright('journeys', 15, 1) },
  // The journeys wait for the build.
  { name: 'build', ...computing, work: build },
  { name: 'budget', ...computing, work: budget },
  { name: 'web', work: webTests },
  { name: 'server', work: serverTests },
  { name: 'soak', slow: true, work: soak },
  { name: 'long', slow: true, work: long },
  { name: 'tables', slow: true, work: tables },
  { name: 'long-journeys', slow: true, work: () => playwright('long', 30) },
  { name: 'texts', slow: true, work: () => playwright('texts', 30) },
  { name: 'areas', slow: true, work: () => playwright('areas', 60) },
  { name: 'faults', slow: true, work: faults },
  { name: 'screens', slow: true, work: () => playwright('screens', 90) },
  { name: 'lighthouse', slow: true, work: async () => judgePages(await ensureChromium(), testEnv()) },
];

/** @typedef {import('./test-arguments.mjs').FilesToRun} FilesToRun */

/**
 * Arguments of vitest for the chosen files; none means every file of every project but the slow one.
 * @param {FilesToRun} chosen
 */
function vitestFilters({ paths, name }) {
  const files = [...paths.server, ...paths.web];
  return [...files, ...(files.length > 0 ? [] : testProjects), ...(name === undefined ? [] : ['-t', name])];
}

/**
 * The steps that run the tests of the chosen files.
 * @param {FilesToRun} chosen
 * @returns {Step[]}
 */
export function stepsForFiles(chosen) {
  const { paths, name } = chosen;
  const tests = async () => {
    if (paths.server.length > 0 || paths.web.length === 0) await ensureRedis();
    const { code, report } = await vitest(vitestFilters(chosen));
    return countVitest(report, code, {});
  };
  const e2e = () => runPlaywright([...paths.e2e, ...(name === undefined ? [] : ['--grep', name])], 60);
  const onlyE2e = paths.e2e.length > 0 && paths.server.length + paths.web.length === 0;
  return [...(onlyE2e ? [] : [{ name: 'tests', work: tests }]), ...(paths.e2e.length > 0 ? [{ name: 'e2e', work: e2e }] : [])];
}

/**
 * Runs the chosen tests, and again those that a change concerns, until Ctrl-C.
 * @param {FilesToRun} chosen
 */
export async function watchTests(chosen) {
  await ensureRedis();
  return runAttached(bin('vitest'), ['watch', ...vitestFilters(chosen)], testEnv());
}
