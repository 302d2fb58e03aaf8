import { LRUCache } from 'lru-cache';
import type { Asker } from '#models/policies/index';
import { afterPosition, comparePositions, positionOf, type SortOrder } from './cursor.js';
import { SharedLoader } from './loader.js';
import { memoizeByObject } from './memoize.js';
import { type Id, toId } from './model.js';
import { type PostDoc, Posts } from './posts.js';
import { postFacts } from './posts.loaders.js';
import { commonEnd, type SearchRead, type SearchSource, upTo } from './search.pages.js';
import { cachedText, foldedOf, matcherOf } from './search.text.js';
import { type SocietyDoc, societyLoader } from './societies.js';
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

/** Folded texts of posts that were read: the newest ones are searched again and again. */
const textOf = new WeakMap<FoundPost, string>();

/** Looks up the folded texts of these posts; reads those that are not cached. */
async function loadTexts(posts: readonly FoundPost[]): Promise<void> {
  const unknown = new Map<string, FoundPost>();
  for (const post of posts) {
    if (textOf.has(post)) continue;
    const text = cachedText(post, 'post');
    if (text === undefined) unknown.set(String(post._id), post);
    else textOf.set(post, text);
  }
  if (unknown.size === 0) return;
  const read = await Posts.find({ _id: { $in: [...unknown.values()].map(({ _id }) => _id) } }, { content: 1, version: 1 }).lean();
  for (const post of read) {
    const asked = unknown.get(String(post._id));
    if (asked) textOf.set(asked, foldedOf(post, 'post', post.content));
  }
}

/** Posts of a list whose text, which is loaded already, contains the query. */
const matchingPosts = matcherOf<FoundPost>((post) => textOf.get(post) ?? '');

/** Ids as text, made once for each post: a common word finds a thousand of them again and again. */
const societyOf = memoizeByObject((post: FoundPost) => String(post.society));

/** Posts of a list by society. */
const bySociety = memoizeByObject((posts: readonly FoundPost[]) => {
  const grouped = new Map<string, FoundPost[]>();
  for (const post of posts) {
    const group = grouped.get(societyOf(post));
    if (group) group.push(post);
    else grouped.set(societyOf(post), [post]);
  }
  return grouped;
});

/** Beginnings of words that too many posts have; a search by one of them reads the newest posts at once. */
const frequent = new LRUCache<string, true>({ max: 1000, ttl: 60_000 });
/** Posts read first by a word: most words are in few posts. */
const firstEntries = 50;

/**
 * Posts with a word of this prefix; null for too many. A multikey index range has no upper bound here, so the read starts at the
 * first such word, and ends with the first post that has none: other words sort after all with the prefix.
 */
async function beginningWith(start: string): Promise<FoundPost[] | null> {
  if (frequent.has(start)) return null;
  // A word has letters and digits only, so it needs no escaping.
  const beginning = new RegExp(`(?<![\\p{L}\\p{N}])${start}`, 'u');
  const has = (post: FoundPost): boolean => beginning.test(textOf.get(post) ?? '');
  for (const most of [firstEntries, mostEntries + 1]) {
    const read = await Posts.find({ words: { $gte: start } }, fields)
      .limit(most)
      .lean<FoundPost[]>();
    await loadTexts(read);
    const last = read.at(-1);
    if (read.length < most || !last || !has(last)) return read.filter(has);
  }
  frequent.set(start, true);
  return null;
}

/** Posts by the longest word of the query that is rare enough; null when each has too many posts. */
async function byRareWord(q: string): Promise<FoundPost[] | null> {
  const asked = words(q)
    .sort((a, b) => b.length - a.length)
    .slice(0, maxWords);
  for (const each of asked) {
    const found = await beginningWith(each);
    if (found) return found;
  }
  return null;
}

/** Sort order of post hits and their cursors. */
export const postOrder: SortOrder = [['createdAt', -1, 'date']];
type From = Parameters<SearchSource['read']>[0];

const newest = (filter: object, from: From, most: number): Promise<FoundPost[]> =>
  Posts.find({ ...filter, removedAt: null, ...afterPosition(postOrder, from) }, fields)
    .sort({ createdAt: -1, _id: -1 })
    .limit(most)
    .lean<FoundPost[]>();

/** As `newest`, with the texts. */
async function newestWithTexts(filter: object, from: From): Promise<FoundPost[]> {
  const posts = await newest(filter, from, maxScanned);
  await loadTexts(posts);
  return posts;
}

let newestCache: { head: string; at: number; posts: FoundPost[] } | undefined;
/** Newest open post, shared by searches. */
const newestHead = new SharedLoader<FoundPost[]>(() => newest({ open: true }, null, 1));

/** Newest open posts, cached until there is a newer one: typing sends many queries in a row. */
async function newestOpen(): Promise<FoundPost[]> {
  const [first] = await newestHead.cached('');
  const head = String(first?._id);
  if (newestCache?.head !== head || Date.now() - newestCache.at > newestTtlMs)
    newestCache = { head, at: Date.now(), posts: await newestWithTexts({ open: true }, null) };
  return newestCache.posts;
}

