import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { create } from 'zustand';
import { getAllPosts, getPostsBySociety, type Post } from '#models/contract/posts';
import { api } from '@/lib/api';
import { queryClient } from '@/lib/query';
import { posts } from './posts.store';

/** Which list: the feed, or one society's posts. */
export type PostSource = { kind: 'feed' } | { kind: 'society'; id: string };

export const keyOf = (source: PostSource): string[] => (source.kind === 'feed' ? ['posts', 'feed'] : ['posts', 'society', source.id]);

interface IdPage {
  ids: string[];
  next: string | null;
}
const pageSize = 20;

async function fetchPage(source: PostSource, cursor: string, signal: AbortSignal): Promise<IdPage> {
  const paging = { limit: pageSize, ...(cursor ? { cursor } : {}) };
  const { data, next } =
    source.kind === 'feed'
      ? await api(getAllPosts, paging, { signal })
      : await api(getPostsBySociety, { ...paging, society_id: source.id }, { signal });
  return { ids: posts.merge(data), next };
}

/** A list of posts, newest first, page by page; it keeps ids, the store keeps the posts. */
export function usePosts(source: PostSource) {
  const query = useInfiniteQuery({
    queryKey: keyOf(source),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => fetchPage(source, pageParam, signal),
    getNextPageParam: (page: IdPage) => page.next,
    meta: { failure: false },
  });
  const ids = useMemo(() => [...new Set(query.data?.pages.flatMap((page) => page.ids) ?? [])], [query.data]);
  return { query, ids };
}

/** New posts wait, list by list, until the reader asks for them: the feed never moves under the eyes. */
export const useWaiting = create<{ byList: Record<string, string[]> }>(() => ({ byList: {} }));

const nameOf = (source: PostSource): string => keyOf(source).join('/');
const shownIds = (source: PostSource): string[] =>
  queryClient.getQueryData<InfiniteData<IdPage>>(keyOf(source))?.pages.flatMap((page) => page.ids) ?? [];

/** A post that somebody has just written, for each list that it belongs to and that is on the screen. */
export function announce(post: Post, sources: readonly PostSource[]): void {
  const [id] = posts.merge([post]);
  if (!id) return;
  for (const source of sources) {
    if (!queryClient.getQueryData(keyOf(source)) || shownIds(source).includes(id)) continue;
    useWaiting.setState(({ byList }) => ({
      byList: { ...byList, [nameOf(source)]: [...new Set([id, ...(byList[nameOf(source)] ?? [])])] },
    }));
  }
}

const put = (source: PostSource, ids: readonly string[]): void => {
  queryClient.setQueryData<InfiniteData<IdPage>>(keyOf(source), (data) => {
    const first = data?.pages[0];
    if (!data || !first) return data;
    return { ...data, pages: [{ ...first, ids: [...new Set([...ids, ...first.ids])] }, ...data.pages.slice(1)] };
  });
};

/** The reader asks for the new posts: they stand at the head of the list. */
export function showWaiting(source: PostSource): void {
  put(source, useWaiting.getState().byList[nameOf(source)] ?? []);
  forgetWaiting(source);
}

/** What waited is on the screen, or was fetched with it. */
export const forgetWaiting = (source: PostSource): void =>
  useWaiting.setState(({ byList }) => ({ byList: { ...byList, [nameOf(source)]: [] } }));

/** One's own new post stands at the head of its lists at once. */
export function insertOwn(post: Post): void {
  posts.merge([post]);
  for (const source of [{ kind: 'feed' }, { kind: 'society', id: post.Society_ID }] as const) {
    showWaiting(source);
    put(source, [post.ID]);
  }
}

export const useWaitingCount = (source: PostSource): number => useWaiting(({ byList }) => byList[nameOf(source)]?.length ?? 0);
