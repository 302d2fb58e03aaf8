import { existsSync } from 'node:fs';
import path from 'node:path';
import { Refusal, runScript } from './lib/say.mjs';
import { runOnStores } from './lib/with-stores.mjs';

const usage = 'Usage: npm run people -- FILE [--apply] [--confirm-missing]';
const options = ['--apply', '--confirm-missing'];

/**
 * `npm run people -- FILE [--apply] [--confirm-missing]`: shows what an import of the university's people would change, or imports
 * them.
 */
await runScript(async () => {
  const args = process.argv.slice(2);
  const [name, ...others] = args.filter((arg) => !options.includes(arg));
  if (name === undefined || others.length > 0 || name.startsWith('-')) throw new Refusal(usage);
  const file = path.resolve(process.env.INIT_CWD ?? process.cwd(), name);
  if (!existsSync(file)) throw new Refusal(`There is no file ${file}.`);
  return runOnStores('people', [file, ...options.filter((option) => args.includes(option))]);
});
