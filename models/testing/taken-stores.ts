const databases: string[] = [];
const redisPids = new Set<number>();

/**
 * Registers a database to drop at the end of the test file. Thousands of collections would slow down every write: the embedded
 * store notes all of them for each commit.
 */
export function noteTaken(database: string): void {
  databases.push(database);
}

/** Drops the databases that this test file has taken. */
export async function dropTaken(uri: string): Promise<void> {
  if (databases.length === 0) return;
  // Import only when needed: most test files take no database.
  const { dropDatabases } = await import('./drop-databases.js');
  for (const database of databases.splice(0)) await dropDatabases(uri, database);
}

/** Registers a redis-server to kill at the end of the test file: each costs some processor time even while nobody asks it. */
export function noteTakenRedis(pid: number): void {
  redisPids.add(pid);
}

/** Kills the redis-servers that this test file has started. */
export function killTakenRedis(): void {
  for (const pid of redisPids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has exited already.
    }
  }
  redisPids.clear();
}

process.once('exit', killTakenRedis);
