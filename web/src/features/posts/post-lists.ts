import type { InfiniteData } from '@tanstack/react-query';
import { create } from 'zustand';
import type { SharedPost } from '#models/contract/posts';
import { queryClient } from '@/lib/query';
import { onUserChange } from '@/lib/user-change';
import { advanceClock } from '@/sync/logical-clock';
import { mergeBroadcast, posts } from './posts.store';

/** A list of posts: the feed, or one society's posts. */
export type PostSource = { kind: 'feed' } | { kind: 'society'; id: string };

export interface IdPage {
  ids: string[];
  next: string | null;
}
type Pages = InfiniteData<IdPage>;

/** A post with the logical time at which it was received. */
interface ReceivedPost {
  id: string;
  receivedAt: number;
}

export const listKey = (source: PostSource): string[] => (source.kind === 'feed' ? ['posts', 'feed'] : ['posts', 'society', source.id]);
const nameOf = (source: PostSource): string => listKey(source).join('/');

/** Posts held back until the viewer presses the pill, so that a list never moves while it is read. */
const useHeldBackLists = create<{ byList: Record<string, readonly ReceivedPost[]> }>(() => ({ byList: {} }));
/** Posts inserted into each list; an answer requested earlier lacks them. */
const inserted = new Map<string, readonly ReceivedPost[]>();
onUserChange(() => {
  useHeldBackLists.setState({ byList: {} });
  inserted.clear();
});

const none: readonly ReceivedPost[] = [];
const heldBackOf = (source: PostSource): readonly ReceivedPost[] => useHeldBackLists.getState().byList[nameOf(source)] ?? none;
const setHeldBack = (source: PostSource, next: readonly ReceivedPost[]): void =>
  useHeldBackLists.setState(({ byList }) => ({ byList: { ...byList, [nameOf(source)]: next } }));

export const useHeldBack = (source: PostSource): readonly ReceivedPost[] =>
  useHeldBackLists(({ byList }) => byList[nameOf(source)] ?? none);

/** The ids of all pages, without duplicates. */
export const idsOf = (data: Pages | undefined): string[] => [...new Set(data?.pages.flatMap((page) => page.ids) ?? [])];
const loadedIds = (source: PostSource): string[] => idsOf(queryClient.getQueryData<Pages>(listKey(source)));

/**
 * Merges a fetched first page with the posts received since it was requested; returns its ids. Fetched posts above those on
 * the screen are held back, like live ones.
 */
export function mergeFirstPage(source: PostSource, fetched: readonly string[], requestedAt: number): string[] {
  const loaded = new Set(loadedIds(source));
  const firstLoaded = fetched.findIndex((id) => loaded.has(id));
  const above = fetched.slice(0, Math.max(0, firstLoaded)).map((id) => ({ id, receivedAt: requestedAt }));
  const later = heldBackOf(source).filter(({ id, receivedAt }) => receivedAt > requestedAt && !fetched.includes(id));
  setHeldBack(source, [...later, ...above]);
  const since = (inserted.get(nameOf(source)) ?? none).filter(({ id, receivedAt }) => receivedAt > requestedAt && posts.get(id));
  inserted.set(nameOf(source), since);
  return since.length > 0 ? mergeNewest(fetched, since) : [...fetched];
}

const newestFirst = (a: string, b: string): number => {
  const [left, right] = [posts.get(a)?.CreatedAt ?? '', posts.get(b)?.CreatedAt ?? ''];
  return right.localeCompare(left) || b.localeCompare(a);
};

const mergeNewest = (ids: readonly string[], more: readonly ReceivedPost[]): string[] =>
  [...new Set([...more.map(({ id }) => id), ...ids])].toSorted(newestFirst);

function insertNewest(source: PostSource, more: readonly ReceivedPost[]): void {
  inserted.set(nameOf(source), [...(inserted.get(nameOf(source)) ?? none), ...more]);
  queryClient.setQueryData<Pages>(listKey(source), (data) => {
    const [first, ...rest] = data?.pages ?? [];
    if (!data || !first) return data;
    return { ...data, pages: [{ ...first, ids: mergeNewest(first.ids, more) }, ...rest] };
  });
}

/** Moves the held-back posts to the top of the list. */
export function showHeldBack(source: PostSource): void {
  insertNewest(source, heldBackOf(source));
  setHeldBack(source, []);
}

const listsOf = (post: SharedPost): PostSource[] => [{ kind: 'feed' }, { kind: 'society', id: post.Society_ID }];

/** Holds a received post back in each of its lists; an empty list shows it at once. */
export function addReceivedPost(post: SharedPost): void {
  mergeBroadcast(post);
  for (const source of listsOf(post)) {
    const isRequested = queryClient.getQueryState(listKey(source)) !== undefined;
    const loaded = loadedIds(source);
    const isHeldBack = heldBackOf(source).some(({ id }) => id === post.ID);
    if (!isRequested || loaded.includes(post.ID) || isHeldBack || posts.isRemoved(post.ID)) continue;
    setHeldBack(source, [{ id: post.ID, receivedAt: advanceClock() }, ...heldBackOf(source)]);
    if (loaded.length === 0) showIfLoaded(source);
  }
}

const showIfLoaded = (source: PostSource): void => {
  if (queryClient.getQueryData(listKey(source))) showHeldBack(source);
};

/** Shows the viewer's new post at the top of its lists at once, with the posts held back there. */
export function insertOwn(post: SharedPost): void {
  mergeBroadcast(post);
  for (const source of listsOf(post)) {
    setHeldBack(source, [{ id: post.ID, receivedAt: advanceClock() }, ...heldBackOf(source).filter(({ id }) => id !== post.ID)]);
    showIfLoaded(source);
  }
}

function withoutPost(data: Pages, id: string): Pages {
  if (!data.pages.some((page) => page.ids.includes(id))) return data;
  return { ...data, pages: data.pages.map((page) => ({ ...page, ids: page.ids.filter((each) => each !== id) })) };
}

/** Removes a post for good from every list and from the held-back posts. */
export function removeFromLists(id: string): void {
  posts.remove(id);
  useHeldBackLists.setState(({ byList }) => ({
    byList: Object.fromEntries(Object.entries(byList).map(([list, heldBack]) => [list, heldBack.filter((each) => each.id !== id)])),
  }));
  for (const kind of ['feed', 'society']) {
    queryClient.setQueriesData<Pages>({ queryKey: ['posts', kind] }, (data) => data && withoutPost(data, id));
  }
}
