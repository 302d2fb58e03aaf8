import { isDuplicate } from '../locks.js';
import { nameKey } from '../name-key.js';
import { Societies } from '../societies.js';
import type { Migration } from './migration.js';

/**
 * Sets the unique name key of societies. Of two look-alike names the first gets the key and the others a key of their own: they
 * keep their name, and only a new or changed name must be free.
 */
async function setNameKeys(): Promise<number> {
  let changed = 0;
  const missing = Societies.find({ active: true, nameKey: { $exists: false } }, { name: 1 }).sort({ _id: 1 });
  for await (const { _id, name } of missing.lean().cursor()) {
    const key = nameKey(name);
    const set = (value: string) => Societies.updateOne({ _id, nameKey: { $exists: false } }, { $set: { nameKey: value } });
    try {
      await set(key);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      await set(`${key}\n${_id}`);
    }
    changed += 1;
  }
  return changed;
}

export const societyNameKeys: Migration = { id: '0001-society-name-keys', up: setNameKeys, catchUp: setNameKeys };
