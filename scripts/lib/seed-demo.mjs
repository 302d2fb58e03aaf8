import { fileURLToPath } from 'node:url';
import { run, tail } from './commands.mjs';
import { Refusal, say, step } from './say.mjs';

/**
 * @typedef {{ email: string, name: string }} Account
 * @typedef {{ mark: 'loaded' | 'kept', password: string | null, accounts: { member: Account, societyAdmin: Account, platformAdmin: Account } }} Demo
 */

/**
 * Runs one of our TypeScript scripts: the built file, or the source where the sources are what runs.
 * @param {string} name without its ending
 * @returns {string[]} what follows `node`
 */
export function program(name) {
  if (process.execArgv.includes('--conditions=source'))
    return [...process.execArgv, fileURLToPath(new URL(`../../${name}.ts`, import.meta.url))];
  return [fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url))];
}

/**
 * Loads the demo community where it is not loaded yet.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Demo>}
 */
export async function seedDemo(env) {
  const { code, output } = await step('Loading the demo community', () => run(process.execPath, program('scripts/seed'), { env }));
  const last = output.trimEnd().split('\n').at(-1) ?? '';
  if (code !== 0 || !last.startsWith('{')) throw new Refusal(`The demo community could not be loaded:\n${tail(output)}`);
  const demo = /** @type {Demo} */ (JSON.parse(last));
  if (demo.mark === 'kept') say('There is a community already: no demo community is loaded into it.');
  return demo;
}

/**
 * @param {Demo | undefined} demo
 * @returns {string[]} lines for the terminal
 */
export function accountLines(demo) {
  if (demo === undefined || demo.mark !== 'loaded') return [];
  const { member, societyAdmin, platformAdmin } = demo.accounts;
  const rows = [
    ['a member', member],
    ['a society admin', societyAdmin],
    ['the platform admin', platformAdmin],
  ].map(([what, account]) => `  ${String(what).padEnd(19)}${/** @type {Account} */ (account).email}`);
  const password = demo.password === null ? 'that was printed at the first start' : demo.password;
  return ['', `Demo accounts, all with the password ${password}`, ...rows];
}
