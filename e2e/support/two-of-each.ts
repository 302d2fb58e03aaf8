import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newGateway, newWorkers, type Program } from '#models/testing/processes';
import type { RunningApp } from './app.js';
import { Balancer } from './balancer.js';

export interface TwoOfEach {
  /** The second gateway, which nobody starts again. */
  gateway: Program & { url: string };
  balancer: Balancer;
  close(): Promise<void>;
}

/** A second gateway and second workers on the stores of a running app, and a proxy before both gateways. */
export async function startTwoOfEach(app: RunningApp): Promise<TwoOfEach> {
  const dir = mkdtempSync(path.join(tmpdir(), 'nadi-two-'));
  const where = { ...app.stores(), dir };
  const gateway = await newGateway(where, { env: { SEED: 'demo', WEB_DIR: 'dist/web' } });
  const workers = newWorkers(where, { env: { SEED: 'demo' } });
  await Promise.all([gateway.start(), workers.start()]);
  const balancer = new Balancer([app.port, Number(new URL(gateway.url).port)]);
  await balancer.start();
  const close = async () => {
    await balancer.close();
    await Promise.all([gateway.stop(), workers.stop()]);
    rmSync(dir, { recursive: true, force: true });
  };
  return { gateway, balancer, close };
}
