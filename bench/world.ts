import mongoose from 'mongoose';
import { type Bulk, buildBulk, type Sizes } from '#models/testing/bulk';
import { type KillableStores, newGateway, newWorkers, type Program, startKillableStores } from '#models/testing/processes';

export interface BenchWorld extends Bulk {
  stores: KillableStores;
  close(): Promise<void>;
}

/** Stores with a community of these sizes. The bench is connected to them until `close`. */
export async function buildWorld(
  sizes: Sizes,
  tell: (line: string) => void,
  storeOptions?: Parameters<typeof startKillableStores>[0],
): Promise<BenchWorld> {
  const stores = await startKillableStores(storeOptions);
  const bulk = await buildBulk(stores.mongoUri, sizes, tell);
  const close = async () => {
    await mongoose.disconnect();
    await stores.close();
  };
  return { stores, ...bulk, close };
}

/** A gateway at work on a world. */
export async function startGateway(
  stores: KillableStores,
  more: Parameters<typeof newGateway>[1] = {},
): Promise<Program & { url: string }> {
  const gateway = await newGateway(stores, { ...more, env: { LOG_LEVEL: 'warn', ...more.env } });
  await gateway.start();
  return gateway;
}

/** Workers at work on a world. */
export async function startWorkers(stores: KillableStores, more: Parameters<typeof newWorkers>[1] = {}): Promise<Program> {
  const workers = newWorkers(stores, more);
  await workers.start();
  return workers;
}
