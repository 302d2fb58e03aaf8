import { buildApp } from './lib/build.mjs';
import { runAttached } from './lib/commands.mjs';
import { checkNode } from './lib/node-version.mjs';
import { installPackages } from './lib/packages.mjs';
import { runScript } from './lib/say.mjs';
import { program } from './lib/seed-demo.mjs';

/** `npm run sso:check`: says what is wrong with the settings of the university's login, or what it found. */
await runScript(async () => {
  checkNode();
  await installPackages();
  await buildApp({ only: ['server'] });
  return runAttached(process.execPath, program('scripts/sso-check'), process.env);
});
