import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startMongoStore } from './server.js';

/** The store as a process of its own: `main <data folder> <socket folder> [--faults=<seed>] [--no-sync]`. Says when it is ready in one line of JSON. */
async function main(): Promise<void> {
  const [folder, socketFolder, ...flags] = process.argv.slice(2);
  if (!folder || !socketFolder) throw new Error('Give the data folder and the folder of the socket.');
  // Only its owner may come to the socket.
  mkdirSync(socketFolder, { recursive: true, mode: 0o700 });
  chmodSync(socketFolder, 0o700);
  const store = await startMongoStore({
    folder,
    socketPath: join(socketFolder, 'mongo.sock'),
    faults: flags.find((flag) => flag.startsWith('--faults='))?.slice('--faults='.length),
    sync: !flags.includes('--no-sync'),
    onScan: (scan) => process.stderr.write(`${JSON.stringify({ scan })}\n`),
  });
  const stop = () => void store.stop().then(() => process.exit(0));
  process.once('SIGTERM', stop).once('SIGINT', stop);
  process.stderr.write('The embedded store is for trying out, development and tests.\n');
  process.stdout.write(`${JSON.stringify({ uri: store.uri, pid: process.pid })}\n`);
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
