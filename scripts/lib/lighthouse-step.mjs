import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root, run, tail } from './commands.mjs';
import { installPackages } from './packages.mjs';
import { Refusal, say } from './say.mjs';

/** @typedef {{ page: string, form: string, accessibility: number, bestPractices: number, performance: number, faults: string[] }} Verdict */

const START_TIMEOUT = 180_000;
const JUDGE_TIMEOUT = 20 * 60_000;

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
 * Who signs in, and which pages are judged: every one, as the admin of a demo society and as a visitor.
 * @returns {Promise<string[]>}
 */
async function visitors() {
  const { demoAccounts, demoPassword, demoSocieties } = await import('#models/testing/demo');
  const { asked, shared } = demoSocieties;
  const signedOut = ['/', '/login', '/signup', '/societies', `/societies/${shared.id}`];
  const signedIn = ['/', '/societies', `/societies/${asked.id}`, `/societies/${asked.id}/join-requests`];
  return [demoAccounts.societyAdmin.email, demoPassword, signedOut.join(), signedIn.join()];
}

/** @param {Verdict} verdict */
const isPerfect = ({ accessibility, bestPractices, faults }) => accessibility === 100 && bestPractices === 100 && faults.length === 0;

/**
 * Accessibility and best practices must be 100 on every page; performance is printed.
 * @param {string} chromium
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./counting.mjs').Count>}
 */
export async function judgePages(chromium, env) {
  await installPackages(path.join(root, 'scripts/lighthouse'));
  const outcome = await withApp(env, async (said) => {
    const address = /Nadi runs at (\S+)/.exec(said)?.[1] ?? '';
    return run(process.execPath, ['scripts/lighthouse/judge.mjs', address, chromium, ...(await visitors())], {
      env,
      timeoutMs: JUDGE_TIMEOUT,
    });
  });
  const lines = outcome.output.split('\n').filter((line) => line.startsWith('{"page"'));
  const verdicts = lines.map((line) => /** @type {Verdict} */ (JSON.parse(line)));
  for (const { page, form, accessibility, bestPractices, performance, faults } of verdicts) {
    say(`${form.padEnd(8)} accessibility ${accessibility}, best practices ${bestPractices}, performance ${performance}  ${page}`);
    for (const fault of faults) say(`         ${fault}`);
  }
  const passed = verdicts.filter(isPerfect).length;
  if (outcome.code === 0 && verdicts.length > 0) return { passed, failed: verdicts.length - passed };
  return { passed, failed: verdicts.length - passed + 1, why: `Lighthouse ended with ${outcome.code}: ${tail(outcome.output, 5)}` };
}
