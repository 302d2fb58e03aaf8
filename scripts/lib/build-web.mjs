import path from 'node:path';
import { build } from 'vite';
import { root } from './commands.mjs';

// The browser's build first: it empties the folder that holds both.
for (const config of ['vite.config.ts', 'vite.server.config.ts'])
  await build({ root: path.join(root, 'web'), configFile: path.join(root, 'web', config), logLevel: 'warn' });
