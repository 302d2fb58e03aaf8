import { type BlockDoc, Blocks } from './blocks.js';
import { afterCursor, type Cursor, cutPage } from './cursor.js';
import type { Id } from './model.js';
import type { DbSession } from './transaction.js';

/** Ids of people who block this person or are blocked by them. */
export async function blockedWith(person: Id, session: DbSession | null = null): Promise<ReadonlySet<string>> {
  return (await blockedAmong([person], session)).get(String(person)) ?? new Set();
}

/** Ids of blocked and blocking people for each of several people. */
export async function blockedAmong(people: readonly Id[], session: DbSession | null = null): Promise<Map<string, ReadonlySet<string>>> {
  const among = { $in: people };
  const between = {
    $or: [
      { from: among, on: true },
      { to: among, on: true },
    ],
  };
  const found = new Map(people.map((person): [string, Set<string>] => [String(person), new Set()]));
  for (const { from, to } of await Blocks.find(between, { from: 1, to: 1 }).session(session).lean()) {
    found.get(String(from))?.add(String(to));
    found.get(String(to))?.add(String(from));
  }
  return found;
}

/** One page of a person's own blocks, the newest first. */
export async function blockPage(from: Id, cursor: Cursor | null, limit: number): Promise<{ blocks: BlockDoc[]; next: string | null }> {
  const found = await Blocks.find({ from, on: true, ...afterCursor('at', cursor, -1) })
    .sort({ at: -1, _id: -1 })
    .limit(limit + 1)
    .lean();
  const { items: blocks, next } = cutPage(found, limit, ({ at }) => at);
  return { blocks, next };
}
