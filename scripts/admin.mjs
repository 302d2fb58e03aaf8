import { Refusal, runScript } from './lib/say.mjs';
import { runOnStores } from './lib/with-stores.mjs';

/** `npm run admin -- EMAIL`: makes a platform admin. */
await runScript(async () => {
  const email = process.argv[2];
  if (email === undefined) throw new Refusal('Say whose account it is: npm run admin -- EMAIL');
  return runOnStores('admin', [email]);
});
