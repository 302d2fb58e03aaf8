import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getAllPosts, getPostsBySociety, type Post } from '#models/contract/posts';
import { api } from '@/lib/api';
import { currentStreamId } from '@/lib/live';
import { readClock } from '@/lib/logical-clock';
import { type IdPage, idsOf, keyOf, meetFetched, type PostSource, useWaiting } from './post-lists';
import { isGone, knownSince, onePost } from './post-room';
import { posts, takeFetched } from './posts.store';

const pageSize = 20;

async function fetchPage(source: PostSource, cursor: string, signal: AbortSignal): Promise<IdPage> {
  const asked = readClock();
  const place = currentStreamId();
  const paging = { limit: pageSize, ...(cursor ? { cursor } : {}) };
  const { data, next } =
    source.kind === 'feed'
      ? await api(getAllPosts, paging, { signal })
      : await api(getPostsBySociety, { ...paging, society_id: source.id }, { signal });
  const ids = takeFetched(data, asked);
  knownSince(ids, place ?? currentStreamId());
  return { ids: cursor ? ids : meetFetched(source, ids, asked), next };
}

/** A list of posts, newest first, page by page; it keeps ids, the store keeps the posts. What waits is not shown. */
export function usePosts(source: PostSource) {
  const query = useInfiniteQuery({
    queryKey: keyOf(source),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => fetchPage(source, pageParam, signal),
    getNextPageParam: (page: IdPage) => page.next,
    meta: { failure: false },
  });
  const waiting = useWaiting(source);
  const ids = useMemo(() => idsOf(query.data).filter((id) => !waiting.some((post) => post.id === id)), [query.data, waiting]);
  return { query, ids, waiting: waiting.length };
}

export type PostState = { is: 'there'; post: Post } | { is: 'loading' } | { is: 'missing' } | { is: 'removed' } | { is: 'failed' };

/** One post: as it is known already, while it is asked for anew. `removed`: it was seen here, and went. */
export function usePost(id: string): { state: PostState; retry: () => void } {
  const { isPending, error, refetch } = useQuery(onePost(id));
  const post = posts.useOne(id);
  const retry = () => void refetch();
  if (post) return { state: { is: 'there', post }, retry };
  if (posts.isRemoved(id)) return { state: { is: 'removed' }, retry };
  if (isPending) return { state: { is: 'loading' }, retry };
  return { state: { is: !error || isGone(error) ? 'missing' : 'failed' }, retry };
}
