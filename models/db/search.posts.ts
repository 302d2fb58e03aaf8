import { LRUCache } from 'lru-cache';
import type { PostFacts } from '#models/policies/facts';
import type { Asker } from '#models/policies/index';
import { afterPosition, comparePositions, type ListPosition, positionOf, type SortOrder } from './cursor.js';
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
type StoredPost = Pick<PostDoc, '_id' | keyof typeof fields>;

/** Sort order of post hits and their cursors. */
export const postOrder: SortOrder = [['createdAt', -1, 'date']];

/** A post with what searches derive from it, once for all of them: a common word finds a thousand posts again and again. */
class FoundPost {
  readonly stored: StoredPost;
  readonly id: string;
  readonly society: string;
  readonly hit: ListPosition;
  /** Folded text; absent until it is loaded. */
  text: string | undefined;
  #facts: { society: SocietyDoc; facts: PostFacts } | undefined;

  constructor(stored: StoredPost) {
    this.stored = stored;
    this.id = String(stored._id);
    this.society = String(stored.society);
    this.hit = positionOf(stored, postOrder);
    this.text = cachedText(stored, 'post');
  }

  /** Policy facts, composed again when the society was read again. */
  factsIn(society: SocietyDoc): PostFacts {
    if (this.#facts?.society !== society) this.#facts = { society, facts: postFacts(this.stored, society) };
    return this.#facts.facts;
  }
}

const hitOf = ({ hit }: FoundPost): ListPosition => hit;

/** Reads the texts of these posts that are not cached. */
async function loadTexts(posts: readonly FoundPost[]): Promise<void> {
  const unknown = new Map(posts.filter(({ text }) => text === undefined).map((post) => [post.id, post]));
  if (unknown.size === 0) return;
  const ids = Array.from(unknown.values(), ({ stored }) => stored._id);
  for (const post of await Posts.find({ _id: { $in: ids } }, { content: 1, version: 1 }).lean()) {
    const asked = unknown.get(String(post._id));
    if (asked) asked.text = foldedOf(post, 'post', post.content);
  }
}

/** Posts of a list whose text, which is loaded already, contains the query. */
const matchingPosts = matcherOf<FoundPost>(({ text }) => text ?? '');

/** Posts of a list by society. */
const bySociety = memoizeByObject((posts: readonly FoundPost[]) => {
  const grouped = new Map<string, FoundPost[]>();
  for (const post of posts) {
    const group = grouped.get(post.society);
    if (group) group.push(post);
    else grouped.set(post.society, [post]);
  }
  return grouped;
});

/** Beginnings of words that too many posts have; a search by one of them reads the newest posts at once. */
const frequent = new LRUCache<string, true>({ max: 1000, ttl: 60_000 });
/** Posts read first by a word: most words are in few posts. */
const firstEntries = 50;

/** Posts found by a word; null for too many. */
interface WordMatches {
  posts: FoundPost[] | null;
}

/**
 * Posts with a word of this prefix, shared by the searches for it. A multikey index range has no upper bound here, so the read
 * starts at the first such word, and ends with the first post that has none: other words sort after all with the prefix.
 */
const beginningWith = new SharedLoader<WordMatches>(async (start) => {
  // A word has letters and digits only, so it needs no escaping.
  const beginning = new RegExp(`(?<![\\p{L}\\p{N}])${start}`, 'u');
  const has = ({ text = '' }: FoundPost): boolean => beginning.test(text);
  for (const most of [firstEntries, mostEntries + 1]) {
    const read = await readPosts(
      Posts.find({ words: { $gte: start } }, fields)
        .limit(most)
        .lean<StoredPost[]>(),
    );
    await loadTexts(read);
    const last = read.at(-1);
    if (read.length < most || !last || !has(last)) return { posts: read.filter(has) };
  }
  frequent.set(start, true);
  return { posts: null };
});

/** Posts by the longest word of the query that is rare enough; null when each has too many posts. */
async function byRareWord(q: string): Promise<FoundPost[] | null> {
  const asked = words(q)
    .sort((a, b) => b.length - a.length)
    .slice(0, maxWords);
  for (const each of asked) {
    const { posts } = frequent.has(each) ? { posts: null } : await beginningWith.cached(each);
    if (posts) return posts;
  }
  return null;
}

type From = Parameters<SearchSource['read']>[0];

const readPosts = async (read: PromiseLike<StoredPost[]>): Promise<FoundPost[]> => (await read).map((post) => new FoundPost(post));

const newest = (filter: object, from: From, most: number): Promise<FoundPost[]> =>
  readPosts(
    Posts.find({ ...filter, removedAt: null, ...afterPosition(postOrder, from) }, fields)
      .sort({ createdAt: -1, _id: -1 })
      .limit(most)
      .lean<StoredPost[]>(),
  );

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
  const [first] = await newestHead.cached();
  const head = first?.id ?? '';
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

const newestFirst = (posts: readonly FoundPost[]): FoundPost[] =>
  [...new Map(posts.map((post) => [post.id, post])).values()].sort((a, b) => comparePositions(a.hit, b.hit, postOrder));

async function visible(asker: Asker, posts: readonly FoundPost[]): Promise<FoundPost[]> {
  const societies = await societyLoader.cachedMany(new Set(posts.map(({ society }) => society)));
  return posts.filter((post) => {
    const society = societies.get(post.society);
    return society !== undefined && asker.can('post.see', post.factsIn(society));
  });
}

/** Scans the newest visible posts for the text or the societies. */
const scanSource = (asker: Asker, q: string, societies: readonly Id[]) => {
  const named = new Set(societies.map(String));
  return async (from: From): Promise<SearchRead> => {
    const lists = await newestVisible(asker, from);
    const end = commonEnd(lists, postOrder, maxScanned, hitOf);
    // Skips the check for a single list: nothing is beyond its own end.
    const seen = (posts: readonly FoundPost[]) => visible(asker, lists.length > 1 ? upTo(posts, end, postOrder, hitOf) : posts);
    const inside = await seen(lists.flatMap((list) => [...named].flatMap((society) => bySociety(list).get(society) ?? [])));
    const matching = lists.flatMap((list) => matchingPosts(list, q));
    const textMatches = await seen(named.size > 0 ? matching.filter(({ society }) => !named.has(society)) : matching);
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
  const end = commonEnd([read], postOrder, mostOfSocieties, hitOf);
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
  const there = (byWord ?? []).filter(({ stored }) => stored.removedAt === null);
  const wordMatches = await visible(
    asker,
    there.filter(({ text }) => text?.includes(q)),
  );
  const isScan = byWord === null || societies.length > mostNamed || (note !== 'index' && wordMatches.length === 0);
  const read: (from: From) => Promise<SearchRead> = isScan ? scanSource(asker, q, societies) : indexSource(asker, wordMatches, societies);
  return { note: isScan ? 'walks' : 'index', compare: (a, b) => comparePositions(a, b, postOrder), read };
}
