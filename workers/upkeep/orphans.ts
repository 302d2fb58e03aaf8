import type { Model } from 'mongoose';
import { uploadPath } from '#models/contract/uploads';
import { Events } from '#models/db/events';
import type { Id } from '#models/db/model';
import { PlannedPosts } from '#models/db/planned-posts';
import { Posts } from '#models/db/posts';
import type { Deletions } from '#models/db/retention-ledger';
import { Societies } from '#models/db/societies';
import { Uploads } from '#models/db/uploads';
import { Users } from '#models/db/users';
import { writeBarrier } from '#models/db/write-barrier';
import type { Log } from '../log.js';

const dayMs = 86_400_000;
const batch = 500;

/** Models whose documents can show an upload. */
const modelsWithImage = [Users, Societies, Posts, PlannedPosts, Events] as unknown as readonly Model<{ image: string }>[];

/** Path under which an upload is shown. */
export const pathOf = (id: Id): string => uploadPath(String(id));

/** Paths of those uploads that a document shows now. */
export async function usedPaths(ids: readonly Id[]): Promise<Set<string>> {
  const image = { $in: ids.map(pathOf) };
  const found = await Promise.all(modelsWithImage.map((model) => model.find({ image }, { image: 1 }).lean()));
  return new Set(found.flat().map((doc) => doc.image));
}

/** Uploads that have been orphans for a day; the caller must settle each batch before the next is read. */
async function* oldOrphans(orphanedAt: { $lte: Date }): AsyncIterable<Id[]> {
  for (;;) {
    const found = await Uploads.find({ orphanedAt }, { _id: 1 }).limit(batch).lean();
    if (found.length === 0) return;
    yield found.map(({ _id }) => _id);
  }
}

/** Uploads in use at the last check, in the order of their ids. */
async function* inUse(): AsyncIterable<Id[]> {
  let from = {};
  for (;;) {
    const found = await Uploads.find({ orphanedAt: null, ...from }, { _id: 1 })
      .sort({ _id: 1 })
      .limit(batch)
      .lean();
    if (found.length === 0) return;
    yield found.map(({ _id }) => _id);
    from = { _id: { $gt: found.at(-1)?._id } };
  }
}

/** Deletes uploads that nothing has shown for a day, unless they are in use again. Marks those no longer in use as orphans. */
export async function deleteOrphans(log: Log): Promise<Deletions> {
  const now = new Date();
  let deleted = 0;
  const old = { $lte: new Date(now.getTime() - dayMs) };
  for await (const ids of oldOrphans(old)) {
    const shown = await usedPaths(ids);
    const used = ids.filter((id) => shown.has(pathOf(id)));
    await Uploads.updateMany({ _id: { $in: used } }, { $set: { orphanedAt: null } });
    const unused = { $in: ids.filter((id) => !shown.has(pathOf(id))) };
    // An upload that is being used again has a later `orphanedAt` (`reserveUpload`).
    await writeBarrier.wait?.(null);
    deleted += (await Uploads.deleteMany({ _id: unused, orphanedAt: old })).deletedCount;
  }
  for await (const ids of inUse()) {
    const shown = await usedPaths(ids);
    const unused = ids.filter((id) => !shown.has(pathOf(id)));
    if (unused.length > 0) await Uploads.updateMany({ _id: { $in: unused } }, { $set: { orphanedAt: now } });
  }
  if (deleted > 0) log.info({ count: deleted }, 'retention.uploads deleted');
  return { uploads: deleted };
}
