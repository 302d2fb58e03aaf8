import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getAllPosts, getPostsBySociety, type Post } from '#models/contract/posts';
import { api } from '@/lib/api';
import { currentStreamId } from '@/lib/live';
import { readClock } from '@/sync/logical-clock';
import { type IdPage, idsOf, listKey, mergeFirstPage, type PostSource, useHeldBack } from './post-lists';
import { isGone, postQuery, setCurrentUpTo } from './post-room';
import { mergeFetched, posts } from './posts.store';

const pageSize = 20;

async function fetchPage(source: PostSource, cursor: string, signal: AbortSignal): Promise<IdPage> {
  const requestedAt = readClock();
  const streamId = currentStreamId();
  const paging = { limit: pageSize, ...(cursor ? { cursor } : {}) };
  const { data, next } =
    source.kind === 'feed'
      ? await api(getAllPosts, paging, { signal })
      : await api(getPostsBySociety, { ...paging, society_id: source.id }, { signal });
  const ids = mergeFetched(data, requestedAt);
  setCurrentUpTo(ids, streamId ?? currentStreamId());
  return { ids: cursor ? ids : mergeFirstPage(source, ids, requestedAt), next };
}

/** Infinite list of post ids, newest first, without held-back posts; the store has the posts. */
export function usePosts(source: PostSource) {
  const query = useInfiniteQuery({
    queryKey: listKey(source),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => fetchPage(source, pageParam, signal),
    getNextPageParam: (page: IdPage) => page.next,
  });
  const heldBack = useHeldBack(source);
  const ids = useMemo(() => idsOf(query.data).filter((id) => !heldBack.some((post) => post.id === id)), [query.data, heldBack]);
  return { query, ids, heldBack: heldBack.length };
}

export type PostState = { is: 'there'; post: Post } | { is: 'loading' } | { is: 'missing' } | { is: 'removed' } | { is: 'failed' };

/** One post: the loaded one at once, while it is refetched. `removed`: it was deleted while it was on the screen. */
export function usePost(id: string): { state: PostState; retry: () => void } {
  const { isPending, error, refetch } = useQuery(postQuery(id));
  const post = posts.useOne(id);
  const retry = () => void refetch();
  if (post) return { state: { is: 'there', post }, retry };
  if (posts.isRemoved(id)) return { state: { is: 'removed' }, retry };
  if (isPending) return { state: { is: 'loading' }, retry };
  return { state: { is: !error || isGone(error) ? 'missing' : 'failed' }, retry };
}
