import { ensureEventEnds } from './event-ends.js';
import { isDuplicate } from './locks.js';
import { nameKey } from './name-key.js';
import { Societies } from './societies.js';

/**
 * Gives societies of older releases the key of their unique name. Where two have one key already, the first keeps it and the
 * others get one of their own: they stay as they are, and only a new or changed name has to be free.
 */
async function keyNames(): Promise<void> {
  const old = Societies.find({ active: true, nameKey: { $exists: false } }, { name: 1 }).sort({ _id: 1 });
  for await (const { _id, name } of old.lean().cursor()) {
    const key = nameKey(name);
    const set = (value: string) => Societies.updateOne({ _id, nameKey: { $exists: false } }, { $set: { nameKey: value } });
    try {
      await set(key);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      await set(`${key}\n${_id}`);
    }
  }
}

/**
 * Brings documents of older releases up to date; runs at each start, after the indexes stand. Safe to repeat, and at once. The
 * zone is the university's.
 */
export async function upgradeStored(timeZone: string): Promise<void> {
  await keyNames();
  await ensureEventEnds(timeZone);
}
