import { mkdirSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { type StoreProcess, startProcess } from './store-process.js';

export interface MongodOptions {
  command: string;
  dataDir: string;
  logFile: string;
  /** The previous port if it is still free, since the replica set's configuration names it. */
  port?: number;
  detached?: boolean;
  onSpawn?: (pid: number) => void;
}

/** How long an abandoned transaction may hold what it wrote: as long as in the compose file. */
const transactionSeconds = 5;

/** Starts a mongod as a member of the replica set `nadi` on a loopback port. The caller initiates the set. */
export async function startMongod(options: MongodOptions): Promise<StoreProcess & { port: number }> {
  mkdirSync(options.dataDir, { recursive: true });
  const port = await freePort(options.port);
  const args = ['--dbpath', options.dataDir, '--replSet', 'nadi', '--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket'];
  args.push('--setParameter', `transactionLifetimeLimitSeconds=${transactionSeconds}`);
  const launch = {
    command: options.command,
    args,
    outFile: options.logFile,
    detached: options.detached ?? false,
    onSpawn: options.onSpawn,
  };
  const uri = `mongodb://127.0.0.1:${port}/?directConnection=true`;
  const started = await startProcess(launch, async () => ((await accepts(port)) ? uri : undefined));
  return { ...started, port };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** The wanted port where it is free, else one that the system gives. */
function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (wanted === 0 ? reject(error) : resolve(freePort())));
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
