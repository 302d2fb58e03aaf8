import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getComments } from '#models/contract/comments';
import { api } from '@/lib/api';
import { readClock } from '@/lib/logical-clock';
import { comments, usePostComments } from './comments.store';

const pageSize = 20;

interface CommentPage {
  ids: string[];
  next: string | null;
  /** What had been heard when this page was asked for. */
  asked: number;
}

async function fetchPage(postId: string, cursor: string, signal: AbortSignal): Promise<CommentPage> {
  const asked = readClock();
  const paging = { limit: pageSize, ...(cursor ? { cursor } : {}) };
  const { data, next } = await api(getComments, { post_id: postId, ...paging }, { signal });
  return { ids: comments.merge(data), next, asked };
}

const oldestFirst = (a: string, b: string): number => {
  const [left, right] = [comments.get(a)?.CreatedAt ?? '', comments.get(b)?.CreatedAt ?? ''];
  return left.localeCompare(right) || a.localeCompare(b);
};

/**
 * A post's comments, oldest first, page by page. What comes live stands at the end once the end is there: before that it
 * comes with the page that it belongs to, so that there is no hole in the list.
 */
export function useComments(postId: string) {
  const query = useInfiniteQuery({
    queryKey: ['comments', postId],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => fetchPage(postId, pageParam, signal),
    getNextPageParam: (page) => page.next,
    meta: { failure: false },
  });
  const { arrived, written } = usePostComments(postId);
  const pages = query.data?.pages;
  const last = pages?.at(-1);
  const isWhole = last?.next === null;
  const ids = useMemo(() => {
    const later = isWhole ? arrived.filter(({ heard }) => heard > (last?.asked ?? 0)).map(({ id }) => id) : [];
    return [...new Set([...(pages?.flatMap((page) => page.ids) ?? []), ...later])].toSorted(oldestFirst);
  }, [pages, last, isWhole, arrived]);
  return { query, ids, isWhole, written };
}
