import { App, readSettings } from './app.mjs';
import { buildApp } from './build.mjs';
import { bin } from './commands.mjs';
import { DataDir } from './data-dir.mjs';
import { checkPort } from './port.mjs';
import { localAddress } from './ready.mjs';
import { runScript, say } from './say.mjs';
import { accountLines } from './seed-demo.mjs';
import { untilStopped } from './until-stopped.mjs';

const inspects = process.argv.includes('--inspect');

/**
 * @param {string} entry
 * @param {number} inspectPort where a debugger can attach with `--inspect`
 * @returns {string[]} what follows `node`
 */
function watched(entry, inspectPort) {
  const inspect = inspects ? [`--inspect=127.0.0.1:${inspectPort}`] : [];
  return ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', '--conditions=source', ...inspect, entry];
}

/** The stores, gateway and workers as in `npm start`, but from the sources; Vite in front, which passes calls on to the gateway. */
async function main() {
  const settings = await readSettings();
  const dataDir = new DataDir().open();
  const unlock = dataDir.lock();
  const app = new App(dataDir);
  const stopped = untilStopped(async () => {
    await app.stop();
    unlock();
  });
  try {
    const port = await checkPort(settings.PORT, settings.HOST);
    process.env.PUBLIC_URL ??= `http://localhost:${port}`;
    // The gateway is ready only where a web build is; Vite serves the one that changes.
    await buildApp({ only: ['web'] });
    const programs = { gateway: watched('gateway/server.ts', 9229), workers: watched('workers/main.ts', 9230) };
    const { address, demo } = await app.start({ ...settings, PORT: 0, HOST: '127.0.0.1' }, programs, true);
    const env = { ...process.env, NADI_GATEWAY: address.replace('localhost', '127.0.0.1') };
    const args = ['web', '--config', 'web/vite.config.ts', '--host', settings.HOST, '--port', String(port), '--clearScreen', 'false'];
    app.supervisor.start({ name: 'vite', command: bin('vite'), args, env, show: true });
    say(
      [
        '',
        `Nadi runs from its sources at ${localAddress(settings.HOST, port)}`,
        ...accountLines(demo),
        ...(inspects ? ['Debuggers: gateway 127.0.0.1:9229, workers 127.0.0.1:9230'] : []),
        '',
      ].join('\n'),
    );
  } catch (error) {
    if (stopped.asked()) return stopped.done;
    await app.stop();
    unlock();
    throw error;
  }
  return stopped.done;
}

await runScript(main);
