const taken: string[] = [];

/** Registers a database of a given MongoDB to drop at the end of the test file: thousands of collections would slow it down. */
export function noteTaken(database: string): void {
  taken.push(database);
}

/** Drops the databases that this test file has taken. */
export async function dropTaken(uri: string): Promise<void> {
  if (taken.length === 0) return;
  // Import only when needed: most test files take no database.
  const { dropDatabases } = await import('./drop-databases.js');
  for (const database of taken.splice(0)) await dropDatabases(uri, database);
}
