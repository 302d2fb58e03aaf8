import { existsSync } from 'node:fs';
import path from 'node:path';
import { Refusal, runScript } from './lib/say.mjs';
import { runOnStores } from './lib/with-stores.mjs';

/** `npm run restore -- FILE [--replace]`: a backup into an empty database, or in place of what is there. */
await runScript(async () => {
  const file = process.argv.slice(2).find((arg) => !arg.startsWith('--'));
  if (file === undefined) throw new Refusal('Say which backup: npm run restore -- FILE');
  if (!existsSync(file)) throw new Refusal(`There is no file ${file}.`);
  return runOnStores('restore', [path.resolve(file), ...process.argv.slice(2).filter((arg) => arg === '--replace')], { alone: true });
});
