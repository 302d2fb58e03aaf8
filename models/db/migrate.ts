import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { acquireLock, releaseLock } from './locks.js';
import { Meta } from './meta.js';
import { migrations } from './migrations/index.js';
import type { Migration, MigrationContext } from './migrations/migration.js';

const lockName = 'migrations';
const lockMs = 30_000;
const renewMs = 10_000;
const pollMs = 500;

const recordId = (id: string): string => `migration:${id}`;

/** Result of a run: the migrations that were applied, and how many documents each changed. */
export interface MigrationResult {
  id: string;
  changed: number;
}

/** Holds the lock while `work` runs, renewed, so that a killed process frees it within `lockMs`. */
async function withLock<T>(work: () => Promise<T>): Promise<T> {
  const holder = randomUUID();
  while (!(await acquireLock(lockName, holder, lockMs))) await sleep(pollMs);
  const renewal = setInterval(() => void acquireLock(lockName, holder, lockMs).catch(() => undefined), renewMs);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await releaseLock(lockName, holder);
  }
}

async function applyPending(context: MigrationContext, list: readonly Migration[]): Promise<MigrationResult[]> {
  const applied: MigrationResult[] = [];
  for (const id of await pendingMigrations(list)) {
    const changed = (await list.find((each) => each.id === id)?.up(context)) ?? 0;
    await Meta.updateOne({ _id: recordId(id) }, { $set: { value: { at: new Date(), changed } } }, { upsert: true });
    applied.push({ id, changed });
  }
  return applied;
}

/**
 * Runs all pending migrations in order, then `catchUp` of the earlier ones. Gateways and workers call it at start, after
 * `createIndexes`; a concurrent process waits for the lock and finds nothing to do. Rethrows an error of a migration: that one and
 * all after it run again at the next start.
 */
export async function migrate(context: MigrationContext, list: readonly Migration[] = migrations): Promise<MigrationResult[]> {
  const pending = await pendingMigrations(list);
  const applied = pending.length > 0 ? await withLock(() => applyPending(context, list)) : [];
  for (const { id, catchUp } of list) if (!applied.some((each) => each.id === id)) await catchUp?.(context);
  return applied;
}

/** Ids of the migrations that have not run yet. */
export async function pendingMigrations(list: readonly Migration[] = migrations): Promise<string[]> {
  const ids = list.map(({ id }) => id);
  const applied = await Meta.find({ _id: { $in: ids.map(recordId) } }, { _id: 1 }).lean();
  return ids.filter((id) => !applied.some(({ _id }) => _id === recordId(id)));
}
