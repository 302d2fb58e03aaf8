import type { Asker } from '#models/policies/index';
import { type Id, toId } from './model.js';
import { type PostDoc, Posts } from './posts.js';
import { loadSocieties, postFacts } from './posts.loaders.js';
import { foldedOf } from './search.text.js';
import { words } from './text.js';

const mostEntries = 1000;
const mostWalked = 2000;
const mostOfSocieties = 100;
const fewEntries = 60;
const mostAsked = 3;

const fields = { content: 1, society: 1, author: 1, createdAt: 1, removedAt: 1, version: 1 } as const;
export type FoundPost = Pick<PostDoc, '_id' | keyof typeof fields>;

const textOf = (post: FoundPost): string => foldedOf(post, 'post', post.content);

/**
 * All posts with a word that begins so, up to `most`; null where there are more. An index of many words a post has no range with
 * two ends, so it is read on from the first such word: what begins otherwise comes after all that begin so.
 */
async function beginningWith(start: string, most: number): Promise<FoundPost[] | null> {
  const read = await Posts.find({ words: { $gte: start } }, { ...fields, words: 1 })
    .limit(most + 1)
    .lean();
  const found = read.filter((post) => post.words.some((word) => word.startsWith(start)));
  return found.length > most ? null : found;
}

/** Posts by the rarest word that was asked for; null where even that is in too many. */
async function byRarestWord(q: string): Promise<FoundPost[] | null> {
  const asked = words(q)
    .sort((a, b) => b.length - a.length)
    .slice(0, mostAsked);
  const few = await Promise.all(asked.map((word) => beginningWith(word, fewEntries)));
  const rare = few.filter((found) => found !== null).sort((a, b) => a.length - b.length);
  if (rare[0]) return rare[0];
  const many = await Promise.all(asked.map((word) => beginningWith(word, mostEntries)));
  return many.filter((found) => found !== null).sort((a, b) => a.length - b.length)[0] ?? null;
}

const newest = (filter: object, most: number): Promise<FoundPost[]> =>
  Posts.find({ ...filter, removedAt: null }, fields)
    .sort({ createdAt: -1, _id: -1 })
    .limit(most)
    .lean<FoundPost[]>();

/** The newest posts that the viewer may see, as of the feed. */
async function newestVisible({ viewer }: Asker): Promise<FoundPost[]> {
  const own = [...(viewer?.roles.keys() ?? [])].map(toId);
  const [open, inside] = await Promise.all([
    newest({ open: true }, mostWalked),
    own.length > 0 ? newest({ society: { $in: own } }, mostWalked) : [],
  ]);
  return inside.length === 0 ? open : newestFirst([...open, ...inside]).slice(0, mostWalked);
}

const newestFirst = (posts: readonly FoundPost[]): FoundPost[] =>
  [...new Map(posts.map((post) => [String(post._id), post])).values()].sort(
    (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (String(a._id) < String(b._id) ? 1 : -1),
  );

async function visible(asker: Asker, posts: readonly FoundPost[]): Promise<FoundPost[]> {
  const societies = await loadSocieties(posts.map(({ society }) => society));
  return posts.filter((post) => {
    const society = societies.get(String(post.society));
    return society !== undefined && asker.can('post.see', postFacts(post, society));
  });
}

/**
 * Posts with this text, and the newest of the societies whose names have it, the newest first. A word that is rare finds them by
 * its beginning, however old; for what stands in many, or inside of words, the newest that the viewer may see are gone through.
 */
export async function searchPosts(asker: Asker, q: string, societies: readonly Id[]): Promise<FoundPost[]> {
  const [byWord, ofSocieties] = await Promise.all([
    byRarestWord(q),
    societies.length > 0 ? newest({ society: { $in: societies } }, mostOfSocieties) : [],
  ]);
  const has = (post: FoundPost): boolean => post.removedAt === null && textOf(post).includes(q);
  let found = await visible(asker, byWord?.filter(has) ?? []);
  if (found.length === 0) found = await visible(asker, (await newestVisible(asker)).filter(has));
  return newestFirst([...found, ...(await visible(asker, ofSocieties))]);
}
