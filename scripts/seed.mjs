import { runScript } from './lib/say.mjs';
import { runOnStores } from './lib/with-stores.mjs';

/** `npm run seed`: the demo community, into an empty database. */
process.env.SEED = 'demo';
await runScript(() => runOnStores('seed', []));
