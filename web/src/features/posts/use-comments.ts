import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getComments } from '#models/contract/comments';
import { api } from '@/lib/api';
import { readClock } from '@/sync/logical-clock';
import { comments, usePostComments } from './comments.store';

const pageSize = 20;

interface CommentPage {
  ids: string[];
  next: string | null;
  /** Logical time at which this page was requested. */
  requestedAt: number;
}

async function fetchPage(postId: string, cursor: string, signal: AbortSignal): Promise<CommentPage> {
  const requestedAt = readClock();
  const paging = { limit: pageSize, ...(cursor ? { cursor } : {}) };
  const { data, next } = await api(getComments, { post_id: postId, ...paging }, { signal });
  return { ids: comments.merge(data), next, requestedAt };
}

const oldestFirst = (a: string, b: string): number => {
  const [left, right] = [comments.get(a)?.CreatedAt ?? '', comments.get(b)?.CreatedAt ?? ''];
  return left.localeCompare(right) || a.localeCompare(b);
};

/**
 * Infinite list of a post's comments, oldest first. Live comments are appended only when the last page is loaded: before
 * that they come with their page, so that the list has no hole.
 */
export function useComments(postId: string) {
  const query = useInfiniteQuery({
    queryKey: ['comments', postId],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => fetchPage(postId, pageParam, signal),
    getNextPageParam: (page) => page.next,
  });
  const { received, own } = usePostComments(postId);
  const pages = query.data?.pages;
  const last = pages?.at(-1);
  const isWhole = last?.next === null;
  const ids = useMemo(() => {
    const later = isWhole ? received.filter(({ receivedAt }) => receivedAt > (last?.requestedAt ?? 0)).map(({ id }) => id) : [];
    return [...new Set([...(pages?.flatMap((page) => page.ids) ?? []), ...later])].toSorted(oldestFirst);
  }, [pages, last, isWhole, received]);
  return { query, ids, isWhole, own };
}
