import { spawn } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { ensureProgram } from './lib/apt.mjs';
import { buildApp } from './lib/build.mjs';
import { root, runAttached } from './lib/commands.mjs';
import { checkNode } from './lib/node-version.mjs';
import { installPackages } from './lib/packages.mjs';
import { runScript, say } from './lib/say.mjs';
import { program } from './lib/seed-demo.mjs';

/**
 * `npm run soak [-- --minutes 60 --sockets 500 --rate 50 --seed 1]`: people who do things by chance, and what their pages show
 * in the end. With `--detached` it goes on without this terminal, and writes `.data/soak.log`.
 */
await runScript(async () => {
  checkNode();
  await installPackages();
  await ensureProgram('redis-server', '');
  await buildApp({ only: ['server'] });
  const asked = process.argv.slice(2);
  const args = [...program('scripts/soak/main'), ...asked.filter((arg) => arg !== '--detached')];
  if (!asked.includes('--detached')) return runAttached(process.execPath, args, process.env);
  const log = path.join(root, '.data', 'soak.log');
  mkdirSync(path.dirname(log), { recursive: true });
  const out = openSync(log, 'w', 0o600);
  const child = spawn(process.execPath, args, { cwd: root, detached: true, stdio: ['ignore', out, out] });
  child.unref();
  say(`The soak runs as process ${child.pid}; its log: ${log}`);
  return 0;
});
