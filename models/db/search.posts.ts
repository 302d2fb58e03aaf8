import type { Asker } from '#models/policies/index';
import { type Id, toId } from './model.js';
import { type PostDoc, Posts } from './posts.js';
import { postFacts } from './posts.loaders.js';
import { foldedOf, keptText } from './search.text.js';
import { loadSocieties } from './societies.js';
import { words } from './text.js';

const mostEntries = 1000;
const mostWalked = 2000;
const mostOfSocieties = 100;
const mostAsked = 3;
/** live.md, 'Rights': what is kept is never older. */
const walkedForMs = 5000;

/** All that judges a post and orders it; its text is mostly known already. */
const fields = { society: 1, author: 1, createdAt: 1, removedAt: 1, version: 1 } as const;
export type FoundPost = Pick<PostDoc, '_id' | keyof typeof fields>;

/** The folded texts of posts, by id; only those that are not kept are read. */
async function textsOf(posts: readonly FoundPost[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const unknown: Id[] = [];
  for (const post of posts) {
    const text = keptText(post, 'post');
    if (text === undefined) unknown.push(post._id);
    else texts.set(String(post._id), text);
  }
  const read = unknown.length > 0 ? await Posts.find({ _id: { $in: unknown } }, { content: 1, version: 1 }).lean() : [];
  for (const post of read) texts.set(String(post._id), foldedOf(post, 'post', post.content));
  return texts;
}

/** Those of the posts that are there and whose text passes. */
async function withText(posts: readonly FoundPost[], passes: (text: string) => boolean): Promise<FoundPost[]> {
  const there = posts.filter((post) => post.removedAt === null);
  const texts = await textsOf(there);
  return there.filter((post) => passes(texts.get(String(post._id)) ?? ''));
}

/**
 * All posts with a word that begins so; null where there are too many. An index of many words a post has no range with two
 * ends, so it is read on from the first such word: what begins otherwise comes after all that begin so.
 */
async function beginningWith(start: string): Promise<FoundPost[] | null> {
  const read = await Posts.find({ words: { $gte: start } }, fields)
    .limit(mostEntries + 1)
    .lean<FoundPost[]>();
  const texts = await textsOf(read);
  // A word has letters and digits only, so it stands for itself.
  const beginning = new RegExp(`(?<![\\p{L}\\p{N}])${start}`, 'u');
  const found = read.filter((post) => beginning.test(texts.get(String(post._id)) ?? ''));
  return found.length > mostEntries ? null : found;
}

/** Posts by the rarest word that was asked for; null where even that is in too many. */
async function byRarestWord(q: string): Promise<FoundPost[] | null> {
  const asked = words(q)
    .sort((a, b) => b.length - a.length)
    .slice(0, mostAsked);
  const found = await Promise.all(asked.map(beginningWith));
  return found.filter((posts) => posts !== null).sort((a, b) => a.length - b.length)[0] ?? null;
}

const newest = (filter: object, most: number): Promise<FoundPost[]> =>
  Posts.find({ ...filter, removedAt: null }, fields)
    .sort({ createdAt: -1, _id: -1 })
    .limit(most)
    .lean<FoundPost[]>();

let walked: { head: string; at: number; posts: FoundPost[] } | undefined;

/** The newest open posts, read again when there is a newer one: who types asks many times in a row. */
async function newestOpen(): Promise<FoundPost[]> {
  const [first] = await newest({ open: true }, 1);
  const head = String(first?._id);
  if (walked?.head !== head || Date.now() - walked.at > walkedForMs)
    walked = { head, at: Date.now(), posts: await newest({ open: true }, mostWalked) };
  return walked.posts;
}

/** The newest posts that the viewer may see, as of the feed. */
async function newestVisible({ viewer }: Asker): Promise<FoundPost[]> {
  const own = await loadSocieties([...(viewer?.roles.keys() ?? [])].map(toId));
  const closed = [...own.values()].filter((society) => society.privacy.visibility !== 'public').map(({ _id }) => _id);
  const [open, inside] = await Promise.all([newestOpen(), closed.length > 0 ? newest({ society: { $in: closed } }, mostWalked) : []]);
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
  const has = (text: string): boolean => text.includes(q);
  let found = await visible(asker, await withText(byWord ?? [], has));
  if (found.length === 0) found = await visible(asker, await withText(await newestVisible(asker), has));
  return newestFirst([...found, ...(await visible(asker, ofSocieties))]);
}
