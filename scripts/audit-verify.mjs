import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildApp } from './lib/build.mjs';
import { runAttached } from './lib/commands.mjs';
import { checkNode } from './lib/node-version.mjs';
import { installPackages } from './lib/packages.mjs';
import { Refusal, runScript } from './lib/say.mjs';
import { program } from './lib/seed-demo.mjs';
import { runOnStores } from './lib/with-stores.mjs';

const usage = 'Usage: npm run audit:verify -- [FILE] [--head SEQ:HASH …]';

/**
 * `npm run audit:verify -- [FILE] [--head SEQ:HASH …]`: checks the audit trail of this community, or an exported one, against its
 * hashes; names the first day that does not fit. `--head` is a head from the log.
 */
await runScript(async () => {
  const args = process.argv.slice(2);
  const files = args.filter((arg, at) => arg !== '--head' && args[at - 1] !== '--head');
  const heads = args.flatMap((arg, at) => (arg === '--head' ? [args[at + 1] ?? ''] : []));
  if (files.length > 1 || files.some((file) => file.startsWith('-'))) throw new Refusal(usage);
  if (heads.some((head) => !/^\d+:[0-9a-f]{64}$/.test(head))) throw new Refusal(`A head is its position and its hash. ${usage}`);
  if (files[0] === undefined) return runOnStores('audit-verify', ['', ...heads]);
  const file = path.resolve(process.env.INIT_CWD ?? process.cwd(), files[0]);
  if (!existsSync(file)) throw new Refusal(`There is no file ${file}.`);
  checkNode();
  await installPackages();
  await buildApp({ only: ['server'] });
  return runAttached(process.execPath, [...program('scripts/audit-verify'), file, ...heads], process.env);
});
