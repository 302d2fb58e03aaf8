import { connect } from 'node:net';
import path from 'node:path';
import { type StoreProcess, startProcess } from './store-process.js';

export interface RedisOptions {
  /** The program, found on the PATH unless it is a path. */
  command?: string;
  /** A folder of this user only, with a short path: a socket's path has at most 107 bytes. */
  socketDir: string;
  /** Folder of the data; without it Redis stores nothing on disk. */
  dataDir?: string;
  /** The socket's name inside `socketDir`, without `.sock`. */
  name?: string;
  /** In a process group of its own, so that a Ctrl-C at the terminal does not reach it. */
  detached?: boolean;
  onSpawn?: (pid: number) => void;
  logFile: string;
}

/** Starts a redis-server on a unix socket and waits until it answers. The address is the socket's path, as ioredis takes it. */
export function startRedis(options: RedisOptions): Promise<StoreProcess> {
  const socket = path.join(options.socketDir, `${options.name ?? 'redis'}.sock`);
  const args = ['--port', '0', '--unixsocket', socket, '--unixsocketperm', '700', '--maxmemory-policy', 'noeviction', '--save', ''];
  if (options.dataDir === undefined) args.push('--appendonly', 'no', '--dir', options.socketDir);
  else args.push('--appendonly', 'yes', '--dir', options.dataDir);
  const launch = {
    command: options.command ?? 'redis-server',
    args,
    outFile: options.logFile,
    detached: options.detached ?? false,
    onSpawn: options.onSpawn,
  };
  return startProcess(launch, async () => ((await answers(socket)) ? socket : undefined));
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    const done = (yes: boolean) => {
      socket.destroy();
      resolve(yes);
    };
    socket.setTimeout(1_000, () => done(false));
    socket.once('error', () => done(false));
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (answer) => done(answer.toString().startsWith('+PONG')));
  });
}
