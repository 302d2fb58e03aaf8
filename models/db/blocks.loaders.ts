import { type BlockDoc, Blocks } from './blocks.js';
import type { SortOrder } from './cursor.js';
import { Loader } from './loader.js';
import { type Id, toId } from './model.js';
import { paginate } from './paginate.js';
import type { DbSession } from './transaction.js';

const newestFirst: SortOrder = [['at', -1, 'date']];

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

/** Ids of blocked and blocking people, by person. */
export const blockedLoader = new Loader<ReadonlySet<string>>((people) => blockedAmong(people.map(toId)));

/** One page of a person's own blocks, the newest first. */
export async function blockPage(from: Id, cursor: string | undefined, limit: number): Promise<{ blocks: BlockDoc[]; next: string | null }> {
  const reads = [{ from, on: true }];
  const { items: blocks, next } = await paginate({ model: Blocks, reads, order: newestFirst, cursor, limit });
  return { blocks, next };
}
