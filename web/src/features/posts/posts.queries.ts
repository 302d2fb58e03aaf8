import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getAllPosts, getPostsBySociety } from '#models/contract/posts';
import { api } from '@/lib/api';
import { heardSoFar } from '@/lib/heard';
import { currentPlace } from '@/lib/live';
import { type IdPage, idsOf, keyOf, meetFetched, type PostSource, useWaiting } from './post-lists';
import { knownSince } from './post-room';
import { takeFetched } from './posts.store';

const pageSize = 20;

async function fetchPage(source: PostSource, cursor: string, signal: AbortSignal): Promise<IdPage> {
  const asked = heardSoFar();
  const place = currentPlace();
  const paging = { limit: pageSize, ...(cursor ? { cursor } : {}) };
  const { data, next } =
    source.kind === 'feed'
      ? await api(getAllPosts, paging, { signal })
      : await api(getPostsBySociety, { ...paging, society_id: source.id }, { signal });
  const ids = takeFetched(data, asked);
  knownSince(ids, place ?? currentPlace());
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
