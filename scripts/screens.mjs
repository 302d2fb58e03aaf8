import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from './lib/commands.mjs';
import { checkNode } from './lib/node-version.mjs';
import { installPackages } from './lib/packages.mjs';
import { runScript, say } from './lib/say.mjs';
import { playwright } from './lib/test-steps.mjs';

/** `npm run screens`: makes the pictures of docs/screens anew, and leaves none of a screen that is no more. */
await runScript(async () => {
  checkNode();
  await installPackages();
  const folder = path.join(root, 'docs/screens');
  for (const file of readdirSync(folder)) if (/\.(webp|jpg)$/.test(file)) rmSync(path.join(folder, file));
  const { failed, why } = await playwright('pictures', 60);
  if (why !== undefined) say(why);
  return failed === 0 ? 0 : 1;
});
