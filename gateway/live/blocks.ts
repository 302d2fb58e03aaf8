import { commentCreated } from '#models/contract/comments';
import type { PayloadOf } from '#models/contract/define';
import { postLikes } from '#models/contract/posts';
import { cardsTrending } from '#models/contract/trending';
import { Blocks } from '#models/db/blocks';
import type { Connection } from './connection.js';
import type { StreamEntry } from './stream.js';

/** Users from whom something in a message is hidden, each with the authors with whom there is a block. */
export type HiddenAuthors = ReadonlyMap<string, ReadonlySet<string>>;

/** Authors of the content that a message shows. */
export function authorsOf(entry: StreamEntry): string[] {
  if (entry.message === cardsTrending.name) return (entry.payload as PayloadOf<typeof cardsTrending>).items.map(({ User }) => User);
  return [entry.by ?? []].flat();
}

/** Authors who are hidden from a connection; undefined for none. */
export const hiddenFrom = ({ user, ignoresBlocks }: Connection, hidden: HiddenAuthors): ReadonlySet<string> | undefined =>
  user === null || ignoresBlocks ? undefined : hidden.get(user);

/**
 * Loads the blocks in both directions between the messages' authors and anybody. Not limited to the people in the room, since
 * more may join while they are read.
 */
export async function loadHiddenAuthors(entries: readonly StreamEntry[]): Promise<HiddenAuthors> {
  const authors = new Set(entries.flatMap(authorsOf));
  const hidden = new Map<string, Set<string>>();
  if (authors.size === 0) return hidden;
  const among = { $in: [...authors] };
  const [set, received] = await Promise.all([
    Blocks.find({ from: among, on: true }, { from: 1, to: 1 }).lean(),
    Blocks.find({ to: among, on: true }, { from: 1, to: 1 }).lean(),
  ]);
  const pairs = [...set.map(({ from, to }) => [to, from] as const), ...received.map(({ from, to }) => [from, to] as const)];
  for (const [user, author] of pairs) hidden.set(String(user), new Set([...(hidden.get(String(user)) ?? []), String(author)]));
  return hidden;
}

/**
 * Returns the message without what is hidden: of a comment only the counts, of a trending card the remaining items; null if
 * nothing is left.
 */
export function redact(entry: StreamEntry, authors: ReadonlySet<string>): Pick<StreamEntry, 'message' | 'payload'> | null {
  if (entry.message === commentCreated.name) {
    const { post_id, Likes, CommentsCount, rev } = entry.payload as PayloadOf<typeof commentCreated>;
    return { message: postLikes.name, payload: { post_id, Likes, CommentsCount, rev } };
  }
  if (entry.message !== cardsTrending.name) return null;
  const { items, computedAt } = entry.payload as PayloadOf<typeof cardsTrending>;
  return { message: entry.message, payload: { items: items.filter(({ User }) => !authors.has(User)), computedAt } };
}
