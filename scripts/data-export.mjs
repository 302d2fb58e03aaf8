import { Refusal, runScript } from './lib/say.mjs';
import { runOnStores } from './lib/with-stores.mjs';

/** `npm run data:export -- URI`: the community of DATA_DIR into another, empty MongoDB. */
await runScript(async () => {
  const uri = process.argv[2];
  if (uri === undefined || !/^mongodb(\+srv)?:\/\//.test(uri))
    throw new Refusal('Say where to: npm run data:export -- mongodb://host/nadi');
  return runOnStores('data-export', [uri], { alone: true, own: true });
});
