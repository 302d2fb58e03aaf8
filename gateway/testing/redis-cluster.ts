import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

const program = 'redis-server';
const nodes = 3;
const slots = 16_384;
const startsWithinMs = 20_000;

export interface RedisCluster {
  /** Addresses of its nodes, separated by commas, as the settings take them. */
  urls: string;
  /** All keys, of every node. */
  keys(): Promise<string[]>;
  close(): Promise<void>;
}

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function spawnNode(dir: string, running: ChildProcess[]): Promise<{ port: number; busPort: number }> {
  const [port, busPort] = [await freePort(), await freePort()];
  const files = ['--dir', dir, '--cluster-config-file', `nodes-${port}.conf`];
  const args = [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--cluster-enabled',
    'yes',
    '--cluster-port',
    `${busPort}`,
    '--save',
    '',
    ...files,
  ];
  running.push(spawn(program, args, { stdio: 'ignore' }));
  return { port, busPort };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + startsWithinMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('The Redis cluster did not start.');
    await sleep(100);
  }
}

/** Starts three redis-servers as a cluster without replicas; each has a third of the slots. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const dir = await mkdtemp(path.join(tmpdir(), 'nadi-cluster-'));
  const running: ChildProcess[] = [];
  const clients: Redis[] = [];
  const close = async (): Promise<void> => {
    for (const client of clients) client.disconnect();
    for (const child of running) child.kill('SIGKILL');
    await rm(dir, { recursive: true, force: true });
  };
  process.once('exit', () => {
    for (const child of running) child.kill('SIGKILL');
  });
  try {
    const ports = await Promise.all(Array.from({ length: nodes }, () => spawnNode(dir, running)));
    for (const { port } of ports) {
      const client = new Redis(port, { maxRetriesPerRequest: null });
      // Refused until the server listens.
      client.on('error', () => {});
      clients.push(client);
    }
    for (const [i, client] of clients.entries()) {
      const range = [Math.ceil((i * slots) / nodes), Math.ceil(((i + 1) * slots) / nodes) - 1];
      await client.call('CLUSTER', 'ADDSLOTSRANGE', ...range);
      const [first] = ports;
      if (i > 0 && first) await client.call('CLUSTER', 'MEET', '127.0.0.1', first.port, first.busPort);
    }
    await until(async () =>
      (await Promise.all(clients.map((each) => each.cluster('INFO')))).every((info) => info.includes('cluster_state:ok')),
    );
  } catch (error) {
    await close();
    throw error;
  }
  return {
    urls: clients.map(({ options }) => `redis://127.0.0.1:${options.port}`).join(','),
    keys: async () => (await Promise.all(clients.map((each) => each.keys('*')))).flat(),
    close,
  };
}
