import { App, readSettings } from './lib/app.mjs';
import { buildApp } from './lib/build.mjs';
import { DataDir } from './lib/data-dir.mjs';
import { checkNode } from './lib/node-version.mjs';
import { installPackages } from './lib/packages.mjs';
import { runScript, say } from './lib/say.mjs';
import { accountLines } from './lib/seed-demo.mjs';
import { untilStopped } from './lib/until-stopped.mjs';

/** `npm start`: everything that is needed, from nothing, until it is stopped. */
async function main() {
  checkNode();
  const dataDir = new DataDir().open();
  const unlock = dataDir.lock();
  const app = new App(dataDir);
  const stopped = untilStopped(async () => {
    await app.stop();
    unlock();
  });
  try {
    await installPackages();
    await buildApp();
    const { address, demo } = await app.start(await readSettings(), {
      gateway: ['dist/gateway/server.js'],
      workers: ['dist/workers/main.js'],
    });
    say(['', `Nadi runs at ${address}`, ...accountLines(demo), '', `Data and logs: ${dataDir.path} · Ctrl-C stops it.`].join('\n'));
  } catch (error) {
    if (stopped.asked()) return stopped.done;
    await app.stop();
    unlock();
    throw error;
  }
  return stopped.done;
}

await runScript(main);
