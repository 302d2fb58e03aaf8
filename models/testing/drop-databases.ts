import { mongo } from 'mongoose';

/** Drops the databases whose names begin with `prefix`, and no other. */
export async function dropDatabases(uri: string, prefix: string): Promise<void> {
  const client = await mongo.MongoClient.connect(uri);
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    for (const { name } of databases) {
      if (name.startsWith(prefix)) await client.db(name).dropDatabase();
    }
  } finally {
    await client.close();
  }
}
