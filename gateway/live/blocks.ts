import { cardsTrending } from '#models/contract/analytics';
import { commentCreated } from '#models/contract/comments';
import type { PayloadOf } from '#models/contract/define';
import { postLikes } from '#models/contract/posts';
import { Blocks } from '#models/db/blocks';
import type { StreamEntry } from './stream.js';

/** The people from whom something in a message is hidden, each with the authors with whom there is a block. */
export type HiddenAuthors = ReadonlyMap<string, ReadonlySet<string>>;

/** Who wrote what a message shows. */
function authorsOf(entry: StreamEntry): string[] {
  if (entry.message === cardsTrending.name) return (entry.payload as PayloadOf<typeof cardsTrending>).items.map(({ User }) => User);
  return [entry.by ?? []].flat();
}

/** Blocks between a message's authors and anybody, whoever set them: who is to hear it may come while they are read. */
export async function loadHiddenAuthors(entry: StreamEntry): Promise<HiddenAuthors> {
  const authors = new Set(authorsOf(entry));
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

/** What somebody hears instead: of a comment the counts alone, which a block does not change; of a card the rest. Null: nothing. */
export function redact(entry: StreamEntry, authors: ReadonlySet<string>): Pick<StreamEntry, 'message' | 'payload'> | null {
  if (entry.message === commentCreated.name) {
    const { post_id, Likes, CommentsCount, rev } = entry.payload as PayloadOf<typeof commentCreated>;
    return { message: postLikes.name, payload: { post_id, Likes, CommentsCount, rev } };
  }
  if (entry.message !== cardsTrending.name) return null;
  const { items, computedAt } = entry.payload as PayloadOf<typeof cardsTrending>;
  return { message: entry.message, payload: { items: items.filter(({ User }) => !authors.has(User)), computedAt } };
}
