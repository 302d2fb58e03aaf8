import { type BlockDoc, Blocks } from './blocks.js';
import { after, type Cursor, cutPage } from './cursor.js';
import type { Id } from './model.js';

/** One page of a person's own blocks, the newest first. */
export async function blockPage(from: Id, cursor: Cursor | null, limit: number): Promise<{ blocks: BlockDoc[]; next: string | null }> {
  const found = await Blocks.find({ from, on: true, ...after('at', cursor, -1) })
    .sort({ at: -1, _id: -1 })
    .limit(limit + 1)
    .lean();
  const { items: blocks, next } = cutPage(found, limit, ({ at }) => at);
  return { blocks, next };
}
