import { Meta } from './meta.js';

/** Numbers of documents that a retention job deleted, by collection; zeros too. */
export type Deletions = Record<string, number>;

/** Last run of a retention job for one collection. */
interface LastRun {
  collection: string;
  at: Date;
  deleted: number;
}

const prefix = 'retention:';

/** Stores what a retention job has just done. */
export async function noteRetention(deletions: Deletions): Promise<void> {
  const at = new Date();
  for (const [collection, deleted] of Object.entries(deletions))
    await Meta.updateOne({ _id: `${prefix}${collection}` }, { $set: { value: { at, deleted } } }, { upsert: true });
}

/** Reads the last run of each retention job, by the name of the collection. */
export async function readLedger(): Promise<LastRun[]> {
  // `;` is the character after `:`.
  const found = await Meta.find({ _id: { $gte: prefix, $lt: 'retention;' } })
    .sort({ _id: 1 })
    .lean();
  return found.map(({ _id, value }) => ({ collection: _id.slice(prefix.length), ...(value as { at: Date; deleted: number }) }));
}
