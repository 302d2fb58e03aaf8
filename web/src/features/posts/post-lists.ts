import type { InfiniteData } from '@tanstack/react-query';
import { create } from 'zustand';
import type { SharedPost } from '#models/contract/posts';
import { onClear } from '@/lib/entities';
import { advanceClock } from '@/lib/logical-clock';
import { queryClient } from '@/lib/query';
import { posts, takeShared } from './posts.store';

/** Which list: the feed, or one society's posts. */
export type PostSource = { kind: 'feed' } | { kind: 'society'; id: string };

export interface IdPage {
  ids: string[];
  next: string | null;
}
type Pages = InfiniteData<IdPage>;

/** A post, and when it was heard of. */
interface HeardPost {
  id: string;
  heard: number;
}

export const keyOf = (source: PostSource): string[] => (source.kind === 'feed' ? ['posts', 'feed'] : ['posts', 'society', source.id]);
const nameOf = (source: PostSource): string => keyOf(source).join('/');

/** Posts that wait until the reader asks for them: a list never moves under the eyes. */
const useWaitingLists = create<{ byList: Record<string, readonly HeardPost[]> }>(() => ({ byList: {} }));
/** Posts that were put into each list as they came: an answer that was asked for before does not have them yet. */
const placed = new Map<string, readonly HeardPost[]>();
onClear(() => {
  useWaitingLists.setState({ byList: {} });
  placed.clear();
});

const none: readonly HeardPost[] = [];
const waitingOf = (source: PostSource): readonly HeardPost[] => useWaitingLists.getState().byList[nameOf(source)] ?? none;
const setWaiting = (source: PostSource, next: readonly HeardPost[]): void =>
  useWaitingLists.setState(({ byList }) => ({ byList: { ...byList, [nameOf(source)]: next } }));

export const useWaiting = (source: PostSource): readonly HeardPost[] => useWaitingLists(({ byList }) => byList[nameOf(source)] ?? none);

/** The ids of all pages, each once. */
export const idsOf = (data: Pages | undefined): string[] => [...new Set(data?.pages.flatMap((page) => page.ids) ?? [])];
const knownIds = (source: PostSource): string[] => idsOf(queryClient.getQueryData<Pages>(keyOf(source)));

/**
 * A list's first page has come, with what had been heard before it was asked for in it; answers the page with what was put
 * in since. New posts above those that are on the screen wait like those that came live.
 */
export function meetFetched(source: PostSource, fetched: readonly string[], asked: number): string[] {
  const known = new Set(knownIds(source));
  const firstKnown = fetched.findIndex((id) => known.has(id));
  const above = fetched.slice(0, Math.max(0, firstKnown)).map((id) => ({ id, heard: asked }));
  const later = waitingOf(source).filter(({ id, heard }) => heard > asked && !fetched.includes(id));
  setWaiting(source, [...later, ...above]);
  const since = (placed.get(nameOf(source)) ?? none).filter(({ id, heard }) => heard > asked && posts.get(id));
  placed.set(nameOf(source), since);
  return since.length > 0 ? withNew(fetched, since) : [...fetched];
}

const newestFirst = (a: string, b: string): number => {
  const [left, right] = [posts.get(a)?.CreatedAt ?? '', posts.get(b)?.CreatedAt ?? ''];
  return right.localeCompare(left) || b.localeCompare(a);
};

const withNew = (ids: readonly string[], more: readonly HeardPost[]): string[] =>
  [...new Set([...more.map(({ id }) => id), ...ids])].toSorted(newestFirst);

function putFirst(source: PostSource, more: readonly HeardPost[]): void {
  placed.set(nameOf(source), [...(placed.get(nameOf(source)) ?? none), ...more]);
  queryClient.setQueryData<Pages>(keyOf(source), (data) => {
    const [first, ...rest] = data?.pages ?? [];
    if (!data || !first) return data;
    return { ...data, pages: [{ ...first, ids: withNew(first.ids, more) }, ...rest] };
  });
}

/** The reader asks for the new posts: they stand at the head of the list. */
export function showWaiting(source: PostSource): void {
  putFirst(source, waitingOf(source));
  setWaiting(source, []);
}

const listsOf = (post: SharedPost): PostSource[] => [{ kind: 'feed' }, { kind: 'society', id: post.Society_ID }];

/** A post that somebody has just written waits in each list that it belongs to; an empty list shows it at once. */
export function announce(post: SharedPost): void {
  takeShared(post);
  for (const source of listsOf(post)) {
    const isWanted = queryClient.getQueryState(keyOf(source)) !== undefined;
    const known = knownIds(source);
    const waits = waitingOf(source).some(({ id }) => id === post.ID);
    if (!isWanted || known.includes(post.ID) || waits || posts.isRemoved(post.ID)) continue;
    setWaiting(source, [{ id: post.ID, heard: advanceClock() }, ...waitingOf(source)]);
    if (known.length === 0) showIfLoaded(source);
  }
}

const showIfLoaded = (source: PostSource): void => {
  if (queryClient.getQueryData(keyOf(source))) showWaiting(source);
};

/** One's own new post stands at the head of its lists at once, with what waited there. */
export function insertOwn(post: SharedPost): void {
  takeShared(post);
  for (const source of listsOf(post)) {
    setWaiting(source, [{ id: post.ID, heard: advanceClock() }, ...waitingOf(source).filter(({ id }) => id !== post.ID)]);
    showIfLoaded(source);
  }
}

function without(data: Pages, id: string): Pages {
  if (!data.pages.some((page) => page.ids.includes(id))) return data;
  return { ...data, pages: data.pages.map((page) => ({ ...page, ids: page.ids.filter((each) => each !== id) })) };
}

/** A post is gone for good: from every list, and from what waits. */
export function takeAway(id: string): void {
  posts.remove(id);
  useWaitingLists.setState(({ byList }) => ({
    byList: Object.fromEntries(Object.entries(byList).map(([list, waiting]) => [list, waiting.filter((each) => each.id !== id)])),
  }));
  for (const kind of ['feed', 'society']) {
    queryClient.setQueriesData<Pages>({ queryKey: ['posts', kind] }, (data) => data && without(data, id));
  }
}
