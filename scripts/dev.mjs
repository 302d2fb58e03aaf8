import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { root, runAttached } from './lib/commands.mjs';
import { checkNode } from './lib/node-version.mjs';
import { installPackages } from './lib/packages.mjs';
import { Refusal, runScript } from './lib/say.mjs';

/** @returns {{ inspect?: boolean }} */
function readArguments() {
  try {
    return parseArgs({ options: { inspect: { type: 'boolean' } } }).values;
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message.split('. ')[0] : error}\nUsage: npm run dev -- [--inspect]`);
  }
}

/** `npm run dev`: everything from the sources, begun again as they change. */
await runScript(async () => {
  checkNode();
  const { inspect } = readArguments();
  await installPackages();
  const tsx = pathToFileURL(path.join(root, 'node_modules/tsx/dist/loader.mjs')).href;
  const env = { ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'development' };
  return runAttached(
    process.execPath,
    ['--conditions=source', '--import', tsx, 'scripts/lib/dev-app.mjs', ...(inspect ? ['--inspect'] : [])],
    env,
  );
});
