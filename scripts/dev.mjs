import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, runAttached } from './lib/commands.mjs';
import { checkNode } from './lib/node-version.mjs';
import { installPackages } from './lib/packages.mjs';
import { runScript } from './lib/say.mjs';

/** `npm run dev`: everything from the sources, begun again as they change. */
await runScript(async () => {
  checkNode();
  await installPackages();
  const tsx = pathToFileURL(path.join(root, 'node_modules/tsx/dist/loader.mjs')).href;
  const env = { ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'development' };
  return runAttached(process.execPath, ['--conditions=source', '--import', tsx, 'scripts/lib/dev-app.mjs'], env);
});
