import type { Node } from './command.js';
import { find } from './planner.js';

const mostAtOnce = 1000;

/** Removes the documents whose time is over, by every index that expires. */
export async function removeExpired({ store }: Node): Promise<void> {
  for (const { db, name, namespace, indexes } of store.collections()) {
    for (const { spec } of indexes) {
      if (spec.expireAfterSeconds === undefined) continue;
      const [path = ''] = Object.keys(spec.key);
      const before = new Date(Date.now() - spec.expireAfterSeconds * 1000);
      const filter = { $and: [{ [path]: { $lte: before } }, spec.partialFilterExpression ?? {}] };
      for (let removed = mostAtOnce; removed === mostAtOnce; ) removed = await removeSome(store, db, name, namespace, filter);
    }
  }
}

async function removeSome(
  store: Node['store'],
  db: string,
  name: string,
  namespace: string,
  filter: Record<string, unknown>,
): Promise<number> {
  await store.lock(60_000, 24);
  let done: Promise<void>;
  let removed = 0;
  try {
    const unit = store.begin();
    const collection = unit.collection(namespace);
    const records = collection ? find(collection, { filter, limit: mostAtOnce }).records : [];
    for (const stored of records) unit.write(unit.edit(db, name), stored, undefined);
    removed = records.length;
    done = store.commit(unit);
  } finally {
    store.unlock();
  }
  await done;
  return removed;
}
