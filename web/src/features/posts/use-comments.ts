import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getComments } from '#models/contract/comments';
import { api } from '@/lib/api';
import { addComments, comments, useCommentIds } from './comments.store';

const pageSize = 20;
const none: string[] = [];

/** A post's comments, oldest first, page by page. */
export function useComments(postId: string) {
  const query = useInfiniteQuery({
    queryKey: ['comments', postId],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const { data, next } = await api(
        getComments,
        { post_id: postId, limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) },
        { signal },
      );
      return { found: data, next };
    },
    getNextPageParam: (page) => page.next,
    meta: { failure: false },
  });
  useEffect(() => {
    for (const page of query.data?.pages ?? []) addComments(postId, page.found);
  }, [query.data, postId]);
  const known = useCommentIds(({ byPost }) => byPost[postId] ?? none);
  const ids = known.toSorted((a, b) => (comments.get(a)?.CreatedAt ?? '').localeCompare(comments.get(b)?.CreatedAt ?? ''));
  return { query, ids };
}