/** Newest posts of closed societies, shared by the searches of their members. Keys are societies. */
const newestInside = new SharedLoader<FoundPost[]>((key) => newestWithTexts(insideOf([toId(key)]), null));

/** Posts of these societies that the read of open posts does not have. */
const insideOf = (societies: readonly Id[]) => ({ society: { $in: societies }, open: false });

/** Lists of the newest posts of the viewer's feed from a position on; a list of `maxScanned` was cut. */
async function newestVisible({ viewer }: Asker, from: From): Promise<FoundPost[][]> {
  const own = await societyLoader.cachedMany(viewer?.roles.keys() ?? []);
  const closed = [...own.values()].filter((society) => society.privacy.visibility !== 'public').map(({ _id }) => _id);
  if (from)
    return Promise.all([{ open: true }, ...(closed.length > 0 ? [insideOf(closed)] : [])].map((read) => newestWithTexts(read, from)));
  const [open, inside] = await Promise.all([newestOpen(), newestInside.cachedMany(closed)]);
  return [open, ...inside.values()];
}

const byAge = (a: FoundPost, b: FoundPost): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || (String(a._id) < String(b._id) ? 1 : -1);

const newestFirst = (posts: readonly FoundPost[]): FoundPost[] =>
  [...new Map(posts.map((post) => [String(post._id), post])).values()].sort(byAge);

/** Facts of a post, computed once for all searches that get the same cached documents. */
const factsOf = memoizeByObject((society: SocietyDoc) => memoizeByObject((post: FoundPost) => postFacts(post, society)));

async function visible(asker: Asker, posts: readonly FoundPost[]): Promise<FoundPost[]> {
  const societies = await societyLoader.cachedMany(new Set(posts.map(societyOf)));
  return posts.filter((post) => {
    const society = societies.get(societyOf(post));
    return society !== undefined && asker.can('post.see', factsOf(society)(post));
  });
}

const hitOf = memoizeByObject((post: FoundPost) => positionOf(post, postOrder));

/** Scans the newest visible posts for the text or the societies. */
const scanSource = (asker: Asker, q: string, societies: readonly Id[]) => {
  const named = new Set(societies.map(String));
  return async (from: From): Promise<SearchRead> => {
    const lists = await newestVisible(asker, from);
    const end = commonEnd(lists, postOrder, maxScanned);
    const seen = (posts: readonly FoundPost[]) => visible(asker, upTo(posts, end, postOrder));
    const inside = await seen(lists.flatMap((list) => [...named].flatMap((society) => bySociety(list).get(society) ?? [])));
    const matching = lists.flatMap((list) => matchingPosts(list, q));
    const textMatches = await seen(matching.filter((post) => !named.has(societyOf(post))));
    const hits = [...inside, ...textMatches].map(hitOf);
    // Posts of a few societies can be counted completely, whatever the scan reached.
    const isCountable = from === null && end !== null && societies.length > 0 && societies.length <= mostNamed;
    return isCountable ? { hits, end, minCount: textMatches.length + (await postsInside(asker, societies)).length } : { hits, end };
  };
};

/** Newest posts of societies, shared by the searches that find these by name. Keys are the societies, in order. */
const newestOf = new SharedLoader<FoundPost[]>((key) => newest({ society: { $in: key.split(',').map(toId) } }, null, mostOfSocieties));
const newestOfSocieties = (societies: readonly Id[]): Promise<FoundPost[]> => newestOf.cached(societies.map(String).sort().join());

const postsInside = async (asker: Asker, societies: readonly Id[]): Promise<FoundPost[]> =>
  visible(asker, await newestOfSocieties(societies));

const postsInsideFrom = (societies: readonly Id[], from: From): Promise<FoundPost[]> =>
  from ? newest({ society: { $in: societies } }, from, mostOfSocieties) : newestOfSocieties(societies);

/** Merges posts found by word with posts of the societies, read in index order. */
const indexSource = (asker: Asker, wordMatches: readonly FoundPost[], societies: readonly Id[]) => async (from: From) => {
  const read = societies.length > 0 ? await postsInsideFrom(societies, from) : [];
  const end = commonEnd([read], postOrder, mostOfSocieties);
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
  const byWord = note === 'walks' ? null : await byRareWord(q);
  const there = (byWord ?? []).filter(({ removedAt }) => removedAt === null);
  const wordMatches = await visible(
    asker,
    there.filter((post) => textOf.get(post)?.includes(q)),
  );
  const isScan = byWord === null || societies.length > mostNamed || (note !== 'index' && wordMatches.length === 0);
  const read: (from: From) => Promise<SearchRead> = isScan ? scanSource(asker, q, societies) : indexSource(asker, wordMatches, societies);
  return { note: isScan ? 'walks' : 'index', compare: (a, b) => comparePositions(a, b, postOrder), read };
}
