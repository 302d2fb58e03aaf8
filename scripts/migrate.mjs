import { Refusal, runScript } from './lib/say.mjs';
import { runOnStores } from './lib/with-stores.mjs';

/** `npm run migrate`: runs the pending migrations, which every start does too; `-- --list` only names them. */
await runScript(async () => {
  const args = process.argv.slice(2);
  const unknown = args.find((arg) => arg !== '--list');
  if (unknown !== undefined) throw new Refusal(`Unknown argument ${unknown}. Usage: npm run migrate -- [--list]`);
  return runOnStores('migrate', args);
});
