import { checkNode } from './lib/node-version.mjs';
import { installPackages } from './lib/packages.mjs';
import { runScript, say } from './lib/say.mjs';
import { playwright } from './lib/test-steps.mjs';

/** `npm run screens`: makes the pictures of docs/screens anew. */
await runScript(async () => {
  checkNode();
  await installPackages();
  const { failed, why } = await playwright('pictures');
  if (why !== undefined) say(why);
  return failed === 0 ? 0 : 1;
});
