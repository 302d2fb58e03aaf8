import { ensureProgram } from './lib/apt.mjs';
import { buildApp } from './lib/build.mjs';
import { runAttached } from './lib/commands.mjs';
import { checkNode } from './lib/node-version.mjs';
import { installPackages } from './lib/packages.mjs';
import { runScript } from './lib/say.mjs';
import { program } from './lib/seed-demo.mjs';

/** `npm run bench [-- B3 …] [--rounds 5] [--seconds 8] [--posts 100000]`: measures the figures of docs/quality.md. */
await runScript(async () => {
  checkNode();
  await installPackages();
  await ensureProgram('redis-server', '');
  await buildApp();
  return runAttached(process.execPath, [...program('bench/main'), ...process.argv.slice(2)], process.env);
});
