import type { Asker } from '#models/policies/index';
import { afterPosition, comparePositions, positionOf, type SortOrder } from './cursor.js';
import { type Id, toId } from './model.js';
import { type PostDoc, Posts } from './posts.js';
import { postFacts } from './posts.loaders.js';
import type { SearchRead, SearchSource } from './search.pages.js';
import { cachedText, foldedOf } from './search.text.js';
import { loadSocieties } from './societies.js';
import { words } from './text.js';

const mostEntries = 1000;
const maxScanned = 2000;
/** Maximum posts of matching societies in one read; also the maximum that is counted. */
const mostOfSocieties = 1000;
/** Maximum societies read by index; with more matches, the newest posts are scanned. */
const mostNamed = 20;
const maxWords = 3;
/** Maximum age of the cached newest posts (live.md, 'Rights'). */
const newestTtlMs = 5000;

/** Fields that authorize and sort a post; its text is mostly cached. */
const fields = { society: 1, author: 1, createdAt: 1, removedAt: 1, version: 1 } as const;
type FoundPost = Pick<PostDoc, '_id' | keyof typeof fields>;

/** Folded texts of posts, by id; reads those that are not cached. */
async function textsOf(posts: readonly FoundPost[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const unknown: Id[] = [];
  for (const post of posts) {
    const text = cachedText(post, 'post');
    if (text === undefined) unknown.push(post._id);
    else texts.set(String(post._id), text);
  }
  const read = unknown.length > 0 ? await Posts.find({ _id: { $in: unknown } }, { content: 1, version: 1 }).lean() : [];
  for (const post of read) texts.set(String(post._id), foldedOf(post, 'post', post.content));
  return texts;
}

/** Posts that are not removed and whose text matches. */
async function withText(posts: readonly FoundPost[], passes: (text: string) => boolean): Promise<FoundPost[]> {
  const there = posts.filter((post) => post.removedAt === null);
  const texts = await textsOf(there);
  return there.filter((post) => passes(texts.get(String(post._id)) ?? ''));
}

/**
 * Posts with a word of this prefix; null for too many. A multikey index range has no upper bound here, so the read starts at the
 * first such word: other words sort after all with the prefix.
 */
async function beginningWith(start: string): Promise<FoundPost[] | null> {
  const read = await Posts.find({ words: { $gte: start } }, fields)
    .limit(mostEntries + 1)
    .lean<FoundPost[]>();
  const texts = await textsOf(read);
  // A word has letters and digits only, so it needs no escaping.
  const beginning = new RegExp(`(?<![\\p{L}\\p{N}])${start}`, 'u');
  const found = read.filter((post) => beginning.test(texts.get(String(post._id)) ?? ''));
  return found.length > mostEntries ? null : found;
}

/** Posts by the rarest word of the query; null when even that has too many posts. */
async function byRarestWord(q: string): Promise<FoundPost[] | null> {
  const asked = words(q)
    .sort((a, b) => b.length - a.length)
    .slice(0, maxWords);
  const found = await Promise.all(asked.map(beginningWith));
  return found.filter((posts) => posts !== null).sort((a, b) => a.length - b.length)[0] ?? null;
}

/** Sort order of post hits and their cursors. */
export const postOrder: SortOrder = [['createdAt', -1, 'date']];
type From = Parameters<SearchSource['read']>[0];

const newest = (filter: object, from: From, most: number): Promise<FoundPost[]> =>
  Posts.find({ ...filter, removedAt: null, ...afterPosition(postOrder, from) }, fields)
    .sort({ createdAt: -1, _id: -1 })
    .limit(most)
    .lean<FoundPost[]>();

let newestCache: { head: string; at: number; posts: FoundPost[] } | undefined;

/** Newest open posts, cached until there is a newer one: typing sends many queries in a row. */
async function newestOpen(): Promise<FoundPost[]> {
  const [first] = await newest({ open: true }, null, 1);
  const head = String(first?._id);
  if (newestCache?.head !== head || Date.now() - newestCache.at > newestTtlMs)
    newestCache = { head, at: Date.now(), posts: await newest({ open: true }, null, maxScanned) };
  return newestCache.posts;
}

/** Newest posts of the viewer's feed from a position on. */
async function newestVisible({ viewer }: Asker, from: From): Promise<FoundPost[]> {
  const own = await loadSocieties([...(viewer?.roles.keys() ?? [])].map(toId));
  const closed = [...own.values()].filter((society) => society.privacy.visibility !== 'public').map(({ _id }) => _id);
  const [open, inside] = await Promise.all([
    from ? newest({ open: true }, from, maxScanned) : newestOpen(),
    closed.length > 0 ? newest({ society: { $in: closed } }, from, maxScanned) : [],
  ]);
  return inside.length === 0 ? open : newestFirst([...open, ...inside]).slice(0, maxScanned);
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

const hitOf = (post: FoundPost) => positionOf(post, postOrder);
const endOf = (read: readonly FoundPost[], most: number) => {
  const last = read.length < most ? undefined : read[most - 1];
  return last ? hitOf(last) : null;
};

/** Scans the newest visible posts for the text or the societies. */
const scanSource = (asker: Asker, q: string, societies: readonly Id[]) => {
  const named = new Set(societies.map(String));
  return async (from: From): Promise<SearchRead> => {
    const read = await newestVisible(asker, from);
    const inside = await visible(
      asker,
      read.filter(({ society }) => named.has(String(society))),
    );
    const others = read.filter(({ society }) => !named.has(String(society)));
    const textMatches = await visible(asker, await withText(others, (text) => text.includes(q)));
    const end = endOf(read, maxScanned);
    const hits = [...inside, ...textMatches].map(hitOf);
    // Posts of a few societies can be counted completely, whatever the scan reached.
    const isCountable = from === null && end !== null && societies.length > 0 && societies.length <= mostNamed;
    return isCountable ? { hits, end, minCount: textMatches.length + (await postsInside(asker, societies)).length } : { hits, end };
  };
};

const postsInside = async (asker: Asker, societies: readonly Id[]): Promise<FoundPost[]> =>
  visible(asker, await newest({ society: { $in: societies } }, null, mostOfSocieties));

/** Merges posts found by word with posts of the societies, read in index order. */
const indexSource = (asker: Asker, wordMatches: readonly FoundPost[], societies: readonly Id[]) => async (from: From) => {
  const read = societies.length > 0 ? await newest({ society: { $in: societies } }, from, mostOfSocieties) : [];
  const end = endOf(read, mostOfSocieties);
  const hits = newestFirst([...wordMatches, ...(await visible(asker, read))]).map(hitOf);
  const isNext = (hit: (typeof hits)[number]): boolean =>
    (!from || comparePositions(hit, from, postOrder) > 0) &&
    (!end || String(hit.id) === String(end.id) || comparePositions(hit, end, postOrder) < 0);
  return { hits: hits.filter(isNext), end };
};

/**
 * Posts with this text and all posts of societies with it in their name, newest first. A rare word finds posts by its prefix,
 * however old; a frequent word or a part of a word scans the viewer's newest posts. The note 'walks' marks the cursor of a scan, so
 * that a list keeps its strategy even when a new post has the word.
 */
export async function postSource(asker: Asker, q: string, societies: readonly Id[], note: string | undefined): Promise<SearchSource> {
  const byWord = note === 'walks' ? null : await byRarestWord(q);
  const wordMatches = await visible(asker, await withText(byWord ?? [], (text) => text.includes(q)));
  const isScan = byWord === null || societies.length > mostNamed || (note !== 'index' && wordMatches.length === 0);
  const read: (from: From) => Promise<SearchRead> = isScan ? scanSource(asker, q, societies) : indexSource(asker, wordMatches, societies);
  return { note: isScan ? 'walks' : 'index', compare: (a, b) => comparePositions(a, b, postOrder), read };
}
