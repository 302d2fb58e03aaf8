const taken: string[] = [];

/** Notes a database of a given MongoDB that goes when the test file ends: thousands of collections would slow it down. */
export function noteTaken(database: string): void {
  taken.push(database);
}

/** Drops what this test file took. */
export async function dropTaken(uri: string): Promise<void> {
  if (taken.length === 0) return;
  // Loaded only where it is needed: most test files take no database.
  const { dropDatabases } = await import('./drop-databases.js');
  for (const database of taken.splice(0)) await dropDatabases(uri, database);
}
