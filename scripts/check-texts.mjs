import { checkNode } from './lib/node-version.mjs';
import { installPackages } from './lib/packages.mjs';
import { runScript, say } from './lib/say.mjs';
import { playwright } from './lib/test-steps.mjs';

/** `npm run check:texts`: every text of the specification is shown by the built app in a browser, and is translated. */
await runScript(async () => {
  checkNode();
  await installPackages();
  const { passed, failed, why } = await playwright('texts', 30);
  if (why !== undefined) say(why);
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
