import { buildApp } from './lib/build.mjs';
import { checkNode } from './lib/node-version.mjs';
import { installPackages } from './lib/packages.mjs';
import { runScript, say } from './lib/say.mjs';

/** `npm run build`: everything anew into dist/. */
await runScript(async () => {
  checkNode();
  await installPackages();
  await buildApp({ force: true });
  say('Built into dist/.');
  return 0;
});
