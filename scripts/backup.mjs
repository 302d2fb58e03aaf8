import path from 'node:path';
import { runScript } from './lib/say.mjs';
import { runOnStores } from './lib/with-stores.mjs';

/** `npm run backup [-- FILE]`: the whole community as one file. */
await runScript(() => {
  const named = process.argv[2] ?? `nadi-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.backup`;
  return runOnStores('backup', [path.resolve(named)]);
});
