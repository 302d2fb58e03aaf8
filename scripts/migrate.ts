import { connect, createIndexes, disconnect } from '#models/db/connect';
import { migrate, pendingMigrations } from '#models/db/migrate';
import { readEnv, storeUris } from '#models/env';

await connect(storeUris().mongoUri);
if (process.argv[2] === '--list') {
  const pending = await pendingMigrations();
  console.log(pending.length === 0 ? 'No migration is pending.' : `Pending: ${pending.join(', ')}`);
} else {
  await createIndexes();
  const applied = await migrate({ timeZone: readEnv().TIME_ZONE });
  for (const { id, changed } of applied) console.log(`${id}: ${changed} documents changed`);
  if (applied.length === 0) console.log('No migration was pending.');
}
await disconnect();
